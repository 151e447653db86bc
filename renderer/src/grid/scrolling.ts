import type { Sight } from './layout.ts';
import { type ScrollMap, scrollMap } from './scroll-map.ts';

/** Where the grid is scrolled to: the browser's scrolling, stretched over grids that are higher than its boxes. */
export interface Scrolling {
  readonly sight: () => Sight;
  /** Takes the size of the content, and the pane's as it is now. */
  readonly fit: (contentWidth: number, contentHeight: number) => void;
  readonly moveTo: (place: Pick<Sight, 'left' | 'top'>) => void;
  readonly dispose: () => void;
}

/**
 * @param scroller The element that scrolls. @param spacer The box in it that makes it scroll.
 * @param onMove After each move, also one that `moveTo` made.
 */
export function createScrolling(scroller: HTMLElement, spacer: HTMLElement, onMove: () => void): Scrolling {
  let map: ScrollMap = scrollMap(0, 0);
  let sight: Sight = { width: 0, height: 0, left: 0, top: 0 };
  /** Where we scrolled to ourselves: the browser rounds it, and a scaled offset must not be read back from that. */
  let ownTop = 0;

  function moveTo({ left, top }: Pick<Sight, 'left' | 'top'>): void {
    const within = map.within(top);
    ownTop = map.scrollTopFor(within);
    if (Math.abs(scroller.scrollTop - ownTop) >= 0.5) scroller.scrollTop = ownTop;
    if (scroller.scrollLeft !== left) scroller.scrollLeft = left;
    sight = { ...sight, left: scroller.scrollLeft, top: within };
    onMove();
  }

  function read(): void {
    const isOwn = map.isScaled && Math.abs(scroller.scrollTop - ownTop) < 1;
    const top = isOwn ? sight.top : map.offsetAt(scroller.scrollTop);
    if (!isOwn) ownTop = scroller.scrollTop;
    sight = { ...sight, left: scroller.scrollLeft, top };
    onMove();
  }

  function onWheel(event: WheelEvent): void {
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    moveTo({ left: sight.left + event.deltaX, top: sight.top + event.deltaY });
  }

  const ending = new AbortController();
  scroller.addEventListener('scroll', read, { passive: true, signal: ending.signal });

  /** Only where it has to be: a page that may refuse the wheel makes the browser wait for it. */
  function takeWheel(): void {
    scroller.removeEventListener('wheel', onWheel);
    if (map.isScaled) scroller.addEventListener('wheel', onWheel, { passive: false, signal: ending.signal });
  }

  return {
    sight: () => sight,
    fit(contentWidth, contentHeight) {
      const { clientWidth: width, clientHeight: height } = scroller;
      map = scrollMap(contentHeight, height);
      takeWheel();
      spacer.style.width = `${contentWidth}px`;
      spacer.style.height = `${map.boxHeight}px`;
      sight = { width, height, left: scroller.scrollLeft, top: map.within(sight.top) };
    },
    moveTo,
    dispose: () => ending.abort(),
  };
}
