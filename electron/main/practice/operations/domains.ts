import { createHash } from 'node:crypto';
import { contactProblem, contactsAt, type ContactSet, mergedContacts } from '../contacts.ts';
import { asciiName } from '../findings.ts';
import {
  type Answer,
  type Form,
  type Invalid,
  invalid,
  json,
  nestedOf,
  refused,
  success,
  textOf,
} from '../wire.ts';

/** A registered name. Days are written `YYYY-MM-DD`, in UTC. */
export interface PracticeDomain {
  /** The full name as A-labels in lower case. */
  readonly name: string;
  readonly registeredOn: string;
  readonly expiryOn: string;
  readonly isLocked: boolean;
  readonly nameservers: readonly string[];
  readonly contacts: ContactSet;
  /** Address by full host name. */
  readonly childNameservers: ReadonlyMap<string, string>;
}

/** A domain as it is once it was ordered: what was ordered, and what every registration begins with. */
export const newDomain = (
  ordered: Pick<PracticeDomain, 'name' | 'registeredOn' | 'expiryOn' | 'nameservers' | 'contacts'>,
): PracticeDomain => ({ ...ordered, isLocked: true, childNameservers: new Map() });

/** The state of the practice service. A domain is replaced as a whole, never changed in place. */
interface PracticeAccount {
  creditCents: number;
  domains: Map<string, PracticeDomain>;
}

/** The input of every operation: the account, the seed of the findings, and the time. */
export interface World {
  readonly account: PracticeAccount;
  readonly seed: number;
  /** Whether most lookups answer with prices. */
  readonly mostPriced: boolean;
  readonly now: () => Date;
}

/** A domain that the account owns at the start. */
export interface StartingDomain {
  readonly name: string;
  /** Until it expires. */
  readonly days: number;
  readonly isUnlocked?: boolean;
  /** The zone of its two nameservers. */
  readonly zone?: string;
  readonly children?: readonly (readonly [host: string, address: string])[];
}

const ownedAtStart: readonly StartingDomain[] = [
  { name: 'harbour-books.com', days: 212 },
  { name: 'harbour-books.net', days: 212 },
  { name: 'lindenhof-garten.de', days: 31 },
  { name: 'xn--bckerei-schmidt-0kb.de', days: 74, zone: 'bakery-hosting.example' },
  { name: 'northwind-cycles.co.uk', days: 9 },
  { name: 'cape-coffee.co.za', days: 143, isUnlocked: true },
  { name: 'sunstone-surf.com.au', days: 365, zone: 'surf-cloud.example' },
  { name: 'quiet-harbor.org', days: 500 },
  {
    name: 'orbit-hosting.net',
    days: 88,
    zone: 'orbit-hosting.net',
    children: [
      ['ns1.orbit-hosting.net', '192.0.2.11'],
      ['ns2.orbit-hosting.net', '198.51.100.12'],
    ],
  },
  { name: 'paperplane.studio', days: 27, isUnlocked: true, zone: 'surf-cloud.example' },
  { name: 'oakline.io', days: 640 },
  { name: 'old-lighthouse.info', days: -6, zone: 'parking.example' },
];

const registeredDaysAgo = 700;

/**
 * The domains that the account owns at the start: one about to expire, one expired, some unlocked, one an IDN.
 *
 * @param more Additional domains.
 */
export function startingDomains(
  now: Date,
  more: readonly StartingDomain[] = [],
): Map<string, PracticeDomain> {
  return new Map(
    [...ownedAtStart, ...more].map(
      ({ name, days, isUnlocked = false, zone = 'practice-dns.example', children }, index) => {
        const ordered = {
          name,
          registeredOn: daysAfter(now, -registeredDaysAgo),
          expiryOn: daysAfter(now, days),
          nameservers: [`ns1.${zone}`, `ns2.${zone}`],
          contacts: contactsAt(index),
        };
        return [name, { ...newDomain(ordered), isLocked: !isUnlocked, childNameservers: new Map(children) }];
      },
    ),
  );
}

/** The input of an operation. */
export interface Asked {
  /** The path variable, percent-decoded; empty where the path has none. */
  readonly domain: string;
  readonly form: Form;
}

/** Carries out an operation: changes the world's account and returns the answer. */
export type Handler = (asked: Asked, world: World) => Answer;

export interface Row {
  readonly name: string;
  readonly handle: Handler;
  /** It changes something. */
  readonly isChange?: true;
}

/** Operations by their paths as documented. */
export type Rows = Readonly<Record<string, Row>>;

/** An operation on one domain of the account; a name that is not in the account is rejected. */
function onDomain(handle: (domain: PracticeDomain, form: Form, world: World) => Answer): Handler {
  return (asked, world) => {
    const domain = world.account.domains.get(asciiName(asked.domain) ?? '');
    return domain === undefined ? refused('Domain not found') : handle(domain, asked.form, world);
  };
}

/** Replaces the domain's state. */
export const storeDomain = (world: World, domain: PracticeDomain): void => {
  world.account.domains.set(domain.name, domain);
};

// Source: Domain Reseller API v2.2, "Contact details".

const readContact = onDomain((domain) => json(domain.contacts));

/**
 * Unknown: whether other roles than Registrant can be written, and which fields are required. Assumed: every role may be
 * written; a field that is not sent stays, one that is sent empty becomes empty.
 */
const writeContact = onDomain((domain, form, world) => {
  const details = nestedOf(form, 'contactdetails');
  const problem = contactProblem(details);
  if (problem !== null) return refused(problem);
  storeDomain(world, { ...domain, contacts: mergedContacts(domain.contacts, details) });
  return json({ status: 'success', message: '', success: 'success' });
});

// Source: Domain Reseller API v2.2, "Registrar lock".

const readLock = onDomain((domain) => json(domain.isLocked ? 'locked' : 'unlocked'));

/** Only the two published words are accepted. Others are said to unlock silently; this service rejects them. */
const writeLock = onDomain((domain, form, world) => {
  const status = textOf(form, 'lockstatus');
  if (status !== 'locked' && status !== 'unlocked') return refused('lockstatus must be locked or unlocked');
  storeDomain(world, { ...domain, isLocked: status === 'locked' });
  return success;
});

// Unknown: the shapes of both. Assumed: the fields that vendors show.

const readCode = onDomain((domain, _form, world) => json({ eppcode: codeOf(world.seed, domain) }));

/** Read-only: there is no registry behind this service that could have changed a domain. */
const sync = onDomain((domain, _form, world) => {
  const expired = domain.expiryOn < dayOf(world.now());
  return json({ active: !expired, expirydate: domain.expiryOn, expired, transferredAway: false });
});

/** The domain's transfer code: constant for a seed and a registration; 16 characters, some of them symbols. */
export function codeOf(seed: number, { name, registeredOn }: PracticeDomain): string {
  const digest = createHash('sha256').update(`${seed} ${name} ${registeredOn}`).digest('base64url');
  return `${digest.slice(0, 7)}&${digest.slice(7, 12)}#${digest.slice(12, 14)}`;
}

// Unknown: the shapes of these five. Assumed: the fields and answers that vendors show.

const readNameservers = onDomain((domain) =>
  json(Object.fromEntries(domain.nameservers.map((host, index) => [`ns${index + 1}`, host]))),
);

/** Replaces the whole set. */
const writeNameservers = onDomain((domain, form, world) => {
  const read = readNameserverFields(form);
  if (!read.isValid) return refused(read.message);
  storeDomain(world, { ...domain, nameservers: read.hosts });
  return success;
});

/** A change to the children of a domain: a copy with the change, or the reason why there is none. */
const changeChildren = (
  change: (children: Map<string, string>, host: string | null, form: Form) => string | null,
): Handler =>
  onDomain((domain, form, world) => {
    const childNameservers = new Map(domain.childNameservers);
    const problem = change(childNameservers, hostIn(domain, form), form);
    if (problem !== null) return refused(problem);
    storeDomain(world, { ...domain, childNameservers });
    return success;
  });

const registerChild = changeChildren((children, host, form) => {
  if (host === null) return 'nameserver must be a host below the domain';
  if (children.has(host)) return 'Nameserver already exists';
  return setAddress(children, host, form, 'ipaddress');
});

const modifyChild = changeChildren((children, host, form) => {
  if (host === null || !children.has(host)) return 'Nameserver not found';
  if (textOf(form, 'currentipaddress') !== children.get(host)) return 'currentipaddress does not match';
  return setAddress(children, host, form, 'newipaddress');
});

const deleteChild = changeChildren((children, host) =>
  host !== null && children.delete(host) ? null : 'Nameserver not found',
);

function setAddress(children: Map<string, string>, host: string, form: Form, field: string): string | null {
  const address = textOf(form, field);
  if (!isAddress(address)) return `${field} must be an IP address`;
  children.set(host, address);
  return null;
}

/** The full host name in the form, if it is below the domain. */
function hostIn(domain: PracticeDomain, form: Form): string | null {
  const host = textOf(form, 'nameserver').toLowerCase();
  return isHost(host) && host.endsWith(`.${domain.name}`) ? host : null;
}

export const domainRows = {
  'GET /domains/{domain}/contact': { name: 'contact-read', handle: readContact },
  'POST /domains/{domain}/contact': { name: 'contact-write', handle: writeContact, isChange: true },
  'GET /domains/{domain}/lock': { name: 'lock-read', handle: readLock },
  'POST /domains/{domain}/lock': { name: 'lock-write', handle: writeLock, isChange: true },
  'GET /domains/{domain}/eppcode': { name: 'eppcode', handle: readCode },
  'POST /domains/{domain}/sync': { name: 'sync', handle: sync },
  'GET /domains/{domain}/nameservers': { name: 'nameservers-read', handle: readNameservers },
  'POST /domains/{domain}/nameservers': {
    name: 'nameservers-write',
    handle: writeNameservers,
    isChange: true,
  },
  'POST /domains/{domain}/nameservers/register': {
    name: 'child-register',
    handle: registerChild,
    isChange: true,
  },
  'POST /domains/{domain}/nameservers/modify': { name: 'child-modify', handle: modifyChild, isChange: true },
  'POST /domains/{domain}/nameservers/delete': { name: 'child-delete', handle: deleteChild, isChange: true },
} as const satisfies Rows;

const fields = ['ns1', 'ns2', 'ns3', 'ns4', 'ns5'] as const;

/**
 * The hosts in `ns1` … `ns5`, in their order.
 *
 * Unknown: how many there may be. Assumed: two are required, five at most.
 */
export function readNameserverFields(
  form: Form,
): { readonly isValid: true; readonly hosts: readonly string[] } | Invalid {
  const hosts = fields.map((field) => textOf(form, field).toLowerCase()).filter((host) => host !== '');
  const stray = hosts.find((host) => !isHost(host));
  if (stray !== undefined) return invalid(`Not a host name: ${stray}`);
  if (hosts.length < 2) return invalid('At least two nameservers are required');
  return { isValid: true, hosts };
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const host = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+${label}$`);
const byte = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const ipv6Characters = /^[\da-f:.]+$/i;
const ipv4 = new RegExp(`^${byte}(?:\\.${byte}){3}$`);

/** A full host name of at least two labels, in lower case. */
export const isHost = (text: string): boolean => host.test(text);

/** Unknown: whether IPv6 is accepted. Assumed: it is. */
export const isAddress = (text: string): boolean =>
  ipv4.test(text) || (text.includes(':') && ipv6Characters.test(text) && URL.canParse(`http://[${text}]/`));

/** A day in UTC, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The same day `years` later; 29 February becomes 28 February if that year has none. */
export function yearsAfter(dayOn: string, years: number): string {
  const [year = 0, month = 1, day = 1] = dayOn.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year + years, month - 1, Math.min(day, lastOfMonth))));
}

export const daysAfter = (at: Date, days: number): string =>
  dayOf(new Date(at.getTime() + days * 86_400_000));
