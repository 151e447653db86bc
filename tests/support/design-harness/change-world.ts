import type { ChangeWhat } from '#shared/changes/index.ts';
import type { Change } from '#shared/domain/change.ts';
import type { ChildNameserver, Template } from '#shared/domain/portfolio.ts';
import type { Output } from '#shared/routes.ts';
import { aChangeId, aFollowedChange } from '../fake-change-flow.ts';
import { aDomain, aKnown } from '../fake-portfolio.ts';
import { anAccount, aPracticeAccount, aWorld } from '../fake-world.ts';
import { ago } from './searching.ts';

type Review = Output<'changes', 'prepare'>;

/** The domain of all these scenes. */
export const changedDomain = 'xn--bckerei-5wa.example';

export const world = {
  accounts: [anAccount(), aPracticeAccount()],
  activeId: 'account-1',
  status: {
    ...aWorld().status,
    accountId: 'account-1',
    credit: { amount: '1284.50', readAt: ago(3) },
  },
  domains: [
    aDomain(changedDomain, {
      accountId: 'account-1',
      lock: aKnown('unlocked', { at: ago(3) }),
      nameservers: aKnown(['ns1.northwind.example', 'ns2.northwind.example'], { at: ago(42) }),
      expiresOn: aKnown('2027-08-14', { at: ago(3_000), source: 'sync' }),
    }),
    aDomain('hafen-cafe.example', {
      accountId: 'account-1',
      nameservers: aKnown([`ns1.${changedDomain}`, `ns2.${changedDomain}`]),
    }),
  ],
  templates: [
    {
      id: '00000000-0000-4000-9200-000000000001',
      name: 'Northwind DNS',
      kind: 'nameservers',
      nameservers: ['ns1.northwind.example', 'ns2.northwind.example', 'ns3.northwind.example'],
    },
    {
      id: '00000000-0000-4000-9200-000000000002',
      name: 'Parking',
      kind: 'nameservers',
      nameservers: ['park1.contoso.example', 'park2.contoso.example'],
    },
  ] satisfies readonly Template[],
};

export const practice = {
  ...world,
  activeId: 'practice',
  domains: [aDomain(changedDomain, { lock: aKnown('unlocked') })],
};

export const ours = { accountId: 'account-1', accountLabel: 'Northwind Hosting' };
export const renewal: ChangeWhat = {
  kind: 'renew',
  periodYears: 1,
  addons: {},
  price: { kind: 'not-given' },
};

export const change = (changes: Partial<Change>): Change =>
  aFollowedChange({
    ...ours,
    domain: changedDomain,
    createdAt: ago(0),
    changedAt: ago(0),
    sentAt: ago(0),
    ...changes,
  });

export const children: readonly ChildNameserver[] = [
  {
    host: `ns1.${changedDomain}`,
    addresses: ['192.0.2.17', '2001:db8::17'],
    at: ago(9_000),
    source: 'change',
  },
  { host: `ns2.${changedDomain}`, addresses: [], at: ago(70_000), source: 'typed' },
];

/** What a review of each kind holds. */
export const reviews: Partial<Record<Review['kind'], Partial<Review>>> = {
  lock: {
    last: change({
      id: aChangeId(4),
      number: 4,
      state: 'settled',
      settledAs: 'applied',
      proof: 'person',
      sentAt: ago(9_000),
    }),
  },
  renew: {
    lines: [{ label: 'Renew for', before: null, after: '1 year', isChanged: true }],
    sent: {
      method: 'POST',
      path: '/order/domains/renew',
      fields: [
        { name: 'domain', value: changedDomain },
        { name: 'regperiod', value: '1' },
      ],
    },
    price: { kind: 'not-given' },
    credit: { amount: '1284.50', readAt: ago(0) },
    warnings: [
      { id: 'renewed-before', text: 'Renewed before, as change 9 of 2026-11-20.' },
      { id: 'price-not-given', text: 'The service gives no price for this.' },
    ],
    last: change({
      id: aChangeId(9),
      number: 9,
      what: renewal,
      state: 'confirmed',
      proof: 'answer',
      sentAt: ago(1_500),
    }),
    asksFor: { typedName: true, premium: false, limits: [] },
  },
  nameservers: {
    lines: [
      {
        label: 'Nameserver 1',
        before: 'ns1.northwind.example',
        after: 'ns1.northwind.example',
        isChanged: false,
      },
      {
        label: 'Nameserver 2',
        before: 'ns2.northwind.example',
        after: `ns1.${changedDomain}`,
        isChanged: true,
      },
      { label: 'Nameserver 3', before: '', after: 'ns2.contoso-managed-dns.example', isChanged: true },
    ],
    sent: {
      method: 'POST',
      path: `/domains/${changedDomain}/nameservers`,
      fields: [
        { name: 'ns1', value: 'ns1.northwind.example' },
        { name: 'ns2', value: `ns1.${changedDomain}` },
        { name: 'ns3', value: 'ns2.contoso-managed-dns.example' },
      ],
    },
    warnings: [
      {
        id: 'host-inside-without-child',
        text: `ns1.${changedDomain} is inside this domain, and no child nameserver with this name is known here. Without one it cannot be found.`,
      },
    ],
  },
  'child-delete': {
    lines: [
      {
        label: `Address of ns1.${changedDomain}`,
        before: '192.0.2.17, 2001:db8::17',
        after: '',
        isChanged: true,
      },
    ],
    warnings: [{ id: 'host-in-use', text: 'Used as a nameserver by hafen-cafe.example.' }],
    asksFor: { typedName: true, premium: false, limits: [] },
  },
};
