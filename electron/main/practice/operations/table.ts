import { asciiName, listedTlds, readLabel, registerCents, type Tld, tldOf } from '../findings.ts';
import {
  type Answer,
  decimal,
  type Form,
  type Invalid,
  invalid,
  json,
  nestedOf,
  refused,
  success,
  textOf,
} from '../wire.ts';
import {
  type Asked,
  dayOf,
  domainRows,
  type Handler,
  newDomain,
  type PracticeDomain,
  readNameserverFields,
  type Row,
  type Rows,
  storeDomain,
  type World,
  yearsAfter,
} from './domains.ts';
import { findingNow, lookup, namesLookedUp } from './lookup.ts';
import { type ContactSet, readRegistrationContacts } from '../contacts.ts';

// Source: Domain Reseller API v2.2, "Credits, TLDs, version".

const credits: Handler = (_asked, world) => json(decimal(world.account.creditCents));

const tldsAnswer = json(listedTlds);
const tldList: Handler = () => tldsAnswer;

const versionAnswer = json('2.2.0');
const version: Handler = () => versionAnswer;

// Unknown: the shapes of both orders. Assumed: the fields and answers that vendors show.

/** Source: Domain Reseller API v2.2, "Errors": the one published refusal, an object named `error`. Assumed: its inside. */
const exists = json({ error: { message: 'Domain already exists' } }, 400);

const noCredit = refused('Reseller does not have enough credits on his account');

const register: Handler = ({ form }, world) => {
  const read = readRegistration(form);
  if (!read.isValid) return refused(read.message);
  const finding = findingNow(read.label, read.tld.name, world);
  if (finding === 'taken') return exists;
  if (finding === 'reserved') return refused('Domain is reserved');
  const priceCents = registerCents(read.tld, finding) * read.periodYears;
  const registeredOn = dayOf(world.now());
  const { name, nameservers, contacts } = read;
  const expiryOn = yearsAfter(registeredOn, read.periodYears);
  return paid(world, priceCents, newDomain({ name, registeredOn, expiryOn, nameservers, contacts }));
};

const renew: Handler = ({ form }, world) => {
  const domain = world.account.domains.get(asciiName(textOf(form, 'domain')) ?? '');
  const tld = domain === undefined ? undefined : tldOf(domain.name);
  if (domain === undefined || tld === undefined) return refused('Domain not found');
  const period = periodOf(form);
  if (!period.isValid) return refused(period.message);
  const expiryOn = yearsAfter(domain.expiryOn, period.years);
  return paid(world, tld.renewCents * period.years, { ...domain, expiryOn });
};

const orderRows = {
  'POST /order/domains/register': { name: 'register', handle: register, isChange: true },
  'POST /order/domains/renew': { name: 'renew', handle: renew, isChange: true },
} as const satisfies Rows;

/** Charges the price and stores the domain, both or neither. */
function paid(world: World, priceCents: number, domain: PracticeDomain): Answer {
  if (world.account.creditCents < priceCents) return noCredit;
  world.account.creditCents -= priceCents;
  storeDomain(world, domain);
  return success;
}

/** A registration request after validation of every field. */
interface Registration {
  readonly isValid: true;
  /** The full name, as A-labels. */
  readonly name: string;
  readonly label: string;
  readonly tld: Tld;
  readonly periodYears: number;
  readonly nameservers: readonly string[];
  readonly contacts: ContactSet;
}

function readRegistration(form: Form): Registration | Invalid {
  const domain = readName(textOf(form, 'domain'));
  if (!domain.isValid) return domain;
  const period = periodOf(form);
  if (!period.isValid) return period;
  const nameservers = readNameserverFields(nestedOf(form, 'nameservers'));
  if (!nameservers.isValid) return nameservers;
  const contacts = readRegistrationContacts(nestedOf(form, 'contacts'));
  if (contacts === null) return invalid('contacts[registrant] needs a name and an e-mail address');
  return { ...domain, periodYears: period.years, nameservers: nameservers.hosts, contacts };
}

function readName(domain: string): Pick<Registration, 'isValid' | 'name' | 'label' | 'tld'> | Invalid {
  const name = asciiName(domain);
  const tld = name === null ? undefined : tldOf(name);
  if (name === null || tld === undefined) return invalid('domain must be a name under a supported TLD');
  const label = readLabel(name.slice(0, -tld.name.length - 1));
  return label.isValid ? { isValid: true, name, label: label.ascii, tld } : label;
}

/** Unknown: period limits. Assumed: whole years, ten at most. */
function periodOf(form: Form): { readonly isValid: true; readonly years: number } | Invalid {
  const period = textOf(form, 'regperiod');
  return /^(?:[1-9]|10)$/.test(period)
    ? { isValid: true, years: Number(period) }
    : invalid('regperiod must be a number of years from 1 to 10');
}

/** The operations by their paths as documented. Everything that lists operations follows from this table. */
const table = {
  'POST /domains/lookup': { name: 'lookup', handle: lookup },
  'GET /billing/credits': { name: 'credits', handle: credits },
  'GET /tlds': { name: 'tlds', handle: tldList },
  'GET /version': { name: 'version', handle: version },
  ...domainRows,
  ...orderRows,
} as const satisfies Rows;

export type Operation = (typeof table)[keyof typeof table]['name'];

const rows: readonly (readonly [path: string, row: Row & { readonly name: Operation }])[] =
  Object.entries(table);
const rowAt = new Map(rows);

const namesWhere = (isMeant: (path: string, row: Row) => boolean): readonly Operation[] =>
  rows.filter(([path, row]) => isMeant(path, row)).map(([, { name }]) => name);

export const operations = namesWhere(() => true);

/** The operations that change something. */
export const changes = namesWhere((_path, { isChange }) => isChange === true);

/** The operations on one domain, orders included. */
export const aboutDomains = namesWhere(
  (path, { isChange }) => isChange === true || path.includes(' /domains/{domain}/'),
);

/** The full names of a request, as A-labels: from its path, from its form, or all combinations of a lookup. */
export function namesAsked(operation: Operation, { domain, form }: Asked): readonly string[] {
  if (operation === 'lookup') return namesLookedUp(form);
  const name = asciiName(domain === '' ? textOf(form, 'domain') : domain);
  return name === null ? [] : [name];
}

export interface Route {
  readonly operation: Operation;
  /** The path variable, percent-decoded; empty where the path has none. */
  readonly domain: string;
  readonly handle: Handler;
}

const domainPath = /^\/domains\/([^/]+)(\/.+)$/;

/** @param path Below the base path, without a query. @returns null if no operation matches. */
export function routeOf(method: string, path: string): Route | null {
  const plain = rowAt.get(`${method} ${path}`);
  if (plain !== undefined) return routeTo(plain, '');
  const [, encoded, rest] = domainPath.exec(path) ?? [];
  if (encoded === undefined || rest === undefined) return null;
  const row = rowAt.get(`${method} /domains/{domain}${rest}`);
  const domain = decoded(encoded);
  return row === undefined || domain === null ? null : routeTo(row, domain);
}

const routeTo = ({ name, handle }: (typeof rows)[number][1], domain: string): Route => ({
  operation: name,
  domain,
  handle,
});

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
