import { describe, expect, it } from 'vitest';
import type { Domain } from '#shared/domain/portfolio.ts';
import { factsIn } from '#shared/domain/registry.ts';
import { ok, type Result } from '#shared/result.ts';
import { createDomainsStore, domainOf, listedOf } from '../../../../../renderer/src/domains/domains-store.ts';
import { createAccountsStore } from '../../../../../renderer/src/shell/stores.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aDomain, aKnown, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import type { SortColumn } from '../../../../../renderer/src/domains/portfolio-columns.tsx';
import {
  emptyFilter,
  matcherOf,
  readView,
  untagged,
  viewOf,
} from '../../../../../renderer/src/domains/portfolio-filter.ts';
import { createOrdering, rowOf } from '../../../../../renderer/src/domains/portfolio-store.ts';
import { createReadingsStore, isBeingRead } from '../../../../../renderer/src/domains/readings-store.ts';
import { valueOf } from '../../../../../renderer/src/remote.ts';
import { renewalsOf } from '../../../../../renderer/src/domains/renewal-prices.ts';

type Listed = Result<{ domains: Domain[] }>;

/** A store whose lists are answered by hand, in the order in which they were asked for. */
async function aStore() {
  const answers: ((answer: Listed) => void)[] = [];
  const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()] }), {
    domains: { list: () => new Promise((resolve) => answers.push(resolve)) },
  });
  const accounts = createAccountsStore(bridge);
  await accounts.actions.load();
  const store = createDomainsStore({ bridge, accounts });
  const answer = async (at: number, domains: Domain[]) => {
    answers[at]?.(ok({ domains }));
    await Promise.resolve();
    await Promise.resolve();
  };
  const names = () => [...(valueOf(store.getState().domains)?.keys() ?? [])];
  return { bridge, accounts, store, answers, answer, names };
}

const theirs = (name: string) => aDomain(name, { accountId: 'account-1' });

describe('the portfolio of the active account', () => {
  it('takes what main tells while the list is on its way for newer than the list', async () => {
    const { store, bridge, answer, names } = await aStore();
    store.actions.load();
    const changed = aDomain('a.com', { note: 'newer' });
    bridge.tell('domains.changed', { accountId: 'practice', domains: [changed], removed: ['b.com'] });
    await answer(0, [aDomain('a.com', { note: 'older' }), aDomain('b.com'), aDomain('c.com')]);
    expect(names()).toEqual(['a.com', 'c.com']);
    expect(domainOf(store.getState(), 'a.com')?.note).toBe('newer');
  });

  it('shows what it knew of an account at once when one turns back, and reads it anew', async () => {
    const { store, accounts, answer, answers, names } = await aStore();
    store.actions.load();
    await answer(0, [aDomain('mine.com')]);
    await accounts.actions.select('account-1');
    expect(names()).toEqual([]);
    await answer(1, [theirs('theirs.com')]);
    expect(names()).toEqual(['theirs.com']);
    await accounts.actions.select('practice');
    expect(names()).toEqual(['mine.com']);
    expect(answers).toHaveLength(3);
  });

  it('never shows one account’s domains under another, whichever way main had turned', async () => {
    const { store, accounts, answer, names } = await aStore();
    store.actions.load();
    await accounts.actions.select('account-1');
    await answer(0, [theirs('theirs.com')]);
    await answer(1, [theirs('theirs.com')]);
    await accounts.actions.select('practice');
    expect(names()).toEqual([]);
  });

  it('keeps what it knew where it cannot be read anew', async () => {
    const { store, answer, answers, names } = await aStore();
    store.actions.load();
    await answer(0, [aDomain('mine.com')]);
    const again = store.actions.reload();
    answers[1]?.({ ok: false, error: { kind: 'storage', fault: 'busy' } });
    await again;
    expect(store.getState().domains.status).toBe('failed');
    expect(names()).toEqual(['mine.com']);
  });
});

const portfolio = (domains: readonly Domain[]) => new Map(domains.map((domain) => [domain.name, domain]));
const listed = (domains: readonly Domain[]) => listedOf(new Map([['practice', portfolio(domains)]]));

const someDomains = [
  aDomain('c.com', { expiresOn: aKnown('2027-01-01'), tags: ['Zoo'], registrant: aKnown('Émile') }),
  aDomain('a.com', { expiresOn: aKnown('2028-01-01'), lock: aKnown('unlocked'), registrant: aKnown('Zoe') }),
  anUnreadDomain('d.com'),
  aDomain('b.com', { expiresOn: null, tags: ['Ape'], registrant: aKnown('Frank') }),
];
const some = listed(someDomains);

const sorted = (by: SortColumn, isDescending = false) =>
  createOrdering()(some, { by, isDescending })
    .map(({ domain }) => domain.name.slice(0, 1))
    .join('');

describe('the order of the domains', () => {
  it.each([
    ['name', false, 'abcd'],
    ['name', true, 'dcba'],
    ['expires', false, 'cabd'],
    ['expires', true, 'acbd'],
    ['tags', false, 'bcad'],
    ['tags', true, 'cbad'],
    ['lock', false, 'bcad'],
    ['registrant', false, 'cbad'],
  ] as const)('by %s, descending: %s', (by, isDescending, order) =>
    expect(sorted(by, isDescending)).toBe(order),
  );

  it('sorts a name with letters beyond ASCII by what people read', () => {
    const domains = listed([aDomain('xn--bckerei-5wa.de'), aDomain('bbb.de'), aDomain('zoo.de')]);
    const names = createOrdering()(domains, emptyFilter.sort).map(({ unicode }) => unicode);
    expect(names).toEqual(['bäckerei.de', 'bbb.de', 'zoo.de']);
  });
});

describe('the filter', () => {
  const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
  const prices = renewalsOf(
    new Map([
      [
        'practice',
        {
          known: [
            { name: 'euros.com', amount: '9.50', currency: 'EUR', at: '2026-11-20T08:00:00.000Z' },
            { name: 'plain.com', amount: '9.50', currency: null, at: '2026-11-20T08:00:00.000Z' },
          ],
          similar: [{ tld: 'com', amount: '9.50', currency: 'EUR', at: '2026-11-20T08:00:00.000Z' }],
        },
      ],
    ]),
  );
  const fits = (domain: Domain, filter: Partial<typeof emptyFilter>) =>
    matcherOf(
      { ...emptyFilter, ...filter },
      { nowMs, uncertain: new Set(['practice unsure.com']), prices },
    )(rowOf(domain));
  const old = aKnown(['ns.example'], { at: '2026-11-01T12:00:00.000Z' });

  it.each([
    ['read lately', aDomain('a.com'), false],
    ['a part read long ago', aDomain('a.com', { nameservers: old }), true],
    ['a part never read', aDomain('a.com', { registrant: null }), true],
    ['nothing ever read', anUnreadDomain('a.com'), true],
  ])('not read for 7 days: %s', (_, domain, is) => expect(fits(domain, { notReadForDays: 7 })).toBe(is));

  it.each([
    ['not known', null, false],
    ['past', aKnown('2026-01-01'), true],
    ['the last day of it', aKnown('2026-12-21'), true],
    ['the day after', aKnown('2026-12-22'), false],
  ])('expires within 30 days: %s', (_, expiresOn, is) =>
    expect(fits(aDomain('a.com', { expiresOn }), { expiresWithinDays: 30 })).toBe(is),
  );

  it.each([
    ['a status', 'pending delete', true],
    ['what needs a person, by its state', 'being-deleted', true],
    ['a status of another domain', 'ok', false],
    ['another state', 'on-hold', false],
  ])('by what the registry shows: %s', (_, status, is) => {
    const registry = aKnown(factsIn(aReading({ statuses: ['pending delete', 'redemption period'] })));
    expect(fits(aDomain('a.com', { registry }), { status })).toBe(is);
    expect(fits(aDomain('a.com'), { status })).toBe(false);
  });

  it('finds the domains that no warning of expiry reaches', () => {
    const filter = { expiresWithinDays: 'not-known' } as const;
    expect(fits(aDomain('a.com', { expiresOn: null }), filter)).toBe(true);
    expect(fits(aDomain('a.com', { expiresOn: aKnown('2026-12-21') }), filter)).toBe(false);
  });

  it.each([
    ['the least that is asked for', 'euros.com', '9.50', '10', 'EUR', true],
    ['the most that is asked for', 'euros.com', null, '9.5', 'EUR', true],
    ['one that is lower as a number, though not as a text', 'euros.com', '10', null, 'EUR', false],
    ['one that is higher', 'euros.com', null, '9.4999', 'EUR', false],
    ['the same amount in another currency', 'euros.com', '9', '10', 'USD', false],
    ['the same amount without a currency', 'plain.com', '9', '10', 'EUR', false],
    ['one without a currency, where such are asked for', 'plain.com', '9', '10', null, true],
    ['what similar names cost', 'other.com', null, null, 'EUR', false],
  ])('by renewal price: %s', (_, name, from, to, currency, is) =>
    expect(fits(aDomain(name), { price: { from, to, currency } })).toBe(is),
  );

  it.each([
    ['a range', { from: '9.50', to: null, currency: 'EUR' }],
    ['without a price', 'not-known'],
  ] as const)('reads a stored view by renewal price back: %s', (_, price) => {
    const view = { filter: { ...emptyFilter, price }, hidden: [] };
    expect(readView(JSON.parse(JSON.stringify(viewOf(view))))).toEqual(view);
  });

  it('knows trouble, also that a name was transferred away', () => {
    expect(fits(aDomain('a.com'), { troubledOnly: true })).toBe(false);
    expect(fits(aDomain('a.com', { transferredAway: aKnown(true) }), { troubledOnly: true })).toBe(true);
  });

  it.each([
    ['a tag that it has', ['Acme', 'Zoo'], 'Acme', true],
    ['a tag that is only a part of its own', ['Acme Ltd'], 'Acme', false],
    ['no tag, where it has none', [], untagged, true],
    ['no tag, where it has one', ['Acme'], untagged, false],
    ['any tag', ['Acme'], null, true],
  ])('finds a domain by %s', (_, tags, tag, is) =>
    expect(fits(aDomain('a.com', { tags }), { tag })).toBe(is),
  );

  it('knows an uncertain change', () => {
    expect(fits(aDomain('unsure.com'), { uncertainOnly: true })).toBe(true);
    expect(fits(aDomain('a.com'), { uncertainOnly: true })).toBe(false);
  });
});

const id = '00000000-0000-4000-9100-000000000001';

const begun = {
  ...{ id, accountId: 'practice', total: 2, done: 0, notShown: 0, notRead: 0 },
  ...{ isFinished: false, error: null },
};

function aReadingsStore(answers: FakeAnswers = {}) {
  const bridge = createFakeBridge(aWorld(), answers);
  const store = createReadingsStore(bridge);
  const state = () => store.getState();
  return { bridge, store, state };
}

describe('readings', () => {
  it('take what main told before it answered for newer than the answer', async () => {
    const { bridge, store, state } = aReadingsStore({
      domains: {
        readAgain() {
          bridge.tell('domains.reading', { ...begun, done: 2, isFinished: true });
          return Promise.resolve(ok(begun));
        },
      },
    });
    await store.actions.begin('practice', ['a.com', 'b.com'], ['lock']);
    expect(state().readings.get(id)?.reading.isFinished).toBe(true);
    expect(isBeingRead(state(), 'practice', 'a.com')).toBe(false);
  });
});
