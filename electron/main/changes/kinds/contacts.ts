import type { AskOf } from '#shared/changes/index.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import { filled, isRegistrant } from '#shared/domain/contact-fields.ts';
import { type ContactRole, readContacts, writeContacts } from '../../reseller/operations/contact.ts';
import { listed } from '#shared/domain/counting.ts';
import type { AppError } from '#shared/errors.ts';
import { Secret } from '../../system/secret.ts';
import { invalidInput } from '../../system/texts.ts';
import { differingFields, sameFieldsOf, unusualFields, valueIn } from '../personal.ts';
import { type ContactsShown, type PartReads, type Present, readPart } from '../present.ts';
import {
  bind,
  type KindInMain,
  line,
  noProof,
  note,
  type Personal,
  plainKind,
  type ReadBackResult,
  unreadable,
  says,
} from './kind.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';

export const contacts: KindInMain<'contacts'> = {
  ...plainKind,
  request: (domain, { roles }) => bind(writeContacts, { domain, roles: roles.map(secretRole) }),
  what: ({ roles }, present) => ({
    kind: 'contacts',
    roles: roles.map((role) => changedIn(role, present.contacts)),
  }),
  asked: () => null,
  lines: ({ roles }, present) =>
    roles.flatMap(({ name: role, fields }) =>
      fields.map(({ name, value }) =>
        line(fieldOf(role, name), present.contacts && valueIn(present.contacts, role, name), value),
      ),
    ),
  says: (ask) => [
    ...says(
      ask.roles.some(({ name }) => isRegistrant(name)),
      'registrant-change-may-need-approval',
      'Changing the registrant can require approvals by e-mail and lock the domain against transfers for a while.',
    ),
    ...unusualFields(ask.roles, fieldOf),
  ],
  isSo: ({ roles }, { contacts: read }) => read !== null && differingFields(roles, read).length === 0,
  seen: ({ roles }, present, keyed) =>
    keyed === null || present.contacts == null ? '' : keyed(fieldsSeen(roles, present.contacts)),
  personal: ({ roles }) => roles,
  unsendable: ({ roles }, { contacts: read }) => unwritable(roles, read),
  async readBackOnce({ past, sent }, reads) {
    const now = await reads.contacts();
    if (!now.ok) return unreadable(now.error);
    const compared = compareContacts(sent, past.consent?.present ?? '', now.value);
    return { ...compared, observed: { contacts: { roles: now.value.map(shownRole) } } };
  },
};

/**
 * Why these roles cannot be written over what was read: a role is written as a whole, and a field that nobody typed holds what cannot
 * be sent back as it was (H20). Null where they can.
 */
export function unwritable(
  roles: readonly ContactFields[],
  read: readonly ContactsShown[] | null,
): AppError | null {
  const unsafe = roles.flatMap((role) => {
    const shown = read?.find(({ name }) => name === role.name)?.fields ?? [];
    const kept = shown.filter(
      ({ name, value, isUnsafe }) => isUnsafe === true && !isTyped(role, name, value),
    );
    // Also of what is put back or comes from a template.
    const lost = role.fields.filter(({ value }) => value.includes('\uFFFD'));
    return [...new Set([...kept, ...lost].map(({ name }) => fieldOf(role.name, name)))];
  });
  if (unsafe.length === 0) return null;
  const shown = unsafe.length > mostNamed ? [...unsafe.slice(0, mostNamed), 'others'] : unsafe;
  const reason = `${listed(shown)} cannot be read safely: written back, what is there would be lost or changed. Type it again, or change it in your provider’s panel.`;
  return invalidInput('roles', reason).error;
}

const mostNamed = 10;

const isTyped = (role: ContactFields, field: string, was: string): boolean =>
  role.fields.some(({ name, value }) => name === field && value.trim() !== was.trim());

/** As white space around a value is ignored, it is left out. */
const fieldsSeen = (wanted: readonly ContactFields[], read: readonly ContactFields[]): string =>
  JSON.stringify(
    sameFieldsOf(wanted, read).map(({ name: role, fields }) => [
      role,
      fields.map(({ name, value }) => [name, value.trim()]),
    ]),
  );

export const fieldOf = (role: string, field: string): string => `${role}: ${contactLabelOf(field)}`;

const shownRole = ({ name, fields }: ContactsShown): ContactRole => ({
  name,
  fields: fields.map((field) => ({
    name: field.name,
    value: new Secret(field.value),
    isText: field.isText !== false,
  })),
});

const secretRole = ({ name, fields }: ContactFields) => ({
  name,
  fields: fields.map((field) => ({ name: field.name, value: new Secret(field.value) })),
});

/** Every field counts as changed where the previous values are not known. */
const changedIn = ({ name: role, fields }: ContactFields, read: readonly ContactFields[] | null) => ({
  name: role,
  changed: fields
    .filter(({ name, value }) => read === null || valueIn(read, role, name) !== value)
    .map(({ name }) => name),
});

/**
 * As a person fills in one domain from a template. A field that `wanted` does not name keeps the value that was read; one that it
 * names without a value is erased. Values that are not text are not sent.
 */
export function fitted(wanted: readonly ContactFields[], read: readonly ContactsShown[]) {
  const fittedRoles = wanted.map(({ name: role, fields }) => {
    const shown = read.find(({ name }) => name === role)?.fields ?? [];
    const texts = shown.filter(({ isText }) => isText !== false);
    const { values, leftOver } = filled(
      fields,
      texts.map(({ name }) => name),
    );
    const valueOf = new Map(values.map(({ name, value }) => [name, value]));
    return {
      name: role,
      fields: texts.map(({ name, value }) => ({ name, value: valueOf.get(name) ?? value })),
      isSame: texts.every(({ name, value }) => (valueOf.get(name) ?? value).trim() === value.trim()),
      lacking: leftOver.map((label) => `${role}: ${label}`),
    };
  });
  return {
    /** The roles that differ, each as a whole, under the names of the domain's own fields; what nobody asked for stays. */
    roles: fittedRoles.filter(({ isSame }) => !isSame).map(({ name, fields }) => ({ name, fields })),
    /** The wanted values that the domain has no field for, by name. */
    lacking: fittedRoles.flatMap(({ lacking }) => lacking),
  };
}

/**
 * The fields that a change of contacts changes, by name: values are personal. `changed`: “Registrant: Name, E-mail; Tech: Phone”, every
 * field that gets another value. `erased`: those of them that hold something now and would hold nothing; null where there is none.
 */
export function fieldsNamed(ask: AskOf<'contacts'>, { contacts: read }: Pick<Present, 'contacts'>) {
  const named = (isNamed: (value: string) => boolean): string =>
    ask.roles
      .map((role) => {
        const fields = changedIn(role, read).changed.filter((field) =>
          isNamed(valueIn([role], role.name, field)),
        );
        return fields.length === 0 ? '' : `${role.name}: ${fields.map(contactLabelOf).join(', ')}`;
      })
      .filter((part) => part !== '')
      .join('; ');
  return { changed: named(() => true), erased: named((value) => value.trim() === '') || null };
}

const mostNotes = 50;

/** Evidence names fields only: their values are personal. @param seen What the person saw before it was sent. */
function compareContacts(
  sent: Personal<'contacts'> | null,
  seen: string,
  now: readonly ContactFields[],
): ReadBackResult {
  if (sent === null) {
    return noProof([note('What was sent is no longer known, so nothing can be compared')]);
  }
  const { ask, keyed } = sent;
  const lacking = ask.roles.find(({ name }) => !now.some((role) => role.name === name));
  if (lacking !== undefined) {
    return noProof([note(`The service shows no contact for the ${lacking.name.toLowerCase()}`)]);
  }
  const differing = differingFields(ask.roles, now);
  if (differing.length === 0) {
    return { verdict: 'agrees', evidence: [note('Every field is as sent', 'for')], error: null };
  }
  if (keyed(fieldsSeen(ask.roles, now)) === seen) {
    return {
      verdict: 'as-before',
      evidence: [note('Every field is as before', 'against')],
      error: null,
    };
  }
  const evidence = differing
    .slice(0, mostNotes)
    .map((field) => note(`The service shows another ${field}`, 'against'));
  return { verdict: 'differs', evidence, error: null };
}

export const contactsRead: PartReads['contacts'] = (from) =>
  readPart(from, readContacts, { domain: from.domain }, ({ roles }) => rolesInClear(roles));

/** What PHP writes for an empty text. */
const emptyShapes: ReadonlySet<string> = new Set(['[]', '{}', 'null', 'false']);

/**
 * Contacts with unmasked values, for comparing and for the review. Never stored.
 *
 * A value that is not text counts as empty where it is an empty shape, and as its JSON text otherwise.
 */
export const rolesInClear = (roles: readonly ContactRole[]): readonly ContactsShown[] =>
  roles.map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => {
      const value = field.value.reveal();
      const unsafe = field.isUnsafe === true && ({ isUnsafe: true } as const);
      if (field.isText) return { name: field.name, value, ...unsafe };
      return { name: field.name, value: emptyShapes.has(value) ? '' : value, isText: false, ...unsafe };
    }),
  }));
