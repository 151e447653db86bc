import { z } from 'zod';
import { price } from '../areas/common-schemas.ts';
import { longestClient } from '../domain/domain-parts.ts';
import type { TypeOf } from '../schema-type.ts';
import { addons, type KindOfChange, periodYears, sent, undecided, yearsText } from './kind.ts';
import { hosts } from './parts.ts';
import { hostsShown } from './nameservers.ts';
import { addonLines, costLines } from './renew.ts';

/** Assumed: the names of field notes, "Register"; the API document shows none. In the order in which they are sent. */
export const registrationFields = [
  'firstname',
  'lastname',
  'fullname',
  'companyname',
  'email',
  'address1',
  'address2',
  'city',
  'state',
  'postcode',
  'country',
  'phonenumber',
] as const;
export type RegistrationField = (typeof registrationFields)[number];
export const registrationRoles = ['registrant', 'admin', 'tech', 'billing'] as const;
export type RegistrationRole = (typeof registrationRoles)[number];
export type RegistrationContact = Readonly<Record<RegistrationField, string>>;

/**
 * Assumed: most registries reject a registration without these; the API document names no required field. In the order
 * of a form; `firstname` stands for the name, which any of its three fields can provide.
 */
export const mostlyRequired = [
  'firstname',
  'address1',
  'city',
  'postcode',
  'country',
  'phonenumber',
  'email',
] as const satisfies readonly RegistrationField[];
export type MostlyRequired = (typeof mostlyRequired)[number];

/** The usually required fields that are empty in a contact. */
export const missingIn = (contact: RegistrationContact): readonly MostlyRequired[] =>
  mostlyRequired.filter((field) => valuesFor(contact, field).every((value) => value.trim() === ''));

const valuesFor = (contact: RegistrationContact, field: MostlyRequired): readonly string[] =>
  field === 'firstname' ? [contact.firstname, contact.lastname, contact.fullname] : [contact[field]];

export const registerAsk = z.object({
  kind: z.literal('register'),
  periodYears,
  nameservers: hosts,
  /** At least the registrant; other roles that are left out are not sent. */
  contacts: z.partialRecord(
    z.enum(registrationRoles),
    z.record(z.enum(registrationFields), z.string().max(2_000)),
  ),
  addons,
  idnLanguage: z.string().max(64).nullable(),
  /** Fields that a registry requires beyond the contacts, under the registry's names. */
  domainFields: z.record(z.string().max(200), z.string().max(2_000)),
  /** Whose the domain will be, in the user's own words: kept here, and not sent. */
  client: z.string().max(longestClient).exactOptional(),
});

export const registerWhat = z.object({
  kind: z.literal('register'),
  periodYears,
  nameservers: hosts,
  roles: z.array(z.enum(registrationRoles)).max(4).readonly(),
  addons,
  idnLanguage: z.string().max(64).nullable(),
  /** The names only. */
  domainFields: z.array(z.string().max(200)).max(200).readonly(),
  isPremium: z.boolean(),
  price,
});

/**
 * A registry can be slow: a registration that is reported as not done too early is ordered and paid a second time
 * (F11).
 */
const readGrowing = [30_000, 120_000, 600_000] as const;

const title = (of: { readonly periodYears: number }): string => `Register for ${yearsText(of.periodYears)}`;

export const register = {
  label: 'Register',
  noun: 'A registration',
  title,
  verb: title,
  done: (what, name) => `${name} is registered for ${yearsText(what.periodYears)}.`,
  undone: (_, name) => `${name} was not registered by you.`,
  unsure: (_, name) => `We don’t know whether ${name} was registered and paid for.`,
  lines: (what, before, currency) => [
    ...costLines(what, before, currency),
    ...(what.isPremium ? [sent('Premium', 'yes, accepted')] : []),
    sent('Nameservers', hostsShown(what.nameservers)),
    sent('Contacts sent', what.roles.join(', ')),
    ...(what.domainFields.length > 0 ? [sent('Further fields', what.domainFields.join(', '))] : []),
    ...(what.idnLanguage === null ? [] : [sent('Language of the name', what.idnLanguage)]),
    ...addonLines(what.addons),
  ],
  // A name that exists because an earlier attempt of ours succeeded does not belong to somebody else.
  wentThroughBefore: {
    done: (name) => `${name} is registered by you.`,
    why: 'The service answered that the name exists: an earlier attempt of yours went through.',
    shown: 'the name is taken, and it is yours.',
  },
  isPersonal: true,
  isPaid: true,
  verification: {
    before: ['finding', 'credit'],
    readBack: ['finding', 'contacts', 'credit', 'registry'],
    isProvable: true,
    readAgainAfterMs: readGrowing,
    words: {
      reads:
        'Looks the name up and reads its contacts and the credit again. A registry can be slow: until 10 min after the order, “available” proves nothing. Where you have switched that on, it asks the registry too: that it was registered since is proof.',
      step: 'Looking the name up, reading its contacts and the credit, and asking the registry where that is switched on',
      answerAlone: undecided,
      elsewhere: 'Check your list of domains in your provider’s panel',
      tooEarly: 'Less than 10 min after the order: a slow registry may still do it. Verify again later',
    },
  },
} as const satisfies KindOfChange<TypeOf<typeof registerWhat>, TypeOf<typeof registerAsk>>;
