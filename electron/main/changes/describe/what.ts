import type { ChangeAsk, ChangeWhat, ContactFields } from '#shared/domain/change.ts';
import { registrationRoles } from '#shared/domain/change.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { notGiven, type Price, registrationPrice } from '#shared/domain/price.ts';
import { valueIn } from '../digests.ts';
import type { Present } from '../present.ts';

/** What a change is about without anything personal: names of fields, never their values. */
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

/** Everything counts as changed where it is not known what was there. */
const changedIn = ({ name: role, fields }: ContactFields, read: readonly ContactFields[] | null) => ({
  name: role,
  changed: fields
    .filter(({ name, value }) => read === null || valueIn(read, role, name) !== value)
    .map(({ name }) => name),
});
