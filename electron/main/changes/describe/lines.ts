import {
  type Addons,
  type ChangeAsk,
  type ChangeLine,
  type ContactFields,
  type RegistrationField,
  registrationFields,
  type RegistrationRole,
  registrationRoles,
} from '#shared/domain/change.ts';
import type { ChildNameserver, Domain } from '#shared/domain/portfolio.ts';
import { yearsLater } from '#shared/domain/days.ts';
import { assertNever } from '#shared/assert-never.ts';
import { valueIn } from '../digests.ts';
import { plainHost } from '../hosts.ts';
import type { Present } from '../present.ts';

/** What is known of the domain beyond what was just read. */
export interface KnownOfDomain {
  readonly domain: Domain | null;
  readonly children: readonly ChildNameserver[];
  /** Domains of the account that use the host that is to be deleted or moved. */
  readonly usersOfHost: readonly string[];
}

/** Before → after, line by line, in clear: for the person who is to decide. Source of `before`: what was read just now. */
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

/** A copy of the registrant is said to be one; every field of it is in what is sent. */
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
