import type { ChangeWhat } from '#shared/changes/index.ts';
import type { Change } from '#shared/domain/change.ts';
import { aChange, anUncertainChange } from '../a-change.ts';
import { aPlanId } from '../a-plan.ts';
import { ago } from './searching.ts';

/** Of the account that is the active one in these scenes. */
export const mine = { accountId: 'account-1', accountLabel: 'Northwind Hosting' };
/** Everything about it happened so many minutes ago. */
export const at = (minutes: number) => ({
  createdAt: ago(minutes),
  sentAt: ago(minutes),
  changedAt: ago(minutes),
});
const given = { kind: 'given', amount: '12.50', currency: 'EUR' } as const;
const renewal: ChangeWhat = { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } };
const registration: ChangeWhat = {
  kind: 'register',
  periodYears: 2,
  nameservers: ['ns1.northwind.example', 'ns2.northwind.example'],
  roles: ['registrant', 'admin'],
  addons: { idProtection: true },
  idnLanguage: null,
  domainFields: [],
  isPremium: false,
  price: given,
};
const contacts: ChangeWhat = {
  kind: 'contacts',
  roles: [
    { name: 'Registrant', changed: ['Company_Name', 'Address_1', 'ZIP_code', 'Email'] },
    { name: 'Admin', changed: ['Email'] },
  ],
};

const credit = (before: string, after: string) => ({
  label: 'Credit',
  before,
  after,
  speaks: before === after ? ('against' as const) : ('for' as const),
});

/** Changes in every state and of every kind, the oldest first. */
export const changes: readonly Change[] = [
  aChange({
    ...mine,
    number: 1,
    domain: 'contoso.org',
    what: { kind: 'sync' },
    proof: 'answer',
    ...at(9_000),
    told: { active: true, expired: false, transferredAway: null, expiresOn: '2027-08-14' },
  }),
  aChange({
    ...mine,
    number: 2,
    domain: 'ns-hosting.net',
    what: { kind: 'child-register', host: 'ns1.ns-hosting.net', address: '192.0.2.11' },
    proof: 'answer',
    ...at(8_000),
  }),
  aChange({
    ...mine,
    number: 3,
    domain: 'bakery-hamburg.de',
    what: registration,
    state: 'refused',
    proof: 'read-back',
    readBackAt: ago(7_900),
    error: { kind: 'refused', why: 'credit', status: 400, said: 'Insufficient credit' },
    ...at(7_900),
  }),
  aChange({
    ...mine,
    number: 4,
    domain: 'bakery-hamburg.de',
    what: registration,
    state: 'applied',
    readBackAt: ago(7_000),
    error: { kind: 'refused', why: 'exists', status: 400, said: 'The object exists' },
    evidence: [
      { label: 'Looked up', before: 'available', after: 'taken', speaks: 'for' },
      { label: 'Registrar lock', before: null, after: 'locked', speaks: 'for' },
    ],
    ...at(7_000),
  }),
  aChange({
    ...mine,
    number: 5,
    domain: 'xn--bckerei-5wa.de',
    what: {
      kind: 'nameservers',
      nameservers: ['ns1.northwind.example', 'ns2.northwind.example', 'ns3.northwind.example'],
    },
    before: { readAt: ago(3_000), nameservers: ['ns1.old-host.example', 'ns2.old-host.example'] },
    readBackAt: ago(2_999),
    ...at(3_000),
  }),
  aChange({
    ...mine,
    number: 6,
    domain: 'northwind.com',
    what: renewal,
    state: 'settled',
    proof: 'person',
    settledAs: 'applied',
    note: 'Seen on the provider’s page: expires 14 August 2028',
    error: { kind: 'uncertain', why: 'server-error' },
    evidence: [credit('1297.00', '1284.50')],
    ...at(1_500),
  }),
  aChange({
    ...mine,
    number: 7,
    domain: 'harbour-shop.co.uk',
    what: { kind: 'lock', state: 'unlocked' },
    before: { readAt: ago(1_441), lock: 'locked' },
    state: 'not-applied',
    proof: 'read-back',
    readBackAt: ago(1_400),
    error: { kind: 'uncertain', why: 'no-complete-answer' },
    ...at(1_440),
  }),
  aChange({
    ...mine,
    number: 8,
    domain: 'ns-hosting.net',
    what: {
      kind: 'child-modify',
      host: 'ns1.ns-hosting.net',
      currentAddress: '192.0.2.11',
      newAddress: '2001:db8::11',
    },
    state: 'withdrawn',
    ...at(300),
    sentAt: null,
  }),
  anUncertainChange({
    ...mine,
    number: 9,
    domain: 'northwind-hosting-and-more-for-everybody.example',
    what: contacts,
    ...at(200),
    readBackAt: null,
  }),
  aChange({
    ...mine,
    number: 10,
    domain: 'contoso.com',
    what: { kind: 'child-delete', host: 'ns9.contoso.com' },
    proof: 'answer',
    ...at(120),
  }),
  anUncertainChange({
    ...mine,
    number: 11,
    domain: 'contoso.com',
    what: renewal,
    before: { readAt: ago(65), credit: '1297.00' },
    readBackAt: ago(60),
    evidence: [credit('1297.00', '1284.50')],
    planId: aPlanId(1),
    ...at(64),
  }),
  aChange({
    ...mine,
    number: 12,
    domain: 'spring-campaign.shop',
    what: { kind: 'lock', state: 'locked' },
    state: 'planned',
    before: { readAt: ago(10), lock: 'unlocked' },
    attempts: 1,
    error: { kind: 'not-sent', why: 'connection-refused' },
    ...at(10),
  }),
  aChange({
    ...mine,
    number: 13,
    domain: 'northwind.com',
    what: { kind: 'lock', state: 'locked' },
    state: 'sending',
    ...at(0),
  }),
];
