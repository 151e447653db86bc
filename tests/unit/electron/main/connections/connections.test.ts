import { describe, expect, it, vi } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  type ProbedClient,
  testConnection,
} from '../../../../../electron/main/connections/connection-test.ts';
import {
  createConnections,
  createStoredPaces,
  createRecentKey,
  type Paces,
  readNow,
} from '../../../../../electron/main/connections/connections.ts';
import {
  type AccountStatus,
  connectionAfter,
  createStatusBoard,
} from '../../../../../electron/main/connections/status-board.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { readCredits } from '../../../../../electron/main/reseller/operations/credits-tlds-version.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { clientOf, type NamedMethods } from '../../../../support/named-operations.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';
import { anAccount } from '../../../../support/workspace/a-workspace.ts';
import { tooMany } from './a-throttled-service.ts';

describe('the ceilings of one run', () => {
  const own = [5, 10];
  const options = { ...defaultAccountOptions, concurrency: 5, requestsPerSecond: 10 };

  /** @param login Of each account; one of its own unless given. */
  function world(login = (id: string) => id) {
    const connections = createConnections({
      account: (id) =>
        Promise.resolve(
          ok({
            ...anAccount({ id, options, username: `${login(id)}@example.com` }),
            key: { hasKey: false, place: 'none', savedAt: null },
          } as const),
        ),
      keyFor: () => Promise.resolve(fail({ kind: 'no-key' })),
      keysLent: () => 0,
      board: createStatusBoard(() => undefined),
      onDeviation: () => undefined,
      timer: { nowMs: () => 0, sleep: () => Promise.resolve() },
      now: () => new Date('2026-02-21T14:00:00Z'),
      random: () => 0,
    });
    const ceilings = async (id: string) => {
      const connection = await connections.of(id);
      if (!connection.ok) throw new Error('There is an account of every id');
      const { concurrency, ceilingPerSecond } = connection.value.throttle.allowed();
      return [concurrency, ceilingPerSecond];
    };
    return { connections, ceilings };
  }

  it('take the place of the account’s own until they are taken back, also where they came before the connection', async () => {
    const { connections, ceilings } = world();
    const takeBack = await connections.override('a1', { concurrency: 2, requestsPerSecond: 0 });
    expect(await ceilings('a1')).toEqual([2, null]);
    expect(await ceilings('a2')).toEqual(own);
    await takeBack();
    expect(await ceilings('a1')).toEqual(own);
    await connections.closeAll();
  });

  it('of several runs at once are the lowest of each kind, whichever came first', async () => {
    const { connections, ceilings } = world();
    await ceilings('a1');
    const takeBackFirst = await connections.override('a1', { concurrency: 2 });
    const takeBackSecond = await connections.override('a1', { concurrency: 3, requestsPerSecond: 1 });
    expect(await ceilings('a1')).toEqual([2, 1]);
    const takeBackThird = await connections.override('a1', { requestsPerSecond: 0 });
    expect(await ceilings('a1')).toEqual([2, 1]);
    await takeBackSecond();
    expect(await ceilings('a1')).toEqual([2, null]);
    await takeBackThird();
    expect(await ceilings('a1')).toEqual([2, own[1]]);
    await takeBackFirst();
    expect(await ceilings('a1')).toEqual(own);
    await connections.closeAll();
  });

  it('hold for all accounts of one login together, at the lowest of them, until an account is closed', async () => {
    const { connections, ceilings } = world((id) => id.slice(0, 1));
    const throttleOf = async (id: string) => {
      const connection = await connections.of(id);
      return connection.ok && connection.value.throttle;
    };
    expect(await throttleOf('a2')).toBe(await throttleOf('a1'));
    expect(await throttleOf('b1')).not.toBe(await throttleOf('a1'));
    await connections.override('a1', { concurrency: 2, requestsPerSecond: null });
    expect(await ceilings('a2')).toEqual([2, own[1]]);
    expect(await ceilings('b1')).toEqual(own);
    const shared = await throttleOf('a2');
    await connections.drop('a1');
    expect(await ceilings('a2')).toEqual(own);
    let isServed = false;
    if (shared !== false)
      await shared.run(() => Promise.resolve((isServed = true)), new AbortController().signal);
    expect(isServed).toBe(true);
    await connections.closeAll();
  });

  it('that keep a read waiting do so no longer than its connection, where another account of the login goes on', async () => {
    const { connections } = world((id) => id.slice(0, 1));
    await connections.override('a2', { concurrency: 1 });
    const [dropped, other] = [await connections.of('a1'), await connections.of('a2')];
    if (!dropped.ok || !other.ok) throw new Error('There is an account of every id');
    const busy = Promise.withResolvers<null>();
    const running = other.value.throttle.run(() => busy.promise, new AbortController().signal);
    const read = readNow(dropped.value, readCredits, null);
    await connections.drop('a1');
    expect(await read).toEqual(fail({ kind: 'cancelled' }));
    busy.resolve(null);
    expect(await running).toBeNull();
    await connections.closeAll();
  });
});

describe('what a throttle has learned', () => {
  type Kept = Parameters<Paces['save']>[0]['pace'];
  const limits = { concurrency: 4, requestsPerSecond: 10 };

  /** What one start of the program knows of what the one before has kept. */
  function aProgram(kept: Map<string, Kept>, at: string) {
    const time = aVirtualTime(undefined, at);
    let saves = 0;
    const knownPace = createStoredPaces({
      paces: {
        read: ({ accountId }) => kept.get(accountId) ?? null,
        save({ accountId, pace }) {
          saves += 1;
          kept.set(accountId, pace);
          return {};
        },
      },
      now: time.now,
      onBug: () => undefined,
    });
    const throttle = createThrottle(limits, time.timer);
    return { time, knownPace, throttle, saves: () => saves };
  }

  const keptAfterTrouble = async () => {
    const kept = new Map<string, Kept>();
    const { knownPace } = aProgram(kept, '2026-03-01T10:00:00Z');
    await knownPace.keep('a1', { knownPace: () => ({ requestsPerSecond: 9, concurrency: 3 }) });
    return kept;
  };

  it('is known at the next start, of its own account alone', async () => {
    const kept = await keptAfterTrouble();
    const { knownPace } = aProgram(kept, '2026-03-01T10:00:00Z');
    expect(await knownPace.recall('a1')).toEqual({ requestsPerSecond: 9, concurrency: 3 });
    expect(await knownPace.recall('a2')).toBeNull();
  });

  it('is forgotten after a month, and known by a clock that was set back', async () => {
    const kept = await keptAfterTrouble();
    const after = (at: string) => aProgram(kept, at).knownPace.recall('a1');
    expect(await after('2026-03-30T10:00:00Z')).toEqual({ requestsPerSecond: 9, concurrency: 3 });
    expect(await after('2026-04-01T10:00:00Z')).toBeNull();
    expect(await after('2026-02-01T10:00:00Z')).toEqual({ requestsPerSecond: 9, concurrency: 3 });
  });

  it('is kept while it is news, and not with each of thousands of answers', async () => {
    const { knownPace, throttle, time, saves } = aProgram(new Map(), '2026-03-01T10:00:00Z');
    for (let second = 0; second < 100; second += 1) {
      if (second === 10) throttle.heard(tooMany);
      knownPace.noticed('a1', throttle);
      await time.pass(1_000);
    }
    expect(saves()).toBeGreaterThanOrEqual(1);
    expect(saves()).toBeLessThanOrEqual(4);
  });
});

describe('the key of a connection', () => {
  function aKey(answers: readonly Result<Secret>[]) {
    let asked = 0;
    let lent = 0;
    let nowMs = 0;
    const key = createRecentKey(
      () => Promise.resolve(answers[asked++] ?? ok(new Secret('another key'))),
      () => lent,
      () => nowMs,
    );
    const pass = (ms: number) => void (nowMs += ms);
    return { key, asked: () => asked, pass, lend: () => void (lent += 1) };
  }

  it('is asked for once by all requests of one second', async () => {
    const { key, asked } = aKey([]);
    await Promise.all(Array.from({ length: 100 }, key));
    expect(await key()).toBe(await key());
    expect(asked()).toBe(1);
  });

  it('B2: is asked for again after a second, so that one that was forgotten is used no more', async () => {
    const { key, pass } = aKey([ok(new Secret('test-api-key')), fail({ kind: 'no-key' })]);
    expect((await key()).ok).toBe(true);
    pass(1_000);
    expect(await key()).toEqual(fail({ kind: 'no-key' }));
  });

  it('B2: is asked for again at once where a key for one run was given or taken back', async () => {
    const { key, asked, lend } = aKey([]);
    const stored = await key();
    lend();
    expect(await key()).not.toBe(stored);
    expect(asked()).toBe(2);
  });

  it('is not remembered as missing: one that was just entered is found', async () => {
    const { key } = aKey([fail({ kind: 'no-key' })]);
    expect((await key()).ok).toBe(false);
    expect((await key()).ok).toBe(true);
  });
});

describe('status board', () => {
  const refused = (why: Extract<AppError, { kind: 'refused' }>['why']): AppError => ({
    kind: 'refused',
    why,
    status: 401,
    said: '',
  });

  describe('what a call tells about the way to the service', () => {
    it.each<[string, AppError, string | null]>([
      ['a refused key shuts the account out', refused('credentials'), 'refused'],
      ['a refused address shuts the account out', refused('address'), 'refused'],
      ['an action that is not allowed shows that the service talks to us', refused('permission'), 'online'],
      ['a rate limit shows that the service talks to us', refused('rate'), 'online'],
      ['no connection', { kind: 'unreachable', why: 'connection-refused' }, 'offline'],
      ['a write that was not sent', { kind: 'not-sent', why: 'name-not-resolved' }, 'offline'],
      [
        'an answer that cannot be read need not be the API’s',
        { kind: 'unreadable', status: 200, why: 'not-json' },
        'no-api',
      ],
      [
        'a page that was not found is no API either',
        { kind: 'unreadable', why: 'not-json', status: 404, said: '404 Not Found' },
        'no-api',
      ],
      [
        'H23 a page that blocks tells nothing',
        { kind: 'unreadable', why: 'blocked', status: 403, said: 'Just a moment...' },
        null,
      ],
      [
        'H19 JSON that has nothing for one domain tells nothing: it may be the API’s, or another’s',
        { kind: 'unreadable', why: 'not-offered', status: 404, said: 'Route not found' },
        null,
      ],
      [
        'a domain that the service says it did not find shows that it talks to us',
        { kind: 'refused', why: 'not-found', status: 404, said: 'Domain not found' },
        'online',
      ],
      ['no key', { kind: 'no-key' }, 'no-key'],
      ['no keychain', { kind: 'keychain', fault: 'locked' }, 'no-key'],
      ['a cancelled call tells nothing', { kind: 'cancelled' }, null],
      ['a full disk tells nothing', { kind: 'storage', fault: 'full' }, null],
    ])('%s', (_case, error, connection) => expect(connectionAfter(fail(error))).toBe(connection));
  });

  describe('the status board', () => {
    const aBoard = () => {
      const announced: AccountStatus[] = [];
      return { announced, board: createStatusBoard((status) => announced.push(status)) };
    };

    it('announces a change once and stays silent while nothing changes', () => {
      const { announced, board } = aBoard();
      board.heard('a', ok('x'), 10);
      board.heard('a', ok('x'), 200);
      expect(announced).toHaveLength(1);
      board.heard('a', fail({ kind: 'unreachable', why: 'offline' }), null);
      expect(announced.map((status) => status.connection)).toEqual(['online', 'offline']);
    });

    it('keeps the clock and the credit when the network goes', () => {
      const { board } = aBoard();
      board.heard('a', ok('x'), 5_000);
      board.credited('a', '500.00', new Date('2026-01-02T03:04:05.000Z'));
      board.heard('a', fail({ kind: 'unreachable', why: 'offline' }), null);
      expect(board.of('a')).toMatchObject({
        connection: 'offline',
        clockSkewMs: 5_000,
        credit: { amount: '500.00', readAt: '2026-01-02T03:04:05.000Z' },
      });
    });

    it('keeps accounts apart, and knows nothing of none', () => {
      const { board } = aBoard();
      board.heard('a', ok('x'), 0);
      expect(board.of('b').connection).toBe('unknown');
      expect(board.of(null)).toMatchObject({ accountId: null, connection: 'unknown' });
    });

    it('forgets an account whose way has changed', () => {
      const { announced, board } = aBoard();
      board.heard('a', ok('x'), 0);
      board.forget('a');
      expect(board.of('a').connection).toBe('unknown');
      expect(announced.at(-1)).toMatchObject({ accountId: 'a', connection: 'unknown' });
    });
  });
});

describe('testing a connection', () => {
  const now = () => new Date('2026-02-21T14:05:06.007Z');

  const listing = () => Promise.resolve(ok({ tlds: ['.com', '.co.za'], answer: '' }));
  const aClient = (changes: Partial<NamedMethods> = {}): ProbedClient => ({
    ...clientOf({
      readCredits: () => Promise.resolve(ok({ amount: '150.50', shown: '150.50', answer: '' })),
      listTlds: listing,
      readVersion: () => Promise.resolve(ok({ version: '2.2', answer: '' })),
      ...changes,
    }),
    clockSkewMs: () => 1_200,
  });

  const refused = (why: 'permission' | 'credentials' | 'server'): AppError => ({
    kind: 'refused',
    why,
    status: 403,
    said: 'Action is not allowed',
  });
  const failing = (error: AppError) => () => Promise.resolve(fail(error));

  it('says what each of the three reads answered, and how far the clock differs', async () => {
    const report = await testConnection(aClient(), now);
    expect(report).toEqual({
      probes: [
        { operation: 'credits', verdict: 'answered', answer: '150.50', error: null },
        { operation: 'tlds', verdict: 'answered', answer: '2', error: null },
        { operation: 'version', verdict: 'answered', answer: '2.2', error: null },
      ],
      clockSkewMs: 1_200,
      isClockEarlier: false,
      testedAt: '2026-02-21T14:05:06.007Z',
      address: null,
      option: null,
    });
  });

  it.each([
    ['permission', 'not-permitted'],
    ['credentials', 'not-permitted'],
    ['server', 'failed'],
  ] as const)(
    'calls a version that is refused for %s %s, when the credit was answered',
    async (why, verdict) => {
      const report = await testConnection(aClient({ readVersion: failing(refused(why)) }), now);
      expect(report.probes.map((probe) => probe.verdict)).toEqual(['answered', 'answered', verdict]);
      expect(report.probes[2]?.error).toEqual(refused(why));
    },
  );

  it('calls a refused login failed, and still asks the others: permissions exist per operation', async () => {
    const report = await testConnection(aClient({ readCredits: failing(refused('credentials')) }), now);
    expect(report.probes.map((probe) => probe.verdict)).toEqual(['failed', 'answered', 'answered']);
  });

  it.each([
    ['the host is not reached', { kind: 'unreachable', why: 'connect-timeout' }],
    ['there is no key', { kind: 'no-key' }],
    ['the keychain is locked', { kind: 'keychain', fault: 'locked' }],
  ] as const)('asks no more when %s', async (_name, error) => {
    const listTlds = vi.fn(listing);
    const report = await testConnection(aClient({ readCredits: failing(error), listTlds }), now);
    expect(report.probes).toEqual([{ operation: 'credits', verdict: 'failed', answer: '', error }]);
    // Nothing was heard in this test: the clock is that of an earlier answer.
    expect(report).toMatchObject({ clockSkewMs: 1_200, isClockEarlier: true });
    expect(listTlds).not.toHaveBeenCalled();
  });
});
