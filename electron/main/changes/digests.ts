import { createHash } from 'node:crypto';
import { type ChangeAsk, type ContactFields, registrationRoles } from '#shared/domain/change.ts';
import type { Present } from './present.ts';
import { presentText } from './describe.ts';
import type { DigestedRoles, PersonalDigests } from '#shared/domain/change-entry.ts';

/**
 * What a change sends and is personal, as salted digests: enough to compare what is read later, nothing to read it from.
 *
 * @param salt Made for this change alone. @param before What was read of the same roles; null where it could not be read.
 * @returns Null for a change that sends nothing personal.
 */
export function personalDigests(
  ask: ChangeAsk,
  before: readonly ContactFields[] | null,
  salt: string,
): PersonalDigests | null {
  if (ask.kind === 'register') return { salt, roles: digested(salt, registrationFieldsOf(ask)) };
  if (ask.kind !== 'contacts') return null;
  const roles = digested(salt, ask.roles);
  if (before === null) return { salt, roles };
  return { salt, roles, before: digested(salt, sameFieldsOf(ask.roles, before)) };
}

/** The very roles and fields of `wanted`, with the values of `read`; one that is not there counts as empty. */
const sameFieldsOf = (
  wanted: readonly ContactFields[],
  read: readonly ContactFields[],
): readonly ContactFields[] =>
  wanted.map(({ name: role, fields }) => ({
    name: role,
    fields: fields.map(({ name }) => ({ name, value: valueIn(read, role, name) })),
  }));

/**
 * The present state that a change depends on, as a text to be compared with a later one: `presentText`, and of contacts a
 * digest. Empty where it could not be read.
 */
export function seenText(ask: ChangeAsk, present: Present, personal: PersonalDigests | null): string {
  if (ask.kind !== 'contacts') return presentText(ask.kind, present.before);
  if (personal === null || present.contacts === null) return '';
  const roles = digested(personal.salt, sameFieldsOf(ask.roles, present.contacts));
  return createHash('sha256').update(JSON.stringify(roles)).digest('hex');
}

export const valueIn = (roles: readonly ContactFields[], role: string, field: string): string =>
  roles.find(({ name }) => name === role)?.fields.find(({ name }) => name === field)?.value ?? '';

/** White space around a value does not count: services are known to cut it off. */
export const digestOf = (salt: string, role: string, field: string, value: string): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, role, field, value.trim()]))
    .digest('hex');

const digested = (salt: string, roles: readonly ContactFields[]): DigestedRoles =>
  roles.map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => ({
      name: field.name,
      digest: digestOf(salt, name, field.name, field.value),
    })),
  }));

type Registration = Extract<ChangeAsk, { readonly kind: 'register' }>;

/** With the full name made up where only its parts were given: what is read later has it as one. */
function registrationFieldsOf({ contacts }: Registration): readonly ContactFields[] {
  return registrationRoles.flatMap((name): ContactFields[] => {
    const contact = contacts[name];
    if (contact === undefined) return [];
    const fullname = contact.fullname.trim() || `${contact.firstname} ${contact.lastname}`.trim();
    const fields = Object.entries({ ...contact, fullname }).map(([field, value]) => ({ name: field, value }));
    return [{ name, fields }];
  });
}

/** Of the fields of `digests`, those that `read` has otherwise, as `Role: Field`; a field that is not there counts as empty. */
export function differingFields(
  salt: string,
  digests: DigestedRoles,
  read: readonly ContactFields[],
): readonly string[] {
  return digests.flatMap(({ name: role, fields }) =>
    fields
      .filter(({ name, digest }) => digestOf(salt, role, name, valueIn(read, role, name)) !== digest)
      .map(({ name }) => `${role}: ${name}`),
  );
}
