import { createHash } from 'node:crypto';
import {
  type Contact,
  contactFields,
  contactRoles,
  type ContactSet,
  dayOf,
  type PracticeDomain,
  type World,
} from '../account.ts';
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
  const problem = problemOf(details);
  if (problem !== null) return refused(problem);
  storeDomain(world, { ...domain, contacts: merged(domain.contacts, details) });
  return json({ status: 'success', message: '', success: 'success' });
});

function problemOf(details: Form): string | null {
  const roles = Object.keys(details);
  if (roles.length === 0) return 'contactdetails is required';
  return (
    roles.map((role) => roleProblem(role, nestedOf(details, role))).find((text) => text !== null) ?? null
  );
}

function roleProblem(role: string, fields: Form): string | null {
  if (!isOneOf(contactRoles, role)) return `Unknown contact role: ${role}`;
  const unknown = Object.keys(fields).find((field) => !isOneOf(contactFields, field));
  if (unknown !== undefined) return `Unknown contact field: ${unknown}`;
  const country = textOf(fields, 'Country');
  return country === '' || /^[A-Za-z]{2}$/.test(country) ? null : 'Country must be a two-letter country code';
}

const isOneOf = (words: readonly string[], word: string): boolean => words.includes(word);

function merged(contacts: ContactSet, details: Form): ContactSet {
  const one = (role: keyof ContactSet): Contact => mergedContact(contacts[role], nestedOf(details, role));
  return { Registrant: one('Registrant'), Admin: one('Admin'), Tech: one('Tech'), Billing: one('Billing') };
}

function mergedContact(contact: Contact, fields: Form): Contact {
  const sent = contactFields.filter((field) => typeof fields[field] === 'string');
  return { ...contact, ...Object.fromEntries(sent.map((field) => [field, textOf(fields, field)])) };
}

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
