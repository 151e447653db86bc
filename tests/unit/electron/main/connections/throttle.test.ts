import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdaptivePace } from '../../../../../electron/main/connections/adaptive-rate.ts';
import { createCounter, createLatency } from '../../../../../electron/main/connections/service-measures.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import type { RequestStats } from '../../../../../electron/main/reseller/reply.ts';
import { aVirtualTime, promises, type VirtualTime } from '../../../../support/time/virtual-time.ts';
import { anExchange, aWorld, type Service, startsIn, tooMany } from './a-throttled-service.ts';

describe('the throttle of an account', () => {
  /** A clock that stands still until someone sleeps, and then jumps to the end of the sleep. */
  function aTimer() {
    let nowMs = 0;
    return {
      nowMs: () => nowMs,
      sleep: async (durationMs: number) => {
        nowMs += durationMs;
        await Promise.resolve();
      },
    };
  }

  const never = new AbortController().signal;

  it('serves in the order of asking', async () => {
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: 1_000 }, aTimer());
    const served: number[] = [];
    await Promise.all(
      [1, 2, 3].map((id) => throttle.run(() => Promise.resolve(void served.push(id)), never)),
    );
    expect(served).toEqual([1, 2, 3]);
  });

  it('does not work for one who gave up while waiting, and serves the next', async () => {
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: 1_000 }, aTimer());
    const gaveUp = new AbortController();
    const served: string[] = [];
    const first = throttle.run(() => Promise.resolve(void served.push('first')), never);
    const second = throttle.run(() => Promise.resolve(void served.push('second')), gaveUp.signal);
    const third = throttle.run(() => Promise.resolve(void served.push('third')), never);
    gaveUp.abort();
    await expect(second).rejects.toThrow();
    await Promise.all([first, third]);
    expect(served).toEqual(['first', 'third']);
  });

  it('frees its place when the work fails', async () => {
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: 1_000 }, aTimer());
    await expect(throttle.run(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
    await expect(throttle.run(() => Promise.resolve('fine'), never)).resolves.toBe('fine');
  });
});

describe('who is served', () => {
  const slow: Service = () => anExchange({ durationMs: 50 });

  it('lanes in turn, within one request of each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 100, max: 3_000 }),
        async (lanes, concurrency, ms) => {
          const world = aWorld({ concurrency, requestsPerSecond: 40 }, slow, lanes);
          world.begin();
          await world.time.pass(ms + lanes * 25);
          const served = Array.from(
            { length: lanes },
            (_, lane) => world.starts.filter((one) => one.lane === lane).length,
          );
          expect(Math.max(...served) - Math.min(...served)).toBeLessThanOrEqual(concurrency + 1);
        },
      ),
      { numRuns: 20, seed: 4 },
    );
  });

  const never = new AbortController().signal;
  const readThrough = async (time: VirtualTime, world: ReturnType<typeof aWorld>) => {
    let readAtMs = -1;
    void world.throttle.run(() => Promise.resolve((readAtMs = time.timer.nowMs())), never);
    const askedAtMs = time.timer.nowMs();
    await time.until(() => readAtMs >= 0);
    return { tookMs: readAtMs - askedAtMs, before: startsIn(world.starts, askedAtMs + 1, readAtMs) };
  };

  it('a single read before everything that waits in a lane', async () => {
    const world = aWorld({ concurrency: 1, requestsPerSecond: 10 }, slow, 3);
    world.begin();
    await world.time.pass(1_010);
    expect(await readThrough(world.time, world)).toMatchObject({ before: 0 });
  });

  it('nobody from a lane that was closed, or that has nothing to start until it is woken', async () => {
    const time = aVirtualTime(promises);
    const throttle = createThrottle({ concurrency: 4, requestsPerSecond: 100 }, time.timer);
    let [asked, has] = [0, false];
    const lane = throttle.lane(() => {
      asked += 1;
      return has;
    });
    lane.wake();
    await time.pass(1_000);
    expect(asked).toBe(1);
    has = true;
    lane.wake();
    await time.pass(1_000);
    expect(asked).toBe(5);
    lane.close();
    lane.wake();
    await time.pass(1_000);
    expect(asked).toBe(5);
  });

  it('who still waits is let through when the throttle closes, lanes are not', async () => {
    const world = aWorld({ concurrency: 1, requestsPerSecond: 1 }, () => anExchange({ durationMs: 1e9 }));
    world.begin();
    const read = world.throttle.run(() => Promise.resolve('refused by the closed connection'), never);
    world.throttle.close();
    expect(await read).toBe('refused by the closed connection');
    expect(world.starts).toHaveLength(1);
  });
});

describe('throttle service', () => {
  /** A service that fails by a generated plan: each spell of trouble lasts some seconds. */
  const aSpell = fc.record({
    lastsMs: fc.integer({ min: 500, max: 60_000 }),
    durationMs: fc.integer({ min: 1, max: 20_000 }),
    exchange: fc.constantFrom<Partial<RequestStats>>(
      {},
      { status: 429, refusal: 'rate' },
      { status: 503, refusal: 'server' },
      { status: 0, failure: 'no-answer-in-time' },
      { status: 429, refusal: 'rate', retryAfterMs: 7_000 },
      { status: 503, refusal: 'server', retryAfterMs: 45_000 },
    ),
  });
  type Spell = typeof aSpell extends fc.Arbitrary<infer T> ? T : never;

  function inSpells(spells: readonly Spell[]): Service {
    return (startedMs) => {
      let endMs = 0;
      for (const { lastsMs, durationMs, exchange } of spells) {
        endMs += lastsMs;
        if (startedMs < endMs) return anExchange({ durationMs, ...exchange });
      }
      return anExchange();
    };
  }

  describe('the throttle, whatever the service does,', () => {
    it('never starts more than the ceilings allow: places, and starts in any second', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(aSpell, { maxLength: 6 }),
          fc.integer({ min: 1, max: 16 }),
          fc.integer({ min: 1, max: 60 }),
          async (spells, concurrency, requestsPerSecond) => {
            const world = aWorld({ concurrency, requestsPerSecond }, inSpells(spells));
            world.begin();
            await world.time.pass(30_000);
            expect(world.mostAtOnce()).toBeLessThanOrEqual(concurrency);
            for (const { atMs } of world.starts) {
              expect(startsIn(world.starts, atMs, atMs + 1_000)).toBeLessThanOrEqual(requestsPerSecond);
            }
          },
        ),
        { numRuns: 25, seed: 1 },
      );
    });

    it('never starts anything within a Retry-After', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(aSpell, { minLength: 1, maxLength: 8 }), async (spells) => {
          const world = aWorld({ concurrency: 4, requestsPerSecond: 10 }, inSpells(spells));
          world.begin();
          await world.time.pass(120_000);
          for (const { fromMs, toMs } of world.blocks) {
            // Those that start at the very moment of the answer may have been on their way already.
            expect(world.starts.filter(({ atMs }) => atMs > fromMs && atMs < toMs)).toEqual([]);
          }
        }),
        { numRuns: 25, seed: 2 },
      );
    });

    it('is back at its ceilings within ten minutes after the trouble', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(aSpell, { minLength: 1, maxLength: 8 }), async (spells) => {
          const world = aWorld({ concurrency: 4, requestsPerSecond: 10 }, inSpells(spells));
          world.begin();
          const trouble = spells.reduce((sum, { lastsMs, durationMs }) => sum + lastsMs + durationMs, 60_000);
          await world.time.pass(trouble + 600_000);
          expect(world.throttle.allowed()).toMatchObject({ perSecond: 10, concurrency: 4, slowedBy: null });
        }),
        { numRuns: 12, seed: 3 },
      );
    });
  });

  describe('the throttle, in hours with one service,', () => {
    /** A service that bears so many requests a second, and refuses what is over it. */
    function bearing(perSecond: number): Service {
      const latest: number[] = [];
      return (startedMs) => {
        while (latest.length > 0 && (latest[0] ?? 0) <= startedMs - 1_000) latest.shift();
        if (latest.length >= perSecond) return tooMany;
        latest.push(startedMs);
        return anExchange();
      };
    }
    const refusedOf = async (world: ReturnType<typeof aWorld>, ms: number) => {
      world.begin();
      await world.time.pass(ms);
      return world.starts.length;
    };

    it('finds the rate that a service bears: uses most of it, and is refused seldom', async () => {
      let refused = 0;
      const service = bearing(5);
      const world = aWorld({ concurrency: 4, requestsPerSecond: 20 }, (startedMs) => {
        const exchange = service(startedMs);
        if (exchange.status === 429) refused += 1;
        return exchange;
      });
      const hourMs = 3_600_000;
      const started = await refusedOf(world, hourMs);
      expect((started - refused) / (5 * 3_600)).toBeGreaterThan(0.7);
      expect(refused / started).toBeLessThan(0.05);
      expect(world.throttle.allowed().slowedBy).toBe('rate');
    });

    it('says why it is slower: rate, server, time-outs, latency, a pause that was asked for', async () => {
      const slowedBy = async (service: Service, ms = 20_000) => {
        const world = aWorld({ concurrency: 8, requestsPerSecond: 20 }, service);
        world.begin();
        await world.time.pass(ms);
        return world.throttle.allowed().slowedBy;
      };
      expect(await slowedBy(() => tooMany)).toBe('rate');
      expect(await slowedBy(() => anExchange({ status: 503, refusal: 'server' }))).toBe('server');
      expect(await slowedBy(() => anExchange({ status: 0, failure: 'no-answer-in-time' }))).toBe('timeouts');
      expect(await slowedBy((ms) => anExchange({ durationMs: ms < 10_000 ? 100 : 1_500 }))).toBe('latency');
      expect(await slowedBy(() => ({ ...tooMany, retryAfterMs: 60_000 }))).toBe('retry-after');
      expect(await slowedBy(() => anExchange({ status: 404, refusal: 'not-found' }))).toBeNull();
    });

    it('takes a service that has become slow for good as it is, after a while', async () => {
      const world = aWorld({ concurrency: 4, requestsPerSecond: 10 }, (ms) =>
        anExchange({ durationMs: ms < 60_000 ? 100 : 900 }),
      );
      world.begin();
      await world.time.pass(90_000);
      expect(world.throttle.allowed().slowedBy).toBe('latency');
      expect(world.throttle.allowed().perSecond).toBeGreaterThanOrEqual(2.5);
      await world.time.pass(1_200_000);
      expect(world.throttle.allowed().slowedBy).toBeNull();
    });

    it('is nearly as fast as before a minute after a storm, however bad that was', async () => {
      const world = aWorld({ concurrency: 4, requestsPerSecond: 10 }, (ms) =>
        ms > 10_000 && ms < 40_000 ? tooMany : anExchange(),
      );
      world.begin();
      await world.time.pass(39_000);
      expect(world.throttle.allowed().perSecond).toBeLessThan(1);
      await world.time.pass(75_000);
      expect(world.throttle.allowed().perSecond).toBeGreaterThan(8);
    });

    it('is not frightened by one slow answer', async () => {
      let answers = 0;
      const world = aWorld({ concurrency: 4, requestsPerSecond: 10 }, () =>
        anExchange({ durationMs: (answers += 1) === 50 ? 800 : 100 }),
      );
      world.begin();
      await world.time.pass(20_000);
      expect(world.throttle.allowed().slowedBy).toBeNull();
    });

    it('counts the requests that were on their way at a refusal as one refusal, not as many', async () => {
      const world = aWorld({ concurrency: 8, requestsPerSecond: 1_000 }, () =>
        anExchange({ ...tooMany, durationMs: 500 }),
      );
      world.begin();
      await world.time.pass(600);
      expect(world.throttle.allowed().perSecond).toBeGreaterThanOrEqual(400);
    });

    it('cuts what it counted where there is no ceiling, and is free again when that was long enough ago', async () => {
      const world = aWorld({ concurrency: 4, requestsPerSecond: 0 }, (ms) =>
        ms > 10_000 && ms < 12_000 ? tooMany : anExchange({ durationMs: 20 }),
      );
      world.begin();
      await world.time.pass(13_000);
      expect(world.throttle.allowed().perSecond).toBeLessThan(170);
      await world.time.pass(600_000);
      expect(world.throttle.allowed()).toMatchObject({ perSecond: null, slowedBy: null });
    });
  });

  it('other ceilings hold from now on, and what was observed stays', async () => {
    let started = 0;
    // Every second one is refused from the twentieth on.
    const world = aWorld({ concurrency: 4, requestsPerSecond: 10 }, () =>
      (started += 1) > 20 && started % 2 === 0 ? tooMany : anExchange(),
    );
    world.begin();
    await world.time.pass(5_000);
    const { observed } = world.throttle.allowed();
    expect(observed.perSecond).toBeLessThan(10);
    for (const requestsPerSecond of [null, 0, 100]) {
      world.throttle.limit({ concurrency: null, requestsPerSecond });
      expect(world.throttle.allowed()).toMatchObject({
        ceilingPerSecond: requestsPerSecond || null,
        observed,
      });
      expect(world.throttle.allowed().perSecond).toBeLessThanOrEqual(observed.perSecond ?? 0);
    }
    world.throttle.limit({ concurrency: 4, requestsPerSecond: 2 });
    expect(world.throttle.allowed().perSecond).toBeLessThanOrEqual(2);
  });
});

describe('a count by the second', () => {
  const countedAt = (...moments: readonly number[]) => {
    const counter = createCounter();
    for (const atMs of moments) counter.count(atMs);
    return counter.perSecond();
  };
  const every = (ms: number, fromMs: number, times: number) =>
    Array.from({ length: times }, (_, index) => fromMs + index * ms);

  it('is what came in the last whole second', () => {
    expect(countedAt()).toBe(0);
    expect(countedAt(...every(10, 0, 250))).toBeCloseTo(100, -1);
  });

  it('is reckoned from what came so far while there was no whole second', () => {
    expect(countedAt(...every(2, 0, 200))).toBeCloseTo(500, -1);
    expect(countedAt(0)).toBe(10);
  });

  it('does not take a pause for slowness, before the first event or between two', () => {
    expect(countedAt(...every(2, 60_000, 200))).toBeCloseTo(500, -1);
    expect(countedAt(...every(2, 0, 2_000), ...every(2, 60_000, 200))).toBeCloseTo(500, -1);
  });
});

/** Answers of `durationMs`, one every 5 ms from `fromMs` to `untilMs`. */
const feed = (answered: (durationMs: number, nowMs: number) => void) => ({
  with: (durationMs: number, fromMs: number, untilMs: number) => {
    for (let atMs = fromMs; atMs < untilMs; atMs += 5) answered(durationMs, atMs);
  },
});

describe('the latency of a service', () => {
  it('rises when its answers stay slow', () => {
    const latency = createLatency();
    const service = feed(latency.answered);
    service.with(20, 0, 5_000);
    service.with(400, 5_000, 7_000);
    expect(latency.isRising(7_000)).toBe(true);
  });

  it('does not rise when sixty answers come late together, because this machine stalled', () => {
    const latency = createLatency();
    const service = feed(latency.answered);
    service.with(20, 0, 5_000);
    for (let answer = 0; answer < 60; answer += 1) latency.answered(400, 5_400);
    expect(latency.isRising(5_400)).toBe(false);
    service.with(20, 5_400, 8_000);
    expect(latency.isRising(8_000)).toBe(false);
  });
});

describe('a pace that slow answers hold back', () => {
  const anAnswer = (durationMs: number): RequestStats => ({
    of: 'bulk',
    status: 200,
    refusal: null,
    failure: null,
    retryAfterMs: 0,
    durationMs,
  });
  const slowed = (requestsPerSecond: number) => {
    const pace = createAdaptivePace({ concurrency: 16, requestsPerSecond }, null, 0);
    const service = feed((durationMs, atMs) => pace.heard(anAnswer(durationMs), atMs));
    service.with(20, 0, 5_000);
    service.with(400, 5_000, 6_200);
    return {
      perSecond: pace.allowedPerSecond(),
      places: pace.concurrency(),
      by: pace.slowedBy(6_200),
    };
  };

  it('has fewer places and a lower rate where the user set one', () => {
    const { perSecond, places, by } = slowed(100);
    expect([perSecond ?? 100, places]).toEqual([expect.closeTo(85, 0), 12]);
    expect(by).toBe('latency');
  });

  it('has fewer places alone where there is no ceiling: each of them waits for its answer anyway', () => {
    expect(slowed(Number.POSITIVE_INFINITY)).toEqual({ perSecond: null, places: 12, by: 'latency' });
  });
});
