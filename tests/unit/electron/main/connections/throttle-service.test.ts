import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestStats } from '../../../../../electron/main/reseller/reply.ts';
import { aDesk, anExchange, type Service, startsIn, tooMany } from './a-throttled-desk.ts';

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
          const desk = aDesk({ concurrency, requestsPerSecond }, inSpells(spells));
          desk.begin();
          await desk.time.pass(30_000);
          expect(desk.mostAtOnce()).toBeLessThanOrEqual(concurrency);
          for (const { atMs } of desk.starts) {
            expect(startsIn(desk.starts, atMs, atMs + 1_000)).toBeLessThanOrEqual(requestsPerSecond);
          }
        },
      ),
      { numRuns: 25, seed: 1 },
    );
  });

  it('never starts anything within a Retry-After', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aSpell, { minLength: 1, maxLength: 8 }), async (spells) => {
        const desk = aDesk({ concurrency: 4, requestsPerSecond: 10 }, inSpells(spells));
        desk.begin();
        await desk.time.pass(120_000);
        for (const { fromMs, toMs } of desk.blocks) {
          // Those that start at the very moment of the answer may have been on their way already.
          expect(desk.starts.filter(({ atMs }) => atMs > fromMs && atMs < toMs)).toEqual([]);
        }
      }),
      { numRuns: 25, seed: 2 },
    );
  });

  it('is back at its ceilings within ten minutes after the trouble', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aSpell, { minLength: 1, maxLength: 8 }), async (spells) => {
        const desk = aDesk({ concurrency: 4, requestsPerSecond: 10 }, inSpells(spells));
        desk.begin();
        const trouble = spells.reduce((sum, { lastsMs, durationMs }) => sum + lastsMs + durationMs, 60_000);
        await desk.time.pass(trouble + 600_000);
        expect(desk.throttle.allowed()).toMatchObject({ perSecond: 10, concurrency: 4, slowedBy: null });
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
  const refusedOf = async (desk: ReturnType<typeof aDesk>, ms: number) => {
    desk.begin();
    await desk.time.pass(ms);
    return desk.starts.length;
  };

  it('finds the rate that a service bears: uses most of it, and is refused seldom', async () => {
    let refused = 0;
    const service = bearing(5);
    const desk = aDesk({ concurrency: 4, requestsPerSecond: 20 }, (startedMs) => {
      const exchange = service(startedMs);
      if (exchange.status === 429) refused += 1;
      return exchange;
    });
    const hourMs = 3_600_000;
    const started = await refusedOf(desk, hourMs);
    expect((started - refused) / (5 * 3_600)).toBeGreaterThan(0.7);
    expect(refused / started).toBeLessThan(0.05);
    expect(desk.throttle.allowed().slowedBy).toBe('rate');
  });

  it('says why it is slower: rate, server, time-outs, latency, a pause that was asked for', async () => {
    const slowedBy = async (service: Service, ms = 20_000) => {
      const desk = aDesk({ concurrency: 8, requestsPerSecond: 20 }, service);
      desk.begin();
      await desk.time.pass(ms);
      return desk.throttle.allowed().slowedBy;
    };
    expect(await slowedBy(() => tooMany)).toBe('rate');
    expect(await slowedBy(() => anExchange({ status: 503, refusal: 'server' }))).toBe('server');
    expect(await slowedBy(() => anExchange({ status: 0, failure: 'no-answer-in-time' }))).toBe('timeouts');
    expect(await slowedBy((ms) => anExchange({ durationMs: ms < 10_000 ? 100 : 1_500 }))).toBe('latency');
    expect(await slowedBy(() => ({ ...tooMany, retryAfterMs: 60_000 }))).toBe('retry-after');
    expect(await slowedBy(() => anExchange({ status: 404, refusal: 'not-found' }))).toBeNull();
  });

  it('takes a service that has become slow for good as it is, after a while', async () => {
    const desk = aDesk({ concurrency: 4, requestsPerSecond: 10 }, (ms) =>
      anExchange({ durationMs: ms < 60_000 ? 100 : 900 }),
    );
    desk.begin();
    await desk.time.pass(90_000);
    expect(desk.throttle.allowed().slowedBy).toBe('latency');
    expect(desk.throttle.allowed().perSecond).toBeGreaterThanOrEqual(2.5);
    await desk.time.pass(1_200_000);
    expect(desk.throttle.allowed().slowedBy).toBeNull();
  });

  it('is nearly as fast as before a minute after a storm, however bad that was', async () => {
    const desk = aDesk({ concurrency: 4, requestsPerSecond: 10 }, (ms) =>
      ms > 10_000 && ms < 40_000 ? tooMany : anExchange(),
    );
    desk.begin();
    await desk.time.pass(39_000);
    expect(desk.throttle.allowed().perSecond).toBeLessThan(1);
    await desk.time.pass(75_000);
    expect(desk.throttle.allowed().perSecond).toBeGreaterThan(8);
  });

  it('is not frightened by one slow answer', async () => {
    let answers = 0;
    const desk = aDesk({ concurrency: 4, requestsPerSecond: 10 }, () =>
      anExchange({ durationMs: (answers += 1) === 50 ? 800 : 100 }),
    );
    desk.begin();
    await desk.time.pass(20_000);
    expect(desk.throttle.allowed().slowedBy).toBeNull();
  });

  it('counts the requests that were on their way at a refusal as one refusal, not as many', async () => {
    const desk = aDesk({ concurrency: 8, requestsPerSecond: 1_000 }, () =>
      anExchange({ ...tooMany, durationMs: 500 }),
    );
    desk.begin();
    await desk.time.pass(600);
    expect(desk.throttle.allowed().perSecond).toBeGreaterThanOrEqual(400);
  });

  it('cuts what it counted where there is no ceiling, and is free again when that was long enough ago', async () => {
    const desk = aDesk({ concurrency: 4, requestsPerSecond: 0 }, (ms) =>
      ms > 10_000 && ms < 12_000 ? tooMany : anExchange({ durationMs: 20 }),
    );
    desk.begin();
    await desk.time.pass(13_000);
    expect(desk.throttle.allowed().perSecond).toBeLessThan(150);
    await desk.time.pass(600_000);
    expect(desk.throttle.allowed()).toMatchObject({ perSecond: null, slowedBy: null });
  });
});

it('other ceilings hold from now on, and what was learned stays', async () => {
  const desk = aDesk({ concurrency: 4, requestsPerSecond: 10 }, () => tooMany);
  desk.begin();
  await desk.time.pass(5_000);
  const { perSecond } = desk.throttle.allowed();
  desk.throttle.limit({ concurrency: null, requestsPerSecond: null });
  expect(desk.throttle.allowed()).toMatchObject({ ceilingPerSecond: null, slowedBy: 'rate' });
  expect(desk.throttle.allowed().perSecond).toBeLessThanOrEqual(10);
  expect(perSecond).toBeLessThan(10);
});
