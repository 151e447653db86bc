import { describe, expect, it } from 'vitest';
import {
  createAdaptivePace,
  createCounter,
  createLatency,
} from '../../../../../electron/main/connections/adaptive-rate.ts';
import type { RequestStats } from '../../../../../electron/main/reseller/reply.ts';

describe('a count by the second', () => {
  const countedAt = (...moments: readonly number[]) => {
    const counter = createCounter();
    for (const atMs of moments) counter.count(atMs);
    return counter.perSecond();
  };
  const every = (ms: number, fromMs: number, times: number) =>
    Array.from({ length: times }, (_, index) => fromMs + index * ms);

  it('is nothing before anything was counted', () => {
    expect(countedAt()).toBe(0);
  });

  it('is what came in the last whole second', () => {
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

describe('latency', () => {
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
      isBulk: true,
      status: 200,
      refusal: null,
      failure: null,
      retryAfterMs: 0,
      durationMs,
    });
    const slowed = (requestsPerSecond: number | null) => {
      const pace = createAdaptivePace({ concurrency: 16, requestsPerSecond }, null, 0);
      const service = feed((durationMs, atMs) => pace.heard(anAnswer(durationMs), atMs));
      service.with(20, 0, 5_000);
      service.with(400, 5_000, 6_200);
      return {
        perSecond: pace.allowedPerSecond(6_200),
        places: pace.concurrency(6_200),
        by: pace.slowedBy(6_200),
      };
    };

    it('has fewer places and a lower rate where the user set one', () => {
      const { perSecond, places, by } = slowed(100);
      expect([perSecond ?? 100, places]).toEqual([expect.closeTo(85, 0), 12]);
      expect(by).toBe('latency');
    });

    it('has fewer places alone where there is no ceiling: each of them waits for its answer anyway', () => {
      expect(slowed(null)).toEqual({ perSecond: null, places: 12, by: 'latency' });
    });
  });
});
