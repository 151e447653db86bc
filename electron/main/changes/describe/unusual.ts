import { type ChangeAsk, registrationRoles } from '#shared/domain/change.ts';

/** How a value usually looks, by a word in the name of its field. The API states no rule: none of this keeps anything back. */
const usual: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/e-?mail/i, /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  [/^country/i, /^[a-z]{2}$/i],
  [/phone/i, /^\+\d{1,3}\.?[\d ()-]{4,20}$/],
];

/** The fields of a change, as `Role: Field`, whose values look unusual. Names alone: values are personal. */
export function unusualFields(ask: ChangeAsk): readonly string[] {
  if (ask.kind === 'contacts') {
    return ask.roles.flatMap(({ name: role, fields }) =>
      fields.filter((field) => isUnusual(field.name, field.value)).map(({ name }) => `${role}: ${name}`),
    );
  }
  if (ask.kind !== 'register') return [];
  return registrationRoles.flatMap((role) =>
    Object.entries(ask.contacts[role] ?? {})
      .filter(([name, value]) => isUnusual(name, value))
      .map(([name]) => `${role}: ${name}`),
  );
}

const isUnusual = (name: string, value: string): boolean =>
  value !== '' && usual.some(([field, form]) => field.test(name.replaceAll('_', '')) && !form.test(value));
