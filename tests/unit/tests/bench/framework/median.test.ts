import { describe, expect, it } from 'vitest';
import { median, spreadOf } from '../../../../bench/framework/result.ts';

describe('the median', () => {
  it.each([
    { of: 'an odd number of values: the middle one', values: [9, 1, 5], is: 5 },
    { of: 'an even number: between the two middle ones', values: [4, 1, 3, 2], is: 2.5 },
    { of: 'numbers, not of texts: 10 is more than 9', values: [10, 9, 1], is: 9 },
    { of: 'one value: that one', values: [7], is: 7 },
  ])('is, of $of', ({ values, is }) => {
    expect(median(values)).toBe(is);
  });

  it('of nothing is no number', () => {
    expect(median([])).toBeNaN();
  });

  it('leaves what it was given as it was', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('the spread', () => {
  it('goes from the least to the most', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ least: 1, most: 3 });
  });
});
