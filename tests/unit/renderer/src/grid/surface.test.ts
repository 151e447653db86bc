import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownWindow } from '../../../../../renderer/src/grid/layout.ts';
import {
  createSettling,
  oncePerFrame,
  scrollMap,
  tallestBox,
} from '../../../../../renderer/src/grid/surface.ts';

describe('scrollMap', () => {
  /** Chromium's LayoutUnit has 26 bits for whole px of the screen; at 400 % each of ours is four of them. */
  const chromiumLimit = 2 ** 25;

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

describe('pacing', () => {
  const rowsFrom = (firstRow: number): ShownWindow => ({
    firstRow,
    endRow: firstRow + 10,
    firstColumn: 0,
    endColumn: 5,
  });

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  describe('createSettling', () => {
    it('tells of the first window at once', () => {
      const heard = vi.fn();
      createSettling(heard).at(rowsFrom(0));
      expect(heard).toHaveBeenCalledExactlyOnceWith(rowsFrom(0));
    });

    it('tells of where the scrolling rests, and of nothing on the way', () => {
      const heard = vi.fn();
      const settling = createSettling(heard);
      settling.at(rowsFrom(0));
      for (const row of [5, 10, 15]) settling.at(rowsFrom(row));
      expect(heard).toHaveBeenCalledTimes(1);
      vi.runAllTimers();
      expect(heard).toHaveBeenCalledTimes(2);
      expect(heard).toHaveBeenLastCalledWith(rowsFrom(15));
    });

    it('tells nothing of a way that ends where it began', () => {
      const heard = vi.fn();
      const settling = createSettling(heard);
      for (const row of [0, 5, 0]) settling.at(rowsFrom(row));
      vi.runAllTimers();
      expect(heard).toHaveBeenCalledTimes(1);
    });
  });

  describe('oncePerFrame', () => {
    it('acts once in a frame, however often it is asked, and again in the next', () => {
      const frames: FrameRequestCallback[] = [];
      vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) => frames.push(act));
      const act = vi.fn();
      const { ask } = oncePerFrame(act);
      ask();
      ask();
      for (const frame of frames.splice(0)) frame(0);
      expect(act).toHaveBeenCalledOnce();
      ask();
      for (const frame of frames.splice(0)) frame(0);
      expect(act).toHaveBeenCalledTimes(2);
      vi.unstubAllGlobals();
    });
  });
});
