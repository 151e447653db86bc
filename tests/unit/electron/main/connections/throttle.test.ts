import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { aVirtualTime, promises, type VirtualTime } from '../../../../support/time/virtual-time.ts';
import { aDesk, anExchange, type Service, startsIn } from './a-throttled-desk.ts';

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

  it('never lets more than the allowed number work at once', async () => {
    const throttle = createThrottle({ concurrency: 3, requestsPerSecond: 1_000 }, aTimer());
    let working = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++working);
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
    };
    const wave = () => Promise.all(Array.from({ length: 20 }, () => throttle.run(work, never)));
    await wave();
    await wave(); // a place that was handed on is not free as well
    expect(most).toBe(3);
    expect(working).toBe(0);
  });

  it('starts no sooner than the rate allows', async () => {
    const timer = aTimer();
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: 10 }, timer);
    const starts: number[] = [];
    const work = () => Promise.resolve(void starts.push(timer.nowMs()));
    for (let turn = 0; turn < 4; turn += 1) await throttle.run(work, never);
    expect(starts).toEqual([0, 100, 200, 300]);
  });

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
          const desk = aDesk({ concurrency, requestsPerSecond: 40 }, slow, lanes);
          desk.begin();
          await desk.time.pass(ms + lanes * 25);
          const served = Array.from(
            { length: lanes },
            (_, lane) => desk.starts.filter((one) => one.lane === lane).length,
          );
          expect(Math.max(...served) - Math.min(...served)).toBeLessThanOrEqual(concurrency + 1);
        },
      ),
      { numRuns: 20, seed: 4 },
    );
  });

  const never = new AbortController().signal;
  const readThrough = async (time: VirtualTime, desk: ReturnType<typeof aDesk>) => {
    let readAtMs = -1;
    void desk.throttle.run(() => Promise.resolve((readAtMs = time.timer.nowMs())), never);
    const askedAtMs = time.timer.nowMs();
    await time.until(() => readAtMs >= 0);
    return { tookMs: readAtMs - askedAtMs, before: startsIn(desk.starts, askedAtMs + 1, readAtMs) };
  };

  it('a single read before everything that waits in a lane', async () => {
    const desk = aDesk({ concurrency: 1, requestsPerSecond: 10 }, slow, 3);
    desk.begin();
    await desk.time.pass(1_010);
    expect(await readThrough(desk.time, desk)).toMatchObject({ before: 0 });
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
    const desk = aDesk({ concurrency: 1, requestsPerSecond: 1 }, () => anExchange({ durationMs: 1e9 }));
    desk.begin();
    const read = desk.throttle.run(() => Promise.resolve('refused by the closed connection'), never);
    desk.throttle.close();
    expect(await read).toBe('refused by the closed connection');
    expect(desk.starts).toHaveLength(1);
  });
});
