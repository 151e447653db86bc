import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { SessionSort, SessionView } from '#shared/domain/session.ts';
import { createDrawing } from './drawing.ts';
import type { GridModel } from './grid-model.ts';
import {
  boxOf,
  contentHeight,
  contentWidth,
  headingHeights,
  type Hit,
  hitAt,
  isSameHit,
  type Layout,
  rowHeights,
  rowsInSight,
  type ShownWindow,
  type Sight,
  sightShowing,
  windowIn,
} from './layout.ts';
import { watchGridTheme } from './paint.ts';
import { createLongestPrice } from './prices.ts';
import type { Density, GridShow, ShownPlace, ShownRange } from './selection.ts';

interface SurfaceParts {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  /** Stays in place while the spacer scrolls under it. */
  readonly pane: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly probe: HTMLElement;
}

interface SurfaceInput {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly density: Density;
  readonly nameWidth: number;
  readonly range: ShownRange | null;
  readonly show: GridShow;
  readonly sort: SessionSort | null;
  /** Of the model, see there. */
  readonly pricesVersion: number;
}

export type Surface = ReturnType<typeof createSurface>;

interface SurfaceEvents {
  /** Called after each drawing: elements placed over the canvas must be positioned again. */
  readonly onDrawn: (layout: Layout, sight: Sight) => void;
  /** Called when scrolling has stopped at other rows or columns. */
  readonly onSettled: (shown: ShownWindow) => void;
}

const noLayout: Layout = {
  rowHeight: 1,
  headingHeight: 0,
  nameWidth: 0,
  columnWidth: 1,
  rows: 0,
  columns: 0,
};

/** The part of the grid outside React: scrolling and drawing. */
function createSurface(parts: SurfaceParts, news: SurfaceEvents) {
  const { scroller, spacer, pane, canvas, probe } = parts;
  const drawing = createDrawing(canvas, probe);
  const settling = createSettling(news.onSettled);
  const soon = oncePerFrame(drawNow);
  const scrolling = createScrolling(scroller, spacer, soon.request);
  let input: SurfaceInput | null = null;
  let layout = noLayout;
  let hover: Hit = null;
  let longestPrice: ReturnType<typeof createLongestPrice> = () => 0;
  let stopListening = (): void => undefined;

  function arrange(): void {
    if (input === null) return;
    layout = layoutFor(input, drawing, input.show === 'marks' ? 0 : longestPrice(input.show));
    scrolling.fit(contentWidth(layout), contentHeight(layout));
    sizeBox(pane, scrolling.sight());
    soon.request();
  }

  function drawNow(): void {
    if (input === null) return;
    const sight = scrolling.sight();
    drawing.draw({ ...input, layout, sight, hover });
    news.onDrawn(layout, sight);
    settling.at(windowIn(layout, sight));
  }

  const endWatching = watch(scroller, arrange, drawing.forgetTheme);

  return {
    show: (next: SurfaceInput): void => {
      if (next.model !== input?.model) {
        stopListening();
        stopListening = next.model.subscribe(soon.request);
        longestPrice = createLongestPrice(next.model);
      }
      input = next;
      arrange();
    },
    hitAt: (clientX: number, clientY: number): Hit => {
      const { left, top } = pane.getBoundingClientRect();
      return hitAt(layout, scrolling.sight(), clientX - left, clientY - top);
    },
    hover: (hit: Hit): void => {
      if (!isSameHit(hit, hover)) soon.request();
      hover = hit;
    },
    /** Scrolls as little as possible. */
    reveal: (place: ShownPlace) => scrolling.moveTo(sightShowing(layout, scrolling.sight(), place)),
    /** Scrolls a row to the top, under the heading. */
    toTop: (row: number) => scrolling.moveTo({ left: scrolling.sight().left, top: row * layout.rowHeight }),
    rowsInSight: () => rowsInSight(layout, scrolling.sight()),
    /** What is visible now, scrolling or not. */
    window: (): ShownWindow => windowIn(layout, scrolling.sight()),
    dispose: (): void => {
      stopListening();
      soon.cancel();
      settling.cancel();
      endWatching();
      scrolling.dispose();
    },
  };
}

function sizeBox(box: HTMLElement, { width, height }: Sight): void {
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
}

/**
 * Calls `arrange` when the size or the styles have changed, and `forgetTheme` when the styles have. Returns the function
 * that stops watching.
 */
function watch(scroller: HTMLElement, arrange: () => void, forgetTheme: () => void): () => void {
  const resizing = new ResizeObserver(arrange);
  resizing.observe(scroller);
  const endWatching = watchGridTheme(() => {
    forgetTheme();
    arrange();
  });
  return () => {
    resizing.disconnect();
    endWatching();
  };
}

function layoutFor(
  { model, view, density, nameWidth }: SurfaceInput,
  drawing: ReturnType<typeof createDrawing>,
  priceLength: number,
): Layout {
  return {
    rowHeight: rowHeights[density],
    headingHeight: headingHeights[density],
    nameWidth,
    columnWidth: drawing.columnWidth(model.matrix.tlds, density, priceLength),
    rows: view.rows.length,
    columns: view.columns.length,
  };
}

interface SurfaceRefs {
  readonly grid: RefObject<HTMLElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly probe: RefObject<HTMLSpanElement | null>;
  /** The outline around the cell with the focus. */
  readonly ring: RefObject<HTMLSpanElement | null>;
}

const nothingShown: ShownWindow = { firstRow: 0, endRow: 0, firstColumn: 0, endColumn: 0 };

/**
 * Creates the surface while the grid is mounted, and passes it the current input.
 *
 * @param onLeave Called with what is visible when the grid goes away, which may be before scrolling has stopped.
 * @returns The surface, and the visible rows and columns after scrolling has stopped.
 */
export function useSurface(
  { grid, spacer, pane, canvas, probe, ring }: SurfaceRefs,
  { model, view, density, nameWidth, range, show, sort, pricesVersion }: SurfaceInput,
  focus: ShownPlace | null,
  onLeave: (shown: ShownWindow) => void,
): readonly [RefObject<Surface | null>, ShownWindow] {
  const surface = useRef<Surface | null>(null);
  const [shown, setShown] = useState(nothingShown);
  const latestFocus = useRef(focus);

  useLayoutEffect(() => {
    latestFocus.current = focus;
  }, [focus]);

  const tellLeft = useEffectEvent(onLeave);

  useLayoutEffect(() => {
    if (!grid.current || !spacer.current || !pane.current || !canvas.current || !probe.current) return;
    const made = createSurface(
      {
        scroller: grid.current,
        spacer: spacer.current,
        pane: pane.current,
        canvas: canvas.current,
        probe: probe.current,
      },
      {
        onDrawn: (layout, sight) => placeRing(ring.current, layout, sight, latestFocus.current),
        onSettled: setShown,
      },
    );
    surface.current = made;
    return () => {
      tellLeft(made.window());
      made.dispose();
      surface.current = null;
    };
  }, [grid, spacer, pane, canvas, probe, ring]);

  useEffect(() => {
    surface.current?.show({ model, view, density, nameWidth, range, show, sort, pricesVersion });
  }, [model, view, density, nameWidth, range, show, sort, pricesVersion]);

  return [surface, shown];
}

/** Places the ring around the focused cell and clips it so that it does not cover the heading or the names. */
function placeRing(ring: HTMLElement | null, layout: Layout, sight: Sight, focus: ShownPlace | null): void {
  if (ring === null || focus === null) return;
  const { left, top, width, height } = boxOf(layout, sight, focus);
  const under = {
    left: focus.column < 0 ? 0 : Math.max(0, layout.nameWidth - left),
    top: Math.max(0, layout.headingHeight - top),
  };
  ring.style.transform = `translate(${left}px, ${top}px)`;
  ring.style.width = `${width}px`;
  ring.style.height = `${height}px`;
  ring.style.clipPath = `inset(${Math.min(height, under.top)}px 0 0 ${Math.min(width, under.left)}px)`;
}

/**
 * Scroll position of the grid. Maps the browser's scrolling to grids that are higher than the browser's maximum box
 * height.
 *
 * @param scroller The element that scrolls. @param spacer The box in it that gives it its scroll height.
 * @param onMove Called after each move, including those made by `moveTo`.
 */
export function createScrolling(scroller: HTMLElement, spacer: HTMLElement, onMove: () => void) {
  let map = scrollMap(0, 0);
  let sight: Sight = { width: 0, height: 0, left: 0, top: 0 };
  /** The position set by `moveTo`. The browser rounds it, so a scaled offset must not be calculated from it again. */
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

  /** Listens only where it is necessary: a listener that may cancel the wheel makes the browser wait for it. */
  function takeWheel(): void {
    scroller.removeEventListener('wheel', onWheel);
    if (map.isScaled) scroller.addEventListener('wheel', onWheel, { passive: false, signal: ending.signal });
  }

  return {
    sight: () => sight,
    /** Sets the size of the content, and reads the pane's current size. */
    fit: (contentWidth: number, contentHeight: number): void => {
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

/**
 * Browsers limit a box to 33,554,428 device px, which is a quarter of that in px of a page zoomed to 400 %. A higher
 * grid scrolls over a shorter box, in which each px stands for several px of the grid.
 */
export const tallestBox = 8_000_000;

/**
 * Maps scroll positions for content that may be higher than the browser's maximum box height. All in px.
 *
 * @param contentHeight Of the whole content. @param paneHeight Of its visible part.
 */
export function scrollMap(contentHeight: number, paneHeight: number, tallest = tallestBox) {
  const boxHeight = Math.min(contentHeight, tallest);
  const farthest = Math.max(0, contentHeight - paneHeight);
  const farthestTop = Math.max(0, boxHeight - paneHeight);
  const isScaled = contentHeight > tallest;
  const ratio = isScaled && farthestTop > 0 ? farthest / farthestTop : 1;
  return {
    /** Of the box that the browser scrolls. */
    boxHeight,
    /** Whether one px of the box is more than one px of the grid, so that the browser cannot handle the wheel. */
    isScaled,
    offsetAt: (scrollTop: number): number => Math.min(farthest, Math.max(0, scrollTop * ratio)),
    scrollTopFor: (offset: number): number => offset / ratio,
    /** The nearest valid offset. */
    within: (offset: number): number => Math.min(farthest, Math.max(0, offset)),
  };
}

/** However often it is requested, `act` runs once, before the next frame is drawn. */
export function oncePerFrame(act: () => void) {
  let frame: number | null = null;
  return {
    request: (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = null;
        act();
      });
    },
    cancel: (): void => {
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}

const restMs = 120;

/**
 * Reports which rows and columns are visible once scrolling has stopped: a window once it has stayed the same for a moment; the first one at once, and never the same one twice in a
 * row.
 */
export function createSettling(onSettled: (shown: ShownWindow) => void) {
  let reported = '';
  let coming = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function report(shown: ShownWindow): void {
    reported = coming;
    onSettled(shown);
  }

  return {
    at: (shown: ShownWindow): void => {
      const key = `${shown.firstRow} ${shown.endRow} ${shown.firstColumn} ${shown.endColumn}`;
      if (key === coming) return;
      coming = key;
      clearTimeout(timer);
      if (reported === '') report(shown);
      else if (key !== reported) timer = setTimeout(() => report(shown), restMs);
    },
    cancel: (): void => clearTimeout(timer),
  };
}
