import { describe, expect, it } from 'vitest';
import { createCounter } from '../../../../../electron/main/connections/counter.ts';

const countedAt = (...moments: readonly number[]) => {
  const counter = createCounter();
  for (const atMs of moments) counter.count(atMs);
  return counter.perSecond();
};
const every = (ms: number, fromMs: number, times: number) =>
  Array.from({ length: times }, (_, index) => fromMs + index * ms);

describe('a count by the second', () => {
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
