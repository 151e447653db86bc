import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { createLearnedPaces, type Paces } from '../../../../../electron/main/connections/learned-paces.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';
import { tooMany } from './a-throttled-desk.ts';

type Kept = Parameters<Paces['save']>[0]['pace'];
const limits = { concurrency: 4, requestsPerSecond: 10 };

/** What one start of the program knows of what the one before has kept. */
function aProgram(kept: Map<string, Kept>, at: string) {
  const time = aVirtualTime(undefined, at);
  let saves = 0;
  const learned = createLearnedPaces({
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

describe('what a throttle has learned', () => {
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
    const unreadable = createLearnedPaces({
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
