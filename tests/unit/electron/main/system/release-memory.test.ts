import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  collector,
  releaseOnceIdle,
  releaseWhenIdle,
} from '../../../../../electron/main/system/release-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
