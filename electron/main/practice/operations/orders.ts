import { type ContactSet, readRegistrationContacts } from '../contacts.ts';
import { asciiName, readLabel, registerCents, type Tld, tldOf } from '../findings.ts';
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
import {
  dayOf,
  type Handler,
  newDomain,
  type PracticeDomain,
  readNameserverFields,
  type Rows,
  storeDomain,
  type World,
  yearsAfter,
} from './domains.ts';
import { findingNow } from './lookup.ts';

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

export const orderRows = {
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
