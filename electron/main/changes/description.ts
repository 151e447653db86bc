import type { z } from 'zod';
import type { changeWarning } from '#shared/areas/change-schemas.ts';
import {
  type Addons,
  type Change,
  type ChangeAsk,
  type ChangeLine,
  type ChangeWhat,
  type ContactFields,
  missingIn,
  type MostlyRequired,
  type RegistrationField,
  registrationFields,
  type RegistrationRole,
  registrationRoles,
} from '#shared/domain/change.ts';
import { type Finding, notGiven, type Price, registrationPrice } from '#shared/domain/finding.ts';
import { type ChildNameserver, type Domain, yearsLater } from '#shared/domain/portfolio.ts';
import { assertNever } from '#shared/result.ts';
import { plainHost, type Present, type PresentPart, valueIn } from './present.ts';

/** What is known of the domain beyond what was read for this change. */
export interface KnownOfDomain {
  readonly domain: Domain | null;
  readonly children: readonly ChildNameserver[];
  /** Domains of the account that use the host that is to be deleted or moved. */
  readonly usersOfHost: readonly string[];
}

/** Before and after, line by line and unmasked, for the person who decides. `before` comes from the read for this review. */
export function linesOf(ask: ChangeAsk, present: Present, known: KnownOfDomain): readonly ChangeLine[] {
  if ('host' in ask) return childLines(ask, known.children);
  const { lock = null, nameservers = null } = present.before;
  switch (ask.kind) {
    case 'lock':
      return [line('Registrar lock', lock, ask.state)];
    case 'nameservers':
      return nameserverLines(nameservers, ask.nameservers);
    case 'contacts':
      return ask.roles.flatMap((role) => roleLines(role, present.contacts));
    case 'register':
      return registrationLines(ask);
    case 'renew':
      return renewalLines(ask, known.domain);
    case 'sync':
      return syncLines(known);
    default:
      return assertNever(ask);
  }
}

export const line = (label: string, before: string | null, after: string | null): ChangeLine => ({
  label: cut(label, 400),
  before: before === null ? null : cut(before, 4_000),
  after: after === null ? null : cut(after, 4_000),
  isChanged: before !== after,
});

export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

function nameserverLines(before: readonly string[] | null, after: readonly string[]): readonly ChangeLine[] {
  const rows = Math.max(before?.length ?? 0, after.length);
  const shown = (hosts: readonly string[], index: number): string => plainHost(hosts[index] ?? '');
  return Array.from({ length: rows }, (_, index) =>
    line(`Nameserver ${index + 1}`, before && shown(before, index), shown(after, index)),
  );
}

const roleLines = ({ name: role, fields }: ContactFields, read: readonly ContactFields[] | null) =>
  fields.map(({ name, value }) => line(`${role}: ${name}`, read && valueIn(read, role, name), value));

function renewalLines(
  ask: Extract<ChangeAsk, { kind: 'renew' }>,
  domain: Domain | null,
): readonly ChangeLine[] {
  const expiresOn = domain?.expiresOn?.value ?? null;
  return [
    line('Renew for', null, years(ask.periodYears)),
    ...(expiresOn === null ? [] : [line('Expires on', expiresOn, yearsLater(expiresOn, ask.periodYears))]),
    ...addonLines(ask.addons),
  ];
}

function registrationLines(ask: Extract<ChangeAsk, { kind: 'register' }>): readonly ChangeLine[] {
  const contacts = registrationRoles.flatMap((role) => contactLines(role, ask.contacts));
  return [
    line('Register for', null, years(ask.periodYears)),
    ...nameserverLines(null, ask.nameservers),
    ...contacts,
    ...addonLines(ask.addons),
    ...(ask.idnLanguage === null ? [] : [line('Language of the name', null, ask.idnLanguage)]),
    ...Object.entries(ask.domainFields).map(([name, value]) => line(name, null, value)),
  ];
}

type Contacts = Extract<ChangeAsk, { kind: 'register' }>['contacts'];

/** A contact that equals the registrant is shown as "as the registrant"; what is sent still contains all its fields. */
function contactLines(role: RegistrationRole, contacts: Contacts): readonly ChangeLine[] {
  const contact = contacts[role];
  if (contact === undefined) return [];
  const isCopy =
    role !== 'registrant' &&
    registrationFields.every((field) => contact[field] === contacts.registrant?.[field]);
  if (isCopy) return [line(roleWords[role], null, 'as the registrant')];
  return registrationFields
    .filter((field) => contact[field] !== '')
    .map((field) => line(`${roleWords[role]}: ${fieldWords[field]}`, null, contact[field]));
}

const roleWords: Readonly<Record<RegistrationRole, string>> = {
  registrant: 'Registrant',
  admin: 'Admin',
  tech: 'Tech',
  billing: 'Billing',
};

const fieldWords: Readonly<Record<RegistrationField, string>> = {
  firstname: 'first name',
  lastname: 'last name',
  fullname: 'full name',
  companyname: 'company',
  email: 'e-mail',
  address1: 'address 1',
  address2: 'address 2',
  city: 'city',
  state: 'state',
  postcode: 'postcode',
  country: 'country',
  phonenumber: 'phone',
};

const years = (period: number): string => (period === 1 ? '1 year' : `${period} years`);

const addonLines = ({ dnsManagement, emailForwarding, idProtection }: Addons): readonly ChangeLine[] =>
  [
    ['DNS management', dnsManagement] as const,
    ['E-mail forwarding', emailForwarding] as const,
    ['ID protection', idProtection] as const,
  ].flatMap(([label, on]) => (on === undefined ? [] : [line(label, null, on ? 'on' : 'off')]));

const syncLines = ({ domain }: KnownOfDomain): readonly ChangeLine[] => [
  line('Expiry date', domain?.expiresOn?.value ?? null, null),
];

function childLines(
  ask: Extract<ChangeAsk, { kind: `child-${string}` }>,
  children: readonly ChildNameserver[],
): readonly ChangeLine[] {
  const known = children.find(({ host }) => host === plainHost(ask.host))?.addresses.join(', ') ?? null;
  const label = `Address of ${plainHost(ask.host)}`;
  if (ask.kind === 'child-register') return [line(label, known, ask.address)];
  return ask.kind === 'child-modify'
    ? [line(label, ask.currentAddress, ask.newAddress)]
    : [line(label, known, '')];
}

/** A description of a change without personal data: names of contact fields, never their values. */
export function whatOf(
  ask: ChangeAsk,
  { contacts, finding }: Pick<Present, 'contacts' | 'finding'>,
  renewalPrice: Price = notGiven,
): ChangeWhat {
  if (ask.kind === 'register') return registered(ask, finding);
  if (ask.kind === 'renew') return { ...ask, price: renewalPrice };
  if (ask.kind !== 'contacts') return ask;
  return { kind: 'contacts', roles: ask.roles.map((role) => changedIn(role, contacts)) };
}

const registered = (
  ask: Extract<ChangeAsk, { readonly kind: 'register' }>,
  finding: Pick<Finding, 'kind' | 'prices'> | null,
): ChangeWhat => ({
  kind: 'register',
  periodYears: ask.periodYears,
  nameservers: ask.nameservers,
  roles: registrationRoles.filter((role) => ask.contacts[role] !== undefined),
  addons: ask.addons,
  idnLanguage: ask.idnLanguage,
  domainFields: Object.keys(ask.domainFields),
  isPremium: finding?.kind === 'premium',
  price: registrationPrice(finding?.prices ?? [], ask.periodYears),
});

/** Every field counts as changed where the previous values are not known. */
const changedIn = ({ name: role, fields }: ContactFields, read: readonly ContactFields[] | null) => ({
  name: role,
  changed: fields
    .filter(({ name, value }) => read === null || valueIn(read, role, name) !== value)
    .map(({ name }) => name),
});

/** The usual form of a value, by a word in its field's name. The API states no rule, so this only warns and never blocks. */
const usual: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/e-?mail/i, /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  [/^country/i, /^[a-z]{2}$/i],
  [/phone/i, /^\+\d{1,3}\.?[\d ()-]{4,20}$/],
];

/** The fields of a change whose values look unusual, as `Role: Field`. Names only: values are personal. */
function unusualFields(ask: ChangeAsk): readonly string[] {
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

export type Warning = z.output<typeof changeWarning>;

/** What warnings are made from. */
interface Weighed {
  readonly domain: string;
  readonly ask: ChangeAsk;
  readonly present: Present;
  readonly known: KnownOfDomain;
  readonly lines: readonly ChangeLine[];
  /** Null where no cost of the change is known. */
  readonly price: Price | null;
  /** The last change of the family; null where there is none. */
  readonly last: Change | null;
}

/** Reasons against sending, and what should be known before it. Warnings never block. */
export const warningsOf = (weighed: Weighed): readonly Warning[] =>
  warners.flatMap((warn) => warn(weighed)).slice(0, mostWarnings);

const mostWarnings = 50;

type Warner = (weighed: Weighed) => readonly Warning[];

const when = (is: boolean, id: Warning['id'], text: string): readonly Warning[] =>
  is ? [{ id, text: text.slice(0, 500) }] : [];

const notShown: Readonly<Record<PresentPart, string>> = {
  lock: 'The service did not show the registrar lock as it is now.',
  nameservers: 'The service did not show the nameservers as they are now.',
  contacts: 'The service did not show the contacts as they are now.',
  credit: 'The service did not show the credit as it is now.',
  finding: 'The service did not show whether the name is available now.',
};

const registrantRole = /^registrant$/i;

const warners: readonly Warner[] = [
  ({ present }) => present.troubles.flatMap(({ part }) => when(true, 'not-read-before', notShown[part])),
  ({ ask }) =>
    when(
      ask.kind === 'contacts' && ask.roles.some(({ name }) => registrantRole.test(name)),
      'registrant-change-may-need-approval',
      'Changing the registrant can need approvals by e-mail, and can lock the domain against transfers for a time.',
    ),
  ({ domain, ask, known }) => hostsInside(domain, ask, known),
  ({ ask, known: { usersOfHost } }) =>
    when(
      (ask.kind === 'child-delete' || ask.kind === 'child-modify') && usersOfHost.length > 0,
      'host-in-use',
      `Used as a nameserver by ${usersOfHost.slice(0, 5).join(', ')}${usersOfHost.length > 5 ? ` and ${usersOfHost.length - 5} more` : ''}.`,
    ),
  ({ ask, lines }) =>
    when(
      changesWhatIsRead.has(ask.kind) && lines.every(({ isChanged }) => !isChanged),
      'nothing-changes',
      'Everything is like this already.',
    ),
  missingOfRegistrant,
  ({ ask }) =>
    unusualFields(ask).flatMap((field) =>
      when(true, 'unusual-value', `${field} has an unusual form. It is sent as it stands.`),
    ),
  renewedBefore,
  triedBefore,
  ({ price }) =>
    when(
      price !== null && price.kind !== 'given',
      'price-not-given',
      'The service does not say what this costs.',
    ),
  creditMayNotDo,
  ({ ask }) =>
    when(ask.kind === 'sync', 'effects-unknown', 'It is not documented what a sync does or changes.'),
  ({ ask, known }) =>
    when(
      ask.kind !== 'register' && known.domain === null,
      'not-in-portfolio',
      'This domain is not in the portfolio of this account.',
    ),
  ({ ask }) =>
    when(
      addressesIn(ask).some((address) => address.includes(':')),
      'ipv6-unknown',
      'It is not known whether the service takes IPv6 addresses.',
    ),
  ({ present }) =>
    when(
      present.finding?.kind === 'premium',
      'premium',
      'This is a premium name: it can cost many times the usual price, also at each renewal.',
    ),
];

const mostlyRequiredWords: Readonly<Record<MostlyRequired, string>> = {
  firstname: 'name',
  address1: 'address',
  city: 'city',
  postcode: 'postcode',
  country: 'country',
  phonenumber: 'phone',
  email: 'e-mail',
};

/** Checks the registrant only: the other roles are sent as copies of it, or not at all. */
function missingOfRegistrant({ ask }: Weighed): readonly Warning[] {
  if (ask.kind !== 'register' || ask.contacts.registrant === undefined) return [];
  const missing = missingIn(ask.contacts.registrant).map((field) => mostlyRequiredWords[field]);
  return when(
    missing.length > 0,
    'missing-value',
    `Missing for the registrant: ${missing.join(', ')}. Most registries refuse an order without them.`,
  );
}

const changesWhatIsRead: ReadonlySet<ChangeAsk['kind']> = new Set(['lock', 'nameservers', 'contacts']);

function hostsInside(domain: string, ask: ChangeAsk, { children }: KnownOfDomain): readonly Warning[] {
  if (ask.kind !== 'nameservers') return [];
  const known = new Set(children.map(({ host }) => host));
  return ask.nameservers
    .map(plainHost)
    .filter((host) => host.endsWith(`.${domain}`) && !known.has(host))
    .flatMap((host) =>
      when(
        true,
        'host-inside-without-child',
        `${host} lies inside this domain, and no child nameserver of this name is known here. Without one it cannot be found.`,
      ),
    );
}

function renewedBefore({ ask, last }: Weighed): readonly Warning[] {
  if (ask.kind !== 'renew' || last === null || !mayHaveHappened(last)) return [];
  return when(
    true,
    'renewed-before',
    `Renewed before, as change ${last.number} of ${last.createdAt.slice(0, 10)}.`,
  );
}

function triedBefore({ ask, last }: Weighed): readonly Warning[] {
  if ((ask.kind !== 'register' && ask.kind !== 'renew') || last === null || mayHaveHappened(last)) return [];
  return when(
    true,
    'tried-before',
    `Tried before, as change ${last.number} of ${last.createdAt.slice(0, 10)}.`,
  );
}

const mayHaveHappened = ({ state, settledAs }: Change): boolean =>
  state === 'confirmed' || state === 'applied' || state === 'uncertain' || settledAs === 'applied';

/** Unknown: whether price and credit are in the same currency. So this is a warning and not a rule. */
function creditMayNotDo({ price, present: { before } }: Weighed): readonly Warning[] {
  if (price?.kind !== 'given' || before.credit == null) return [];
  return when(
    Number(before.credit) < Number(price.amount),
    'credit-may-not-do',
    `The credit of ${before.credit} may not be enough for ${price.amount}.`,
  );
}

function addressesIn(ask: ChangeAsk): readonly string[] {
  if (ask.kind === 'child-register') return [ask.address];
  return ask.kind === 'child-modify' ? [ask.currentAddress, ask.newAddress] : [];
}
