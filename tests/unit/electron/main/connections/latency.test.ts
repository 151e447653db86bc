import { describe, expect, it } from 'vitest';
import { createAdaptivePace } from '../../../../../electron/main/connections/adaptive-pace.ts';
import { createLatency } from '../../../../../electron/main/connections/latency.ts';
import type { Exchange } from '../../../../../electron/main/reseller/exchange.ts';

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
  const anAnswer = (durationMs: number): Exchange => ({
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
