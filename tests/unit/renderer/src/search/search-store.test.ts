import * as names from '#shared/domain/domain-name.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notGiven, type FindingKind, type PeriodPrices } from '#shared/domain/finding.ts';
import { fail, ok } from '#shared/result.ts';
import type { Client } from '../../../../../renderer/src/client.ts';
import { createLookupStore } from '../../../../../renderer/src/search/lookup-store.ts';
import { createSearchStore } from '../../../../../renderer/src/search/search-store.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aFinding, aWorld } from '../../../../support/fake-world.ts';
import {
  asAsking,
  asEnded,
  domainsWith,
  domainsIn,
  emptyRows,
  mostUsefulFirst,
  orderOf,
  questionOf,
  sameQuestion,
  shownRows,
  withAnswers,
  withKnown,
  withOwned,
  type Rows,
} from '../../../../../renderer/src/search/rows.ts';

type Output = Awaited<ReturnType<Client['search']['known']>>;

const tlds = ['com', 'net', 'org'];

describe('search store', () => {
  beforeEach(() => void vi.useFakeTimers());

  async function searching(search: FakeAnswers['search'] = {}) {
    const bridge = createFakeBridge(aWorld(), { search });
    let ids = 0;
    const store = createSearchStore({
      ...bridge,
      loadNames: () => Promise.resolve(names),
      accountId: () => 'account-1',
      newId: () => `search-${(ids += 1)}`,
      restMs: 120,
      slowAfterMs: 5_000,
    });
    store.actions.useTlds(tlds, tlds);
    await vi.advanceTimersByTimeAsync(0);
    const answer = (searchId: string, ...findings: readonly ReturnType<typeof aFinding>[]) =>
      bridge.tell('search.findings', { searchId, findings: [...findings] });
    const finish = (searchId: string) =>
      bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
    const asked = (name: string) =>
      bridge.world.calls.filter((call) => call.name === name).map((call) => call.input);
    const kindOf = (domain: string) => store.getState().rows.get(domain)?.finding.kind;
    return { bridge, store, ...store.actions, get: store.getState, answer, finish, asked, kindOf };
  }

  describe('of domains as they are written', () => {
    it('asks for each under its own TLD, one label at a time, and for nothing else', async () => {
      const { type, ask, asked, get, answer, finish, kindOf } = await searching();
      type('one.com, two.net one.org, one.com');
      expect(get().question).toBeNull();
      type('one.com two.net one.org one.com');
      expect(get()).toMatchObject({ problem: null, question: { query: null } });
      expect([...get().rows.keys()]).toEqual(['one.com', 'two.net', 'one.org']);
      await vi.advanceTimersByTimeAsync(120);
      const wanted = [
        { accountId: 'account-1', label: 'one', tlds: ['com', 'org'] },
        { accountId: 'account-1', label: 'two', tlds: ['net'] },
      ];
      expect(asked('search.known')).toEqual(wanted);
      expect(ask()).toBe(true);
      expect(asked('search.start')).toEqual(
        wanted.map((one, index) => ({ ...one, searchId: `search-${index + 1}` })),
      );
      answer('search-2', aFinding('two.net', 'available'));
      finish('search-2');
      expect(kindOf('two.net')).toBe('available');
      expect(get().rows.get('one.com')?.asking).toBe(true);
      finish('search-1');
      expect(get().runs).toEqual([]);
    });

    it('offers a bulk lookup alone where one is no whole domain, or there are too many', async () => {
      const { type, get } = await searching();
      type('one.com, two');
      expect(get()).toMatchObject({ question: null, several: ['one.com', 'two'] });
      const all = Array.from({ length: 101 }, (_, at) => `name-${at}.com`);
      type(all.join(' '));
      expect(get().question).toBeNull();
      type(all.slice(1).join(' '));
      expect(get().question?.names).toHaveLength(100);
    });
  });

  it.each([
    ['a list', 'one.com\n\ntwo.unknown\r\nwww.three.org', ['one.com', 'two.unknown', 'three.org']],
    ['addresses of pages', 'https://one.com/a?b\nhttp://two.net', ['one.com', 'two.net']],
    ['a list with a name in it', 'one.com\ntwo', []],
    ['a table of prices', 'one.com\t12.99\ntwo.net\t9.99', []],
    ['a list of addresses of machines', 'one.com\n192.0.2.1', []],
    [
      'an e-mail',
      'Dear Ann,\nplease take (One.com), <two.net>; not my.file.pdf.\nask ann@three.org about two.net!',
      ['one.com', 'two.net'],
    ],
    ['text without any', 'Dear Ann,\nthank you', []],
  ])('the domains in %s', (_what, text, found) => {
    expect(domainsIn(text, tlds, names)).toEqual(found);
  });

  describe('while typing', () => {
    it('asks the local store once the typing rests, and never the service', async () => {
      const { type, asked } = await searching();
      for (const text of ['h', 'ha', 'har']) type(text);
      await vi.advanceTimersByTimeAsync(119);
      expect(asked('search.known')).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked('search.known')).toEqual([{ accountId: 'account-1', label: 'har', tlds }]);
      expect(asked('search.start')).toEqual([]);
    });

    it('lets a late answer lose to a newer question, a late failure too', async () => {
      const answers: ((result: Output) => void)[] = [];
      const { type, get, kindOf } = await searching({
        known: () => new Promise((resolve) => void answers.push(resolve)),
      });
      type('first');
      await vi.advanceTimersByTimeAsync(120);
      type('second');
      await vi.advanceTimersByTimeAsync(120);
      answers[1]?.(ok({ findings: [aFinding('second.com', 'taken')] }));
      answers[0]?.(fail({ kind: 'storage', fault: 'busy' } as const));
      await vi.advanceTimersByTimeAsync(0);
      expect(kindOf('second.com')).toBe('taken');
      expect(get().knownError).toBeNull();
    });

    it('refuses what cannot be a name at its character, and sends nothing', async () => {
      const { type, ask, get, asked } = await searching();
      type('har bour');
      expect(get().problem).toMatchObject({ at: 3, length: 1 });
      expect(ask()).toBe(false);
      await vi.advanceTimersByTimeAsync(500);
      expect([...asked('search.known'), ...asked('search.start')]).toEqual([]);
    });
  });

  describe('asking the service', () => {
    it('asks for the A-label under every TLD, the typed one first', async () => {
      const { type, ask, asked } = await searching();
      type('bäckerei.net');
      ask();
      expect(asked('search.start')).toEqual([
        {
          searchId: 'search-1',
          accountId: 'account-1',
          label: 'xn--bckerei-5wa',
          tlds: ['net', 'com', 'org'],
        },
      ]);
    });

    it('puts the user’s own names after those that can be bought, from the moment they are known', async () => {
      const { type, ask, answer, putOwned, get } = await searching();
      type('harbour');
      ask();
      answer('search-1', aFinding('harbour.com', 'available'), aFinding('harbour.org', 'available'));
      expect(get().order.slice(0, 2)).toEqual(['harbour.com', 'harbour.org']);
      putOwned(new Set(['harbour.com']));
      expect(get().order.slice(0, 2)).toEqual(['harbour.org', 'harbour.com']);
    });

    it('passes over what comes for an older search', async () => {
      const { type, ask, answer, kindOf, asked } = await searching();
      type('harbour');
      ask();
      type('harbours');
      type('harbour');
      answer('search-1', aFinding('harbour.com', 'available'));
      expect(kindOf('harbour.com')).toBe('unchecked');
      expect(asked('search.cancel')).toEqual([{ searchId: 'search-1' }]);
    });

    it('leaves the rows where they are once the user is in the list, until they are sorted on purpose', async () => {
      const { type, ask, answer, hold, sort, get } = await searching();
      type('harbour');
      ask();
      hold();
      answer('search-1', aFinding('harbour.org', 'available'));
      expect(get().order).toEqual(['harbour.com', 'harbour.net', 'harbour.org']);
      sort();
      expect(get().order[0]).toBe('harbour.org');
    });

    it('keeps each failure with its TLDs, and what was known before', async () => {
      const { type, ask, bridge, get } = await searching();
      type('harbour');
      ask();
      const error = { kind: 'unreachable', why: 'offline' } as const;
      bridge.tell('search.finished', {
        searchId: 'search-1',
        failures: [{ tlds, error }],
        cancelled: false,
      });
      expect(get().failures).toEqual([{ tlds, error }]);
      expect([...get().rows.values()].every((row) => row.missed && !row.asking)).toBe(true);
      expect(get().runs).toEqual([]);
    });

    it('does not ask twice for a row that is on its way', async () => {
      const { type, ask, recheck, asked } = await searching();
      type('harbour');
      ask();
      recheck(['harbour.com']);
      expect(asked('search.start')).toHaveLength(1);
    });

    it('stops on request and keeps what has come', async () => {
      const { type, ask, answer, stop, get, kindOf, asked } = await searching();
      type('harbour');
      ask();
      answer('search-1', aFinding('harbour.com', 'available'));
      stop();
      expect(asked('search.cancel')).toEqual([{ searchId: 'search-1' }]);
      expect([get().runs.length, kindOf('harbour.com'), kindOf('harbour.net')]).toEqual([
        0,
        'available',
        'unchecked',
      ]);
    });
  });

  describe('a look-up asked for from outside', () => {
    it('is shown and asked as if it had been typed', async () => {
      const { bridge, get, asked } = await searching();
      bridge.tell('search.requested', { text: 'harbour.com' });
      expect(get().text).toBe('harbour.com');
      expect(asked('search.start')).toHaveLength(1);
    });
  });
});

/** The page at its start: the tables that names are read by are still on their way. */
function starting(tlds: readonly string[] = []) {
  const bridge = createFakeBridge(aWorld());
  const tables = Promise.withResolvers<typeof names>();
  const store = createSearchStore({
    ...bridge,
    loadNames: () => tables.promise,
    accountId: () => 'account-1',
    newId: () => 'search-1',
    restMs: 120,
    slowAfterMs: 5_000,
  });
  store.actions.useTlds(tlds, tlds);
  return {
    ...store.actions,
    get: store.getState,
    haveTables: async () => {
      tables.resolve(names);
      await vi.waitFor(() => expect(store.getState().names).not.toBeNull());
    },
    asked: () => bridge.world.calls.filter(({ name }) => name === 'search.start').map(({ input }) => input),
  };
}

describe('before the tables of names are there', () => {
  it('Enter pressed before the page is ready is not lost: the name is asked as soon as it can be', async () => {
    const { type, ask, useTlds, haveTables, asked } = starting();
    type('harbour');
    expect(ask()).toBe(true);
    await haveTables();
    expect(asked()).toEqual([]);
    useTlds(['com'], ['com']);
    expect(asked()).toMatchObject([{ label: 'harbour', tlds: ['com'] }]);
  });

  it('asks nothing where another name was typed by then', async () => {
    const { type, ask, haveTables, asked } = starting(['com']);
    type('bücher');
    ask();
    type('büchern');
    await haveTables();
    expect(asked()).toEqual([]);
  });

  it.each([
    ['a name', 'bücher', tlds, 'xn--bcher-kva.com'],
    ['a TLD', 'harbour', ['com', 'xn--p1ai'], 'harbour.com'],
  ])('lets %s that needs them wait, and the wish to ask it', async (_case, text, under, first) => {
    const { type, ask, haveTables, get, asked } = starting(under);
    type(text);
    expect(get()).toMatchObject({ question: null, problem: null, order: [] });
    expect(ask()).toBe(true);
    expect(asked()).toEqual([]);
    await haveTables();
    expect(get().order).toContain(first);
    expect(asked()).toHaveLength(1);
  });
});

function question(text: string, tlds: readonly string[]) {
  const read = names.parseQuery(text, names.knownTldSet(tlds));
  if (!read.ok) throw new Error(read.error.reason);
  return questionOf(read.value, tlds, names);
}

const rowsOf = (...tlds: readonly string[]): Rows => emptyRows(question('harbour', tlds).names);

const found = (...pairs: readonly (readonly [tld: string, kind: FindingKind])[]) =>
  pairs.map(([tld, kind]) => aFinding(`harbour.${tld}`, kind));

describe('the question', () => {
  it('puts a TLD that was typed first, listed or not', () => {
    expect(question('harbour.shop', ['com', 'net']).names.map((name) => name.domain)).toEqual([
      'harbour.shop',
      'harbour.com',
      'harbour.net',
    ]);
    expect(question('harbour.net', ['com', 'net']).names.map((name) => name.tld)).toEqual(['net', 'com']);
  });

  it('is the same when only the writing differs', () => {
    expect(sameQuestion(question('harbour', ['com']), question('HARBOUR', ['com']))).toBe(true);
    expect(sameQuestion(question('harbour', ['com']), question('harbour', ['net']))).toBe(false);
  });
});

const prices = (register: string, renew: string, currency: string | null): PeriodPrices => ({
  period: 1,
  register: { kind: 'given', amount: register, currency },
  transfer: notGiven,
  renew: { kind: 'given', amount: renew, currency },
});

describe('the order of the findings', () => {
  it('is available first, then premium, and keeps the order of the TLDs among equals', () => {
    const rows = withAnswers(
      rowsOf('com', 'net', 'org', 'io', 'dev'),
      found(['com', 'taken'], ['net', 'available'], ['org', 'premium'], ['io', 'available']),
    );
    expect(orderOf(rows, mostUsefulFirst)).toEqual([
      'harbour.net',
      'harbour.io',
      'harbour.org',
      'harbour.com',
      'harbour.dev',
    ]);
  });

  it('has the user’s own names after those that can be bought, whatever was found of them, in each order', () => {
    const rows = withOwned(
      withAnswers(
        rowsOf('com', 'net', 'org', 'io'),
        found(['com', 'available'], ['net', 'taken'], ['org', 'premium'], ['io', 'unknown']),
      ),
      new Set(['harbour.com', 'harbour.net']),
    );
    expect(orderOf(rows, mostUsefulFirst)).toEqual(
      ['org', 'com', 'net', 'io'].map((tld) => `harbour.${tld}`),
    );
    const priced = withAnswers(rowsOf('com', 'net'), [
      { ...aFinding('harbour.com', 'available'), prices: [prices('1.00', '1.00', null)] },
      { ...aFinding('harbour.net', 'available'), prices: [prices('2.00', '2.00', null)] },
    ]);
    const byPrice = { by: 'register', isDescending: false } as const;
    expect(orderOf(priced, byPrice)).toEqual(['harbour.com', 'harbour.net']);
    expect(orderOf(withOwned(priced, new Set(['harbour.com'])), byPrice)).toEqual([
      'harbour.net',
      'harbour.com',
    ]);
  });

  it.each([
    ['register', false, ['shop', 'net', 'com', 'org', 'io', 'dev', 'de']],
    ['register', true, ['shop', 'com', 'net', 'org', 'io', 'dev', 'de']],
    ['renew', false, ['shop', 'com', 'net', 'org', 'io', 'dev', 'de']],
    ['renew', true, ['shop', 'net', 'com', 'org', 'io', 'dev', 'de']],
  ] as const)(
    'by the price to %s, descending: %s, has names without one last, and each currency by itself',
    (by, isDescending, tlds) => {
      const rows = withAnswers(
        emptyRows(question('harbour.shop', ['de', 'dev', 'io', 'org', 'com', 'net']).names),
        [
          aFinding('harbour.shop', 'taken'),
          aFinding('harbour.de', 'taken', { prices: [prices('1', '1', 'USD')] }),
          aFinding('harbour.dev', 'available'),
          aFinding('harbour.io', 'available', { prices: [prices('2', '2', 'EUR')] }),
          aFinding('harbour.org', 'available', { prices: [prices('9', '9', null)] }),
          aFinding('harbour.com', 'available', { prices: [prices('12.5', '8', 'USD')] }),
          aFinding('harbour.net', 'premium', { prices: [prices('9.9', '20', 'USD')] }),
        ],
      );
      expect(orderOf(rows, { by, isDescending })).toEqual(tlds.map((tld) => `harbour.${tld}`));
    },
  );
});

describe('what arrives', () => {
  it('too late leaves the row with what was known, and says that nothing new came', () => {
    const known = withKnown(rowsOf('com'), found(['com', 'taken']));
    const asked = new Set(['harbour.com']);
    const row = asEnded(asAsking(known, asked), asked, false).get('harbour.com');
    expect([row?.finding.kind, row?.source, row?.asking, row?.missed]).toEqual([
      'taken',
      'stored',
      false,
      true,
    ]);
  });
});

describe('the filter', () => {
  const rows = withAnswers(rowsOf('com', 'net', 'org'), found(['com', 'taken'], ['net', 'available']));

  it('shows one finding alone', () => {
    const shown = shownRows(rows, orderOf(rows, mostUsefulFirst), 'available');
    expect(shown.map((row) => row.name.domain)).toEqual(['harbour.net']);
    expect(domainsWith(rows, 'unchecked')).toEqual(['harbour.org']);
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function looking(search: FakeAnswers['search'] = {}, isToAsk = true) {
  const bridge = createFakeBridge(aWorld(), { search });
  let ids = 0;
  const newId = () => `look-${(ids += 1)}`;
  const store = createLookupStore({ bridge, newId, accountId: 'practice', domain: 'example.co.uk' });
  const end = store.open(isToAsk);
  await settled();
  const asked = (name: string) =>
    bridge.world.calls.filter((call) => call.name === name).map(({ input }) => input);
  return { bridge, store, end, asked };
}

const kept = aFinding('example.co.uk', 'available', { checkedAt: '2026-11-20T08:00:00.000Z' });

const fresh = aFinding('example.co.uk', 'taken', { checkedAt: '2026-11-21T08:00:00.000Z' });

describe('looking a name up', () => {
  it('keeps a newer finding where an older one comes late', async () => {
    const { store, bridge } = await looking();
    bridge.tell('search.findings', { searchId: 'look-1', findings: [fresh] });
    bridge.tell('search.findings', { searchId: 'look-1', findings: [kept] });
    expect(store.getState().finding).toEqual(fresh);
  });

  it('stops asking when nobody looks any more', async () => {
    const { end, asked, store, bridge } = await looking();
    end();
    bridge.tell('search.findings', { searchId: 'look-1', findings: [fresh] });
    expect(asked('search.cancel')).toEqual([{ searchId: 'look-1' }]);
    expect(store.getState()).toMatchObject({ finding: null, isAsking: false, error: null });
  });
});
