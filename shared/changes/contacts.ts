import { z } from 'zod';
import { listed } from '../domain/counting.ts';
import type { TypeOf } from '../schema-type.ts';
import { contactFields, type KindOfChange, provenBy, sent } from './kind.ts';
import { contactLabelOf } from '../domain/contact-labels.ts';

/** Each named role is sent completely, including unchanged fields. */
export const contactsAsk = z.object({
  kind: z.literal('contacts'),
  roles: z.array(contactFields).max(16).readonly(),
});

/** The names of the fields that differ from what was read. */
export const contactsWhat = z.object({
  kind: z.literal('contacts'),
  roles: z
    .array(z.object({ name: z.string().max(200), changed: z.array(z.string().max(200)).max(200).readonly() }))
    .max(16)
    .readonly(),
});

/** “Change Registrant and Admin contacts”, by the service's names of the roles. */
function title({ roles }: { readonly roles: readonly { readonly name: string }[] }): string {
  const names = listed(roles.map(({ name }) => name));
  return `Change ${names === '' ? 'contacts' : `${names} ${roles.length === 1 ? 'contact' : 'contacts'}`}`;
}

export const contacts = {
  label: 'Contacts',
  noun: 'A change of contacts',
  title,
  verb: title,
  done: (_, name) => `${name} has the contacts that you set.`,
  undone: (_, name) => `The contacts of ${name} are as they were.`,
  unsure: (_, name) => `We don’t know whether the contacts of ${name} were changed.`,
  // The values are not stored.
  lines: ({ roles }) => roles.map(({ name, changed }) => sent(name, changed.map(contactLabelOf).join(', '))),
  aboutLines: {
    title: 'What was changed',
    note: 'Names of the changed fields. Their values are personal and not stored.',
  },
  isPersonal: true,
  verification: provenBy('contacts', 'contacts', 'them field by field'),
} as const satisfies KindOfChange<TypeOf<typeof contactsWhat>, TypeOf<typeof contactsAsk>>;
