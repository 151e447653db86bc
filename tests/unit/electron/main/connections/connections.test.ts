import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  createConnections,
  createLearnedRates,
  createRecentKey,
  type Paces,
} from '../../../../../electron/main/connections/connections.ts';
import { createStatusBoard } from '../../../../../electron/main/connections/status-board.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';
import { anAccount } from '../../../../support/workspace/a-workspace.ts';
import { tooMany } from './a-throttled-desk.ts';

describe('the ceilings of one run', () => {
  function desk() {
    const connections = createConnections({
      account: (id) =>
        Promise.resolve(
          ok({ ...anAccount({ id }), key: { hasKey: false, place: 'none', savedAt: null } } as const),
        ),
      keyFor: () => Promise.resolve(fail({ kind: 'no-key' })),
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

  const own = [defaultAccountOptions.concurrency, defaultAccountOptions.requestsPerSecond];

  it('take the place of the account’s own until they are taken back, also where they came before the connection', async () => {
    const { connections, ceilings } = desk();
    const takeBack = await connections.override('a1', { concurrency: 2, requestsPerSecond: 0 });
    expect(await ceilings('a1')).toEqual([2, null]);
    expect(await ceilings('a2')).toEqual(own);
    await takeBack();
    expect(await ceilings('a1')).toEqual(own);
    await connections.closeAll();
  });

  it('of several runs at once are those of the last, and then those of the one before', async () => {
    const { connections, ceilings } = desk();
    await ceilings('a1');
    const takeBackFirst = await connections.override('a1', { concurrency: 2 });
    const takeBackSecond = await connections.override('a1', { concurrency: 3, requestsPerSecond: 1 });
    expect(await ceilings('a1')).toEqual([3, 1]);
    await takeBackSecond();
    expect(await ceilings('a1')).toEqual([2, own[1]]);
    await takeBackFirst();
    expect(await ceilings('a1')).toEqual(own);
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
    const learned = createLearnedRates({
      paces: {
        read: ({ accountId }) => Promise.resolve(ok(kept.get(accountId) ?? null)),
        save({ accountId, pace }) {
          saves += 1;
          kept.set(accountId, pace);
          return Promise.resolve(ok({}));
        },
      },
      now: time.now,
      onBug: () => undefined,
    });
    const throttle = createThrottle(limits, time.timer);
    return { time, learned, throttle, saves: () => saves };
  }

  const keptAfterTrouble = async () => {
    const kept = new Map<string, Kept>();
    const { learned, throttle } = aProgram(kept, '2026-03-01T10:00:00Z');
    throttle.heard(tooMany);
    await learned.keep('a1', throttle);
    return kept;
  };

  it('is known at the next start, of its own account alone', async () => {
    const kept = await keptAfterTrouble();
    const { learned } = aProgram(kept, '2026-03-01T10:00:00Z');
    expect(await learned.recall('a1', limits)).toEqual({ requestsPerSecond: 9, concurrency: 3 });
    expect(await learned.recall('a2', limits)).toBeNull();
  });

  it('fades in a day: half of the way after twelve hours', async () => {
    const kept = await keptAfterTrouble();
    const after = (at: string) => aProgram(kept, at).learned.recall('a1', limits);
    expect(await after('2026-03-01T22:00:00Z')).toEqual({ requestsPerSecond: 9.5, concurrency: 4 });
    expect(await after('2026-03-02T10:00:00Z')).toEqual({ requestsPerSecond: null, concurrency: 4 });
    expect(await after('2026-02-01T10:00:00Z')).toEqual({ requestsPerSecond: 9, concurrency: 3 });
  });

  it('is learned anew where it cannot be read', async () => {
    const { learned } = aProgram(new Map(), '2026-03-01T10:00:00Z');
    const unreadable = createLearnedRates({
      paces: {
        read: () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' })),
        save: () => Promise.resolve(ok({})),
      },
      now: () => new Date(),
      onBug: () => undefined,
    });
    expect(await unreadable.recall('a1', limits)).toBeNull();
    expect(await learned.recall('a1', limits)).toBeNull();
  });

  it('is kept while it is news, and not with each of thousands of answers', async () => {
    const { learned, throttle, time, saves } = aProgram(new Map(), '2026-03-01T10:00:00Z');
    for (let second = 0; second < 100; second += 1) {
      if (second === 10) throttle.heard(tooMany);
      learned.noticed('a1', throttle);
      await time.pass(1_000);
    }
    expect(saves()).toBeGreaterThanOrEqual(1);
    expect(saves()).toBeLessThanOrEqual(4);
  });
});

describe('the key of a connection', () => {
  function aKey(answers: readonly Result<Secret>[]) {
    let [asked, nowMs] = [0, 0];
    const key = createRecentKey(
      () => Promise.resolve(answers[asked++] ?? ok(new Secret('another key'))),
      () => nowMs,
    );
    return { key, asked: () => asked, pass: (ms: number) => void (nowMs += ms) };
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
    expect(await key()).toEqual({ ok: false, error: { kind: 'no-key' } });
  });

  it('is not remembered as missing: one that was just entered is found', async () => {
    const { key } = aKey([fail({ kind: 'no-key' })]);
    expect((await key()).ok).toBe(false);
    expect((await key()).ok).toBe(true);
  });
});
