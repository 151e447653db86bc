import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { aVirtualTime, promises, type VirtualTime } from '../../../../support/time/virtual-time.ts';
import { aDesk, anExchange, type Service, startsIn } from './a-throttled-desk.ts';

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
