import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrollMap, tallestBox } from '../../../../../renderer/src/grid/scroll-map.ts';

/** Chromium's LayoutUnit has 26 bits for whole px of the screen; at 400 % each of ours is four of them. */
const chromiumLimit = 2 ** 25;

describe('scrollMap', () => {
  it('leaves scrolling as it is while the grid fits into a box', () => {
    const map = scrollMap(100_000 * 32 + 36, 800);
    expect(map).toMatchObject({ boxHeight: 3_200_036, isScaled: false });
    expect([map.offsetAt(1_234.5), map.scrollTopFor(1_234.5)]).toEqual([1_234.5, 1_234.5]);
  });

  it('keeps the box of a million rows within what Chromium can hold at 400 %', () => {
    const map = scrollMap(1_000_000 * 32 + 36, 800);
    expect(map.isScaled).toBe(true);
    expect(map.boxHeight * 4).toBeLessThanOrEqual(chromiumLimit);
    expect(map.boxHeight).toBe(tallestBox);
  });

  it('reaches the last row of a million when its box is scrolled to the end', () => {
    const map = scrollMap(32_000_036, 800);
    expect(map.offsetAt(map.boxHeight - 800)).toBeCloseTo(32_000_036 - 800, 3);
    expect(map.offsetAt(0)).toBe(0);
  });

  it('finds its way back from every offset', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 31_000_000, noNaN: true }), (offset) => {
        const map = scrollMap(32_000_036, 800);
        expect(map.offsetAt(map.scrollTopFor(offset))).toBeCloseTo(offset, 2);
      }),
    );
  });

  it('never goes beyond the ends, also where everything is in sight', () => {
    const long = scrollMap(10_000, 800);
    expect([long.within(-1), long.within(20_000), long.offsetAt(20_000)]).toEqual([0, 9_200, 9_200]);
    expect(scrollMap(300, 800).within(50)).toBe(0);
  });
});
