export interface Scrolled {
  /** How long each frame took until the next, in ms. */
  readonly intervals: readonly number[];
  /** The most that the page itself worked in one frame of 50 ms and more; 0 where there was no such frame. */
  readonly longestWorkMs: number;
}

const downPx = 40;
const acrossPx = 17;

/**
 * Scrolls down and across at once, a step in each frame; across and back again where the right edge is reached.
 *
 * @returns How long each frame took until the next, in ms.
 */
export async function scrollBothWays(scroller: Element, frames: number): Promise<readonly number[]> {
  const farthest = scroller.scrollWidth - scroller.clientWidth;
  const intervals: number[] = [];
  let before = await nextFrame();
  for (let frame = 1; frame <= frames; frame += 1) {
    const along = (frame * acrossPx) % (2 * farthest);
    scroller.scrollTop = frame * downPx;
    scroller.scrollLeft = along <= farthest ? along : 2 * farthest - along;
    const now = await nextFrame();
    intervals.push(now - before);
    before = now;
  }
  return intervals;
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
