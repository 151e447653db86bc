import type { AppError } from '#shared/errors.ts';
import type { Domain, Reading } from '#shared/domain/portfolio.ts';
import { fail, ok } from '#shared/result.ts';
import { aChange, anUncertainChange } from '../a-change.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aDomain, aKnown, anUnreadDomain } from '../fake-portfolio.ts';
import { anAccount, aPracticeAccount, aWorld } from '../fake-world.ts';
import { ago } from './searching.ts';

const accountId = 'account-1';
const dayOff = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const read = <T>(value: T, minutes: number) => aKnown(value, { at: ago(minutes) });

/** A name that was read in all its parts so many minutes ago. */
const domain = (name: string, minutes: number, changes: Partial<Domain> = {}): Domain =>
  aDomain(name, {
    accountId,
    lock: read('locked', minutes),
    nameservers: read(['ns1.northwind.example', 'ns2.northwind.example'], minutes),
    registrant: read('Northwind Hosting', minutes),
    expiresOn: aKnown(dayOff(212), { at: ago(minutes), source: 'sync' }),
    transferredAway: aKnown(false, { at: ago(minutes), source: 'sync' }),
    ...changes,
  });

const away: AppError = { kind: 'unreachable', why: 'no-answer-in-time' };
const gone: AppError = { kind: 'refused', why: 'not-found', status: 404, said: 'Domain not found' };
const bakery = 'xn--bckerei-mller-bfb28a.de';

/** Each in a state of its own. */
const twelve: readonly Domain[] = [
  domain('northwind.com', 3, {
    tags: ['Northwind', 'own'],
    note: 'Our own name. Never unlock it without asking Robin.',
  }),
  domain('northwind.net', 3, { tags: ['Northwind'] }),
  domain(bakery, 64, {
    tags: ['Bäckerei Müller'],
    registrant: read('Bäckerei Müller GmbH & Co. KG', 64),
    expiresOn: aKnown(dayOff(12), { at: ago(900), source: 'sync' }),
  }),
  domain('harbour-lights.shop', 190, {
    lock: aKnown('unlocked', { at: ago(12), source: 'change' }),
    tags: ['Harbour Lights', 'shop', 'summer'],
    registrant: read('Robin Example', 190),
  }),
  domain('the-longest-name-that-anybody-ever-registered-for-a-bakery.co.uk', 190, {
    nameservers: read(
      ['ns1.a-rather-long-name-for-a-nameserver.example', 'ns2.dns.example', 'ns3.dns.example'],
      190,
    ),
    tags: ['a tag of quite some length, with words', 'uk'],
  }),
  domain('contoso.org', 2_900, {
    expiresOn: aKnown(dayOff(-4), { at: ago(20_000), source: 'typed' }),
    troubles: [
      { part: 'lock', error: away, at: ago(9) },
      { part: 'contacts', error: gone, at: ago(9) },
    ],
  }),
  domain('contoso.io', 12_000, { expiresOn: null, transferredAway: aKnown(true, { at: ago(12_000) }) }),
  anUnreadDomain('fresh-start.app', { accountId }),
  domain('fabrikam.eu', 40, { registrant: null, expiresOn: null, tags: ['Fabrikam'] }),
  domain('fabrikam.de', 40, {
    expiresOn: aKnown(dayOff(0), { at: ago(40), source: 'sync' }),
    tags: ['Fabrikam'],
  }),
  domain('adventure-works.co.uk', 55, { nameservers: read([], 55) }),
  domain('old-campaign.info', 90_000, { archivedAt: ago(60_000) }),
];

const many: readonly Domain[] = Array.from({ length: 10_000 }, (_, index) =>
  domain(
    `${['harbour', 'bakery', 'studio', 'garden', 'lights'][index % 5] ?? ''}-${String(index + 1)}.com`,
    index % 4_000,
    {
      tags: index % 3 === 0 ? ['Northwind'] : [],
      lock: index % 7 === 0 ? null : read(index % 11 === 0 ? 'unlocked' : 'locked', index % 4_000),
      expiresOn:
        index % 4 === 0 ? null : aKnown(dayOff((index % 700) - 20), { at: ago(400), source: 'sync' }),
    },
  ),
);

const changes = [
  aChange({
    number: 1,
    accountId,
    what: { kind: 'nameservers', nameservers: ['ns1.northwind.example'] },
    createdAt: ago(90_000),
  }),
  aChange({
    number: 2,
    accountId,
    what: { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } },
    state: 'settled',
    note: 'The credit went down by 9.80.',
    createdAt: ago(40_000),
  }),
  aChange({
    number: 3,
    accountId,
    what: { kind: 'lock', state: 'unlocked' },
    state: 'refused',
    createdAt: ago(4_000),
  }),
  aChange({
    number: 4,
    accountId,
    what: { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Email'] }] },
    createdAt: ago(900),
  }),
  anUncertainChange({ number: 5, accountId, domain: 'contoso.org', createdAt: ago(300) }),
  anUncertainChange({
    number: 6,
    accountId,
    what: { kind: 'renew', periodYears: 2, addons: {}, price: { kind: 'not-given' } },
    createdAt: ago(40),
  }),
  aChange({ number: 7, accountId, state: 'planned', what: { kind: 'sync' }, createdAt: ago(2) }),
];

const world = {
  accounts: [
    anAccount(),
    anAccount({ id: 'account-2', label: 'Contoso Web GmbH', colour: 'violet' }),
    aPracticeAccount(),
  ],
  activeId: accountId,
  status: { ...aWorld().status, accountId, credit: { amount: '1284.50', readAt: ago(3) } },
  domains: twelve,
  changes,
};

const readings = (of: Partial<Reading>): FakeAnswers => ({
  domains: {
    readAgain: ({ domains }) =>
      Promise.resolve(
        ok({
          id: '00000000-0000-4000-9100-000000000001',
          total: domains.length,
          done: Math.ceil(domains.length * 0.6),
          failed: 0,
          isFinished: false,
          error: null,
          ...of,
        }),
      ),
  },
});

const unkept: FakeAnswers = {
  domains: { note: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
};

const unlisted: FakeAnswers = {
  domains: { list: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' } as const)) },
};

/** The portfolio and a domain's page, in every state. */
export const portfolioScenes = {
  domains: { world },
  domainsEmpty: { world: { ...world, domains: [] } },
  domainsMany: { world: { ...world, domains: many, changes: [] } },
  domainsReading: { world, answers: readings({}) },
  domainsReadBadly: { world, answers: readings({ isFinished: true, failed: 2 }) },
  domainsReadNot: {
    world,
    answers: readings({ isFinished: true, error: { kind: 'unreachable', why: 'offline' } }),
  },
  domainsOffline: {
    world: {
      ...world,
      status: {
        ...world.status,
        connection: 'offline' as const,
        error: { kind: 'unreachable', why: 'offline' } as const,
      },
    },
  },
  domainsUnlisted: { world, answers: unlisted },
  domainsUnkept: { world, answers: unkept },
};
