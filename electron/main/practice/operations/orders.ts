import type { PracticeDomain, World } from '../account.ts';
import { type Answer, json, refused, success } from '../answer.ts';
import { dayOf, yearsAfter } from '../days.ts';
import { asciiName } from '../findings/names.ts';
import { tldOf } from '../findings/tlds.ts';
import { textOf } from '../form.ts';
import { findingNow } from './finding-now.ts';
import { type Handler, keep } from './operation.ts';
import { periodOf, readRegistration, type Registration } from './registration.ts';

// Unknown: the shapes of both orders. Assumed: the fields and answers that vendors show.

/** A premium name costs this many times its TLD's price. */
const premiumFactor = 25;

/** Source: Domain Reseller API v2.2, "Errors": the one published refusal, an object named `error`. Assumed: its inside. */
const exists = json({ error: { message: 'Domain already exists' } }, 400);

const noCredit = refused('Reseller does not have enough credits on his account');

export const register: Handler = ({ form }, world) => {
  const read = readRegistration(form);
  if (!read.isValid) return refused(read.message);
  const finding = findingNow(read.label, read.tld.name, world);
  if (finding === 'taken') return exists;
  if (finding === 'reserved') return refused('Domain is reserved');
  const yearCents = read.tld.registerCents * (finding === 'premium' ? premiumFactor : 1);
  return paid(world, yearCents * read.periodYears, newDomain(read, dayOf(world.now())));
};

export const renew: Handler = ({ form }, world) => {
  const domain = world.account.domains.get(asciiName(textOf(form, 'domain')) ?? '');
  const tld = domain === undefined ? undefined : tldOf(domain.name);
  if (domain === undefined || tld === undefined) return refused('Domain not found');
  const period = periodOf(form);
  if (!period.isValid) return refused(period.message);
  const expiryOn = yearsAfter(domain.expiryOn, period.years);
  return paid(world, tld.renewCents * period.years, { ...domain, expiryOn });
};

const newDomain = (order: Registration, registeredOn: string): PracticeDomain => ({
  name: order.name,
  registeredOn,
  expiryOn: yearsAfter(registeredOn, order.periodYears),
  isLocked: true,
  nameservers: order.nameservers,
  contacts: order.contacts,
  childNameservers: new Map(),
});

/** Takes the price and keeps the domain as it is then, both or neither. */
function paid(world: World, priceCents: number, domain: PracticeDomain): Answer {
  if (world.account.creditCents < priceCents) return noCredit;
  world.account.creditCents -= priceCents;
  keep(world, domain);
  return success;
}
