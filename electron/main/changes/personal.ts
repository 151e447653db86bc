import type { ContactFields } from '#shared/changes/kind.ts';
import type { Warning } from './kinds/kind.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';

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

/** The usual form of a value, by a word in its field's name. The API states no rule, so this only warns and never blocks. */
const usual: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/e-?mail/i, /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  [/^country/i, /^[a-z]{2}$/i],
  [/phone/i, /^\+\d{1,3}\.?[\d ()-]{4,20}$/],
];

/** Warns of values that look unusual. Names only, as `fieldOf` words them: values are personal. */
export const unusualFields = (
  roles: readonly ContactFields[],
  fieldOf: (role: string, field: string) => string,
): readonly Warning[] =>
  roles.flatMap(({ name: role, fields }) =>
    fields
      .filter(({ name, value }) => isUnusual(name, value))
      .map(({ name }) => ({
        id: 'unusual-value' as const,
        text: `${fieldOf(role, name)} looks unusual. It will be sent unchanged.`,
      })),
  );

const isUnusual = (name: string, value: string): boolean =>
  value !== '' && usual.some(([field, form]) => field.test(name.replaceAll('_', '')) && !form.test(value));
