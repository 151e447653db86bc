// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createScrolling, type Scrolling } from '../../../../../renderer/src/grid/surface.ts';

const paneHeight = 800;
/** A million rows of 32 px. */
const high = 32_000_000;

let scroller: HTMLElement;
let spacer: HTMLElement;
let scrolling: Scrolling;
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
const wheel = (init: WheelEventInit): boolean =>
  scroller.dispatchEvent(new WheelEvent('wheel', { cancelable: true, ...init }));

describe('createScrolling', () => {
  it('follows the browser px by px while the grid fits into a box', () => {
    scrolling.fit(2_000, 10_000);
    scrollTo(1_234);
    expect(scrolling.sight()).toEqual({ width: 1_000, height: paneHeight, left: 0, top: 1_234 });
    expect(onMove).toHaveBeenCalledOnce();
    expect([spacer.style.width, spacer.style.height]).toEqual(['2000px', '10000px']);
  });

  it('leaves the wheel to the browser while the grid fits into a box', () => {
    scrolling.fit(2_000, 10_000);
    expect(wheel({ deltaY: 100 })).toBe(true);
    expect(scrolling.sight().top).toBe(0);
  });

  it('turns a wheel’s px into px of the grid where the box is shorter than the grid', () => {
    scrolling.fit(2_000, high);
    expect(wheel({ deltaY: 100 })).toBe(false);
    expect(wheel({ deltaY: 20 })).toBe(false);
    expect(scrolling.sight().top).toBe(120);
  });

  it('leaves zooming and scrolling sideways to the browser', () => {
    scrolling.fit(2_000, high);
    expect([
      wheel({ deltaY: 100, ctrlKey: true }),
      wheel({ deltaX: 50 }),
      wheel({ deltaY: 9, shiftKey: true }),
    ]).toEqual([true, true, true]);
  });

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

  it('comes back into the grid when that has become shorter', () => {
    scrolling.fit(2_000, 10_000);
    scrollTo(9_000);
    scrolling.fit(2_000, 2_000);
    expect(scrolling.sight().top).toBe(1_200);
  });

  it('is still once it has been disposed of', () => {
    scrolling.fit(2_000, 10_000);
    scrolling.dispose();
    scrollTo(500);
    expect(onMove).not.toHaveBeenCalled();
  });
});
