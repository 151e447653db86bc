import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';

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

describe('the throttle of an account', () => {
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
