import { beforeEach, describe, expect, it, vi } from 'vitest';
import { backoffMs, coalesce, createBackoff } from '../../../../../electron/main/system/timing.ts';
import {
  collector,
  releaseOnceIdle,
  releaseWhenIdle,
} from '../../../../../electron/main/system/release-memory.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

describe('coalescing', () => {
  const world = () => {
    const { timer, pass } = aVirtualTime();
    const actedAt: number[] = [];
    return { pass, actedAt, coalesced: coalesce(() => actedAt.push(timer.nowMs()), 100, timer) };
  };

  it('acts at most once in the pause, and once more for what happened in the last one', async () => {
    const { pass, actedAt, coalesced } = world();
    for (let calls = 0; calls < 10; calls += 1) {
      coalesced.soon();
      coalesced.soon();
      await pass(25);
    }
    await pass(1_000);
    expect(actedAt).toEqual([1, 101, 201, 301]);
    coalesced.soon();
    await pass(1_000);
    expect(actedAt).toHaveLength(5);
  });

  it('acts at once where it is told to, not again for what was before, and paused from then on', async () => {
    const { pass, actedAt, coalesced } = world();
    coalesced.now();
    coalesced.soon();
    await pass(50);
    coalesced.now();
    await pass(10);
    coalesced.soon();
    await pass(1_000);
    expect(actedAt).toEqual([0, 50, 150]);
  });

  it('forgets what was before where it is stopped', async () => {
    const { pass, actedAt, coalesced } = world();
    coalesced.soon();
    coalesced.stop();
    await pass(1_000);
    expect(actedAt).toEqual([]);
  });
});

describe('backing off', () => {
  it('is longer after each failure, up to a limit, and short again when it went well', () => {
    const backoff = createBackoff({ firstMs: 5_000, longestMs: 60_000 });
    const pauses = () => [1, 2, 3, 4, 5, 6].map(() => backoff.nextMs() / 1_000);
    expect(pauses()).toEqual([5, 10, 20, 40, 60, 60]);
    backoff.goesWell();
    expect(pauses()[0]).toBe(5);
  });

  it('stays at its limit after any number of failures', () => {
    expect(backoffMs(5_000, { firstMs: 400, longestMs: 6_400 })).toBe(6_400);
  });
});

describe('giving memory back', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('waits while something is done', () => {
    const giveBack = vi.fn();
    const { stirred } = releaseOnceIdle(1_000, giveBack);
    vi.advanceTimersByTime(900);
    stirred();
    vi.advanceTimersByTime(900);
    expect(giveBack).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(giveBack).toHaveBeenCalledOnce();
  });

  it('gives back once', () => {
    const giveBack = vi.fn();
    const { stirred } = releaseOnceIdle(1_000, giveBack);
    vi.advanceTimersByTime(1_000);
    stirred();
    vi.advanceTimersByTime(5_000);
    expect(giveBack).toHaveBeenCalledOnce();
  });

  it('gives back after each calm that something was done before', () => {
    const giveBack = vi.fn();
    const { stirred } = releaseWhenIdle(1_000, giveBack);
    vi.advanceTimersByTime(5_000);
    expect(giveBack).not.toHaveBeenCalled();
    for (const times of [1, 2]) {
      stirred();
      vi.advanceTimersByTime(900);
      stirred();
      vi.advanceTimersByTime(900);
      expect(giveBack).toHaveBeenCalledTimes(times - 1);
      vi.advanceTimersByTime(5_000);
      expect(giveBack).toHaveBeenCalledTimes(times);
    }
  });

  it('finds the collector, and leaves none for the rest of the program', async () => {
    vi.useRealTimers();
    const collect = collector();
    await expect(
      collect?.({ type: 'major', execution: 'async', flavor: 'last-resort' }),
    ).resolves.toBeUndefined();
    expect('gc' in globalThis).toBe(false);
  });
});
