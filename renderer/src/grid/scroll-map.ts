/**
 * Browsers end a box at 33,554,428 px of the screen, which is a quarter of that where a page is zoomed to 400 %. A higher
 * grid scrolls over a shorter box, whose every px then stands for several.
 */
export const tallestBox = 8_000_000;

/** Where something higher than a browser's boxes is scrolled to. All in px. */
export interface ScrollMap {
  /** Of the box that is really scrolled. */
  readonly boxHeight: number;
  /** Whether a px of the box is more than one of the grid, so that the wheel cannot be left to the browser. */
  readonly isScaled: boolean;
  readonly offsetAt: (scrollTop: number) => number;
  readonly scrollTopFor: (offset: number) => number;
  /** The nearest offset that there is. */
  readonly within: (offset: number) => number;
}

/** @param contentHeight Of all there is. @param paneHeight Of what is seen of it. */
export function scrollMap(contentHeight: number, paneHeight: number, tallest = tallestBox): ScrollMap {
  const boxHeight = Math.min(contentHeight, tallest);
  const farthest = Math.max(0, contentHeight - paneHeight);
  const farthestTop = Math.max(0, boxHeight - paneHeight);
  const isScaled = contentHeight > tallest;
  const ratio = isScaled && farthestTop > 0 ? farthest / farthestTop : 1;
  return {
    boxHeight,
    isScaled,
    offsetAt: (scrollTop) => Math.min(farthest, Math.max(0, scrollTop * ratio)),
    scrollTopFor: (offset) => offset / ratio,
    within: (offset) => Math.min(farthest, Math.max(0, offset)),
  };
}
