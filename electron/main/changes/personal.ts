import type { ContactFields } from '#shared/changes/kind.ts';
import type { Remark } from '#shared/domain/remarks.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';
import { spellingOf } from '#shared/domain/domain-name.ts';

export const valueIn = (roles: readonly ContactFields[], role: string, field: string): string =>
  roles.find(({ name }) => name === role)?.fields.find(({ name }) => name === field)?.value ?? '';

/** Exactly the roles and fields of `wanted`, with the values of `read`; a missing one counts as empty. */
export const sameFieldsOf = (
  wanted: readonly ContactFields[],
  read: readonly ContactFields[],
): readonly ContactFields[] =>
  wanted.map(({ name: role, fields }) => ({
    name: role,
    fields: fields.map(({ name }) => ({ name, value: valueIn(read, role, name) })),
  }));

/** White space around a value is ignored: services are known to trim it. */
export const isSameValue = (one: string, other: string): boolean => one.trim() === other.trim();

/** The fields of `sent` whose values differ in `read`, as `Field for the role`; a missing field counts as empty. */
export const differingFields = (
  sent: readonly ContactFields[],
  read: readonly ContactFields[],
): readonly string[] =>
  sent.flatMap(({ name: role, fields }) =>
    fields
      .filter(({ name, value }) => !isSameValue(valueIn(read, role, name), value))
      .map(({ name }) => `${contactLabelOf(name)} for the ${role.toLowerCase()}`),
  );

const email = /e-?mail/i;

/** The usual form of a value, by a word in its field's name. The API states no rule, so this only warns and never blocks. */
const usual: readonly (readonly [name: RegExp, value: RegExp])[] = [
  // Without what is not seen.
  [email, /^(?!.*[\p{C}\p{Default_Ignorable_Code_Point}])[^\s@]+@[^\s@]+\.[^\s@]+$/u],
  [/^country/i, /^[a-z]{2}$/i],
  [/phone/i, /^\+\d{1,3}\.?[\d ()-]{4,20}$/],
];

/** Warns of values that look unusual. Names only, as `fieldOf` words them: values are personal. */
export const unusualFields = (
  roles: readonly ContactFields[],
  fieldOf: (role: string, field: string) => string,
): readonly Remark[] =>
  roles.flatMap(({ name: role, fields }) =>
    fields
      .map(({ name, value }) => ({ name, why: strangeOf(name, value) }))
      .filter(({ why }) => why !== null)
      .map(({ name, why }) => ({
        id: 'unusual-value' as const,
        weight: 'says' as const,
        text: `${fieldOf(role, name)} ${why ?? ''}. It will be sent unchanged.`,
      })),
  );

/** What is odd about a value, without it: the caution itself names letters of it. */
function strangeOf(name: string, value: string): string | null {
  if (isUnusual(name, value)) return 'looks unusual';
  const isLookAlike = email.test(plain(name)) && spellingOf(value).caution !== null;
  return isLookAlike ? 'can be mistaken for another address: check its letters' : null;
}

const plain = (name: string): string => name.replaceAll('_', '');

const isUnusual = (name: string, value: string): boolean =>
  value !== '' && usual.some(([field, form]) => field.test(plain(name)) && !form.test(value));
