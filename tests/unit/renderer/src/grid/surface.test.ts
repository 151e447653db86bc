// @vitest-environment jsdom

import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownWindow } from '../../../../../renderer/src/grid/layout.ts';
import {
  createScrolling,
  createSettling,
  oncePerFrame,
  scrollMap,
} from '../../../../../renderer/src/grid/surface.ts';

describe('scrollMap', () => {
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
});

describe('pacing', () => {
  const rowsFrom = (firstRow: number): ShownWindow => ({
    firstRow,
    endRow: firstRow + 10,
    firstColumn: 0,
    endColumn: 5,
  });

  beforeEach(() => vi.useFakeTimers());

  describe('createSettling', () => {
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
  });

  describe('oncePerFrame', () => {
    it('acts once in a frame, however often it is asked, and again in the next', () => {
      const frames: FrameRequestCallback[] = [];
      vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) => frames.push(act));
      const act = vi.fn();
      const { request } = oncePerFrame(act);
      request();
      request();
      for (const frame of frames.splice(0)) frame(0);
      expect(act).toHaveBeenCalledOnce();
      request();
      for (const frame of frames.splice(0)) frame(0);
      expect(act).toHaveBeenCalledTimes(2);
      vi.unstubAllGlobals();
    });
  });
});

describe('scrolling', () => {
  const paneHeight = 800;
  /** A million rows of 32 px. */
  const high = 32_000_000;

  let scroller: HTMLElement;
  let spacer: HTMLElement;
  let scrolling: ReturnType<typeof createScrolling>;
  const onMove = vi.fn();

  beforeEach(() => {
    onMove.mockClear();
    scroller = document.createElement('div');
    spacer = document.createElement('div');
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(paneHeight);
    scrolling = createScrolling(scroller, spacer, onMove);
  });

  const scrollTo = (top: number): void => {
    scroller.scrollTop = top;
    scroller.dispatchEvent(new Event('scroll'));
  };

  describe('createScrolling', () => {
    it('keeps to a row although the browser rounds where the box is scrolled to', () => {
      scrolling.fit(2_000, high);
      scrolling.moveTo({ left: 0, top: 16_000_007 });
      scrollTo(Math.round(scroller.scrollTop));
      expect(scrolling.sight().top).toBe(16_000_007);
    });

    it('goes to the end when the bar is dragged to the end', () => {
      scrolling.fit(2_000, high);
      scrollTo(8_000_000 - paneHeight);
      expect(scrolling.sight().top).toBeCloseTo(high - paneHeight, 3);
    });
  });
});
