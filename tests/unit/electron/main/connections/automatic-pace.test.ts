import { describe, expect, it } from 'vitest';
import type { KnownPace } from '../../../../../electron/main/connections/adaptive-rate.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { aLimitedRun, leastMs, type LimitedRun } from '../../../../support/pace/limited-run.ts';
import { limitedServices, planned, type PlannedService } from '../../../../support/pace/limited-services.ts';
import { aVirtualTime, promises } from '../../../../support/time/virtual-time.ts';
import { anExchange, startsIn, tooMany } from './a-throttled-service.ts';

const serviceCalled = (name: string): PlannedService => {
  const plan = limitedServices.find((each) => each.name === name);
  if (plan === undefined) throw new Error(`There is no service ${name}`);
  return plan;
};

const finished = async (plan: PlannedService, before: KnownPace | null = null, seed = 1, unevenMs = 0) => {
  const run = aLimitedRun(plan, { seed, before, unevenMs });
  await run.time.until(run.isDone, 3_600_000);
  const share = run.refusals.length / run.starts.length;
  return { run, share, ratio: run.time.timer.nowMs() / leastMs(plan) };
};

const mostInASecond = ({ starts }: LimitedRun): number =>
  Math.max(...starts.map(({ atMs }) => startsIn(starts, atMs, atMs + 1_000)));
const mostAtOnce = ({ starts }: LimitedRun): number => Math.max(...starts.map(({ atOnce }) => atOnce));

describe('an account with no limits of its own', () => {
  it.each(limitedServices.map((plan) => [plan.is, plan] as const))(
    'is nearly as fast as the service allows, and refused seldom: %s',
    async (_is, plan) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const { ratio, share } = await finished(plan, null, seed);
        expect(ratio).toBeLessThanOrEqual(plan.stands ? 1.08 : 1.15);
        expect(share).toBeLessThanOrEqual(0.01);
      }
    },
    60_000,
  );

  it.each(limitedServices.map((plan) => [plan.is, plan] as const))(
    'is as fast where requests, answers and timers are late by some milliseconds: %s',
    async (_is, plan) => {
      const ratios: number[] = [];
      for (const seed of [1, 2, 3, 4, 5]) {
        const { ratio, share } = await finished(plan, null, seed, 3);
        // What is late is late for whoever knows the limit, too.
        ratios.push(ratio);
        expect(share).toBeLessThanOrEqual(0.01);
      }
      expect(ratios.reduce((sum, ratio) => sum + ratio) / ratios.length).toBeLessThanOrEqual(
        plan.stands ? 1.09 : 1.15,
      );
    },
    60_000,
  );

  it('does not take the rate for the places where most of what was accepted ran beside as many as the refused one', async () => {
    const plan = { ...serviceCalled('rate-5-pause'), requests: 150 };
    for (let seed = 1; seed <= 30; seed += 1) {
      const { run } = await finished(plan, null, seed, 1);
      expect(run.throttle.allowed().observed.concurrency).toBeNull();
      expect(run.throttle.allowed().observed.perSecond).toBeCloseTo(4.85, 0);
    }
  });

  it('finds how many at once are allowed although requests overtake each other on their way', async () => {
    for (const [name, allowed] of [
      ['places-16', 16],
      ['places-2', 2],
    ] as const) {
      for (let seed = 1; seed <= 30; seed += 1) {
        const { run } = await finished(serviceCalled(name), null, seed, 6);
        expect(run.throttle.allowed().observed).toEqual({ perSecond: null, concurrency: allowed });
      }
    }
  });

  it('finds a limit again that was a little lower for a while', async () => {
    const limits = (share: number) => ({ perSecond: share > 0.2 && share < 0.3 ? 44 : 50, atOnce: null });
    const { run } = await finished({ ...serviceCalled('rate-50'), limits });
    expect(run.throttle.allowed().observed.perSecond).toBeGreaterThan(47);
  });

  it('begins carefully: a few in the first second, and no more before the first answer', async () => {
    const run = aLimitedRun(planned({ ...serviceCalled('silent'), latencyMs: 5_000 }), { seed: 1 });
    await run.time.pass(4_000);
    expect(run.starts.length).toBeLessThanOrEqual(5);
    const quick = aLimitedRun(serviceCalled('silent'), { seed: 1 });
    await quick.time.pass(1_000);
    expect(quick.starts.length).toBeLessThanOrEqual(10);
  });

  it('asks a service that says nothing at most 200 times in a second, and 64 at once', async () => {
    const often = await finished({ ...serviceCalled('silent'), requests: 4_000 });
    expect(mostInASecond(often.run)).toBe(200);
    const slow = { ...serviceCalled('silent'), latencyMs: 2_000, requests: 1_500 };
    expect(mostAtOnce((await finished(slow)).run)).toBe(64);
  });

  it('asks a service that becomes slow little more than twice as much as it works on at once', async () => {
    const { run } = await finished(serviceCalled('queues'));
    const later = run.starts.filter(({ atMs }) => atMs > 10_000);
    expect(Math.max(...later.map(({ atOnce }) => atOnce))).toBeLessThanOrEqual(24);
  });

  it('keeps what it observed for the next run: one refusal at most in its first seconds, and no time lost', async () => {
    for (const name of ['rate-50', 'rate-5-pause', 'both-rate', 'places-16']) {
      const plan = serviceCalled(name);
      const first = await finished(plan);
      const next = await finished(plan, first.run.throttle.knownPace(), 2);
      expect(next.run.refusals.filter((atMs) => atMs < 3_000).length).toBeLessThanOrEqual(1);
      expect(next.ratio).toBeLessThanOrEqual(1.08);
    }
  });

  it('tries rarely what was refused: less and less often in an hour', async () => {
    const plan = { ...serviceCalled('both-rate'), requests: 60_000 };
    const { run } = await finished(plan);
    const tries = (fromMs: number, toMs: number) =>
      run.refusals.filter((atMs) => atMs >= fromMs && atMs < toMs).length;
    expect(tries(1_800_000, 2_400_000)).toBeGreaterThan(0);
    expect(tries(1_800_000, 2_400_000)).toBeLessThan(tries(0, 600_000) / 3);
  });

  it('learns from a few refusals where 100 a minute are allowed', async () => {
    const plan = planned({
      ...{ name: 'minute', is: '', latencyMs: 300, windowS: 60, requests: 3_000 },
      limits: () => ({ perSecond: 100 / 60, atOnce: null }),
    });
    const { run, ratio, share } = await finished(plan);
    // Two minutes in which all is refused once the hundred are used up; then it keeps below that, and tries more rarely.
    expect(run.refusals.filter((atMs) => atMs > 150_000 && atMs < 300_000)).toEqual([]);
    expect(share).toBeLessThan(0.045);
    expect(ratio).toBeLessThan(1.8);
  });

  it('asks a service that refuses everything less and less, and is back soon after', async () => {
    const time = aVirtualTime(promises);
    const throttle = createThrottle({ concurrency: null, requestsPerSecond: null }, time.timer);
    let isOut = false;
    const starts: number[] = [];
    throttle
      .lane((done) => {
        starts.push(time.timer.nowMs());
        void time.timer.sleep(100).then(() => {
          throttle.heard(isOut ? tooMany : anExchange());
          done();
        });
        return true;
      })
      .wake();
    await time.pass(30_000);
    isOut = true;
    await time.pass(600_000);
    const during = starts.filter((atMs) => atMs > 31_000).length;
    expect(during).toBeLessThan(60);
    isOut = false;
    await time.pass(90_000);
    expect(throttle.allowed().perSecond).toBeGreaterThan(100);
  });
});

describe('a ceiling that the user set', () => {
  it('holds at every service, however much it allows', async () => {
    for (const plan of limitedServices) {
      const limits = { concurrency: 3, requestsPerSecond: 7 };
      const run = aLimitedRun({ ...plan, requests: 400 }, { seed: 3, limits });
      await run.time.until(run.isDone, 3_600_000);
      expect(mostAtOnce(run)).toBeLessThanOrEqual(3);
      expect(mostInASecond(run)).toBeLessThanOrEqual(7);
    }
  });

  it('of no requests a second at all begins with few at once', async () => {
    const limits = { concurrency: null, requestsPerSecond: 0 };
    const run = aLimitedRun({ ...serviceCalled('silent'), requests: 6_000 }, { seed: 3, limits });
    await run.time.pass(200);
    expect(mostAtOnce(run)).toBeLessThanOrEqual(6);
    await run.time.until(run.isDone);
    expect(mostAtOnce(run)).toBe(64);
  });

  it('of one kind leaves the other automatic', async () => {
    const limits = { concurrency: 2, requestsPerSecond: null };
    const run = aLimitedRun({ ...serviceCalled('silent'), requests: 1_000 }, { seed: 3, limits });
    await run.time.until(run.isDone);
    expect(mostAtOnce(run)).toBe(2);
    expect(mostInASecond(run)).toBeGreaterThan(30);
  });
});

describe('a change beside a look-up', () => {
  const never = new AbortController().signal;

  it('starts before all look-ups that wait, and never at more than what is known to be allowed', async () => {
    const run = aLimitedRun({ ...serviceCalled('both-rate'), requests: 10_000 }, { seed: 5 });
    let tried = 0;
    for (let second = 0; second < 300; second += 1) {
      await run.time.pass(1_000);
      const before = run.throttle.allowed();
      const limit = before.observed.perSecond;
      if (limit === null || (before.perSecond ?? 0) <= limit) continue;
      tried += 1;
      const askedAtMs = run.time.timer.nowMs();
      let startedAtMs = -1;
      void run.throttle.run(() => Promise.resolve((startedAtMs = run.time.timer.nowMs())), never);
      expect(run.throttle.allowed().perSecond).toBeLessThanOrEqual(limit);
      await run.time.until(() => startedAtMs >= 0);
      expect(startsIn(run.starts, askedAtMs + 1, startedAtMs)).toBe(0);
    }
    expect(tried).toBeGreaterThan(3);
  });

  it('never has more asked: only answers to reads do', async () => {
    const perSecondAfter = async (of: 'bulk' | 'read' | 'write') => {
      const time = aVirtualTime(promises);
      const throttle = createThrottle({ concurrency: null, requestsPerSecond: null }, time.timer);
      throttle
        .lane((done) => {
          void time.timer.sleep(100).then(() => {
            throttle.heard(anExchange({ of }));
            done();
          });
          return true;
        })
        .wake();
      await time.pass(20_000);
      return throttle.allowed().perSecond;
    };
    expect(await perSecondAfter('write')).toBe(5);
    expect(await perSecondAfter('read')).toBeGreaterThan(50);
    expect(await perSecondAfter('bulk')).toBeGreaterThan(50);
  });
});
