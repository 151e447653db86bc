import type { SessionView } from '#shared/domain/session-view.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import type { GridModel } from './grid-model.ts';
import type { Density } from './grid-props.ts';
import {
  type Box,
  boxOf,
  contentHeight,
  contentWidth,
  type Hit,
  hitAt,
  isSameHit,
  type Layout,
  rowsInSight,
  type ShownWindow,
  type Sight,
  sightShowing,
  windowIn,
} from './layout.ts';
import { watchLook } from './look.ts';
import { createSettling, oncePerFrame } from './pacing.ts';
import { createScrolling } from './scrolling.ts';
import type { ShownPlace, ShownRange } from './selection.ts';
import { headingHeights, rowHeights } from './sizes.ts';

/** The elements that the surface draws into and measures. */
export interface SurfaceParts {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  /** Stays in sight while the spacer scrolls under it. */
  readonly pane: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly probe: HTMLElement;
}

export interface SurfaceInput {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly density: Density;
  readonly nameWidth: number;
  readonly range: ShownRange | null;
}

/** The part of the grid that is not React: where it is scrolled to, and what is drawn. */
export interface Surface {
  readonly show: (input: SurfaceInput) => void;
  readonly hitAt: (clientX: number, clientY: number) => Hit;
  readonly hover: (hit: Hit) => void;
  /** Scrolls as little as possible. */
  readonly reveal: (place: ShownPlace) => void;
  /** In px of the pane. */
  readonly boxOf: (place: ShownPlace) => Box;
  readonly rowsInSight: () => number;
  readonly layout: () => Layout;
  readonly dispose: () => void;
}

export interface SurfaceNews {
  /** Whatever stands over the canvas has to be placed again. */
  readonly onDrawn: (layout: Layout, sight: Sight) => void;
  /** The scrolling has come to rest over other rows or columns. */
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

export function createSurface(parts: SurfaceParts, news: SurfaceNews): Surface {
  const { scroller, spacer, pane, canvas, probe } = parts;
  const drawing = createDrawing(canvas, probe);
  const settling = createSettling(news.onSettled);
  const soon = oncePerFrame(drawNow);
  const scrolling = createScrolling(scroller, spacer, soon.ask);
  let input: SurfaceInput | null = null;
  let layout = noLayout;
  let hover: Hit = null;
  let stopListening = (): void => undefined;

  function arrange(): void {
    if (input === null) return;
    layout = layoutFor(input, drawing);
    scrolling.fit(contentWidth(layout), contentHeight(layout));
    sizeBox(pane, scrolling.sight());
    soon.ask();
  }

  function drawNow(): void {
    if (input === null) return;
    const sight = scrolling.sight();
    drawing.draw({ ...input, layout, sight, hover });
    news.onDrawn(layout, sight);
    settling.at(windowIn(layout, sight));
  }

  const endWatching = watch(scroller, arrange, drawing.forgetLook);

  return {
    show(next) {
      if (next.model !== input?.model) {
        stopListening();
        stopListening = next.model.subscribe(soon.ask);
      }
      input = next;
      arrange();
    },
    hitAt: (clientX, clientY) => {
      const { left, top } = pane.getBoundingClientRect();
      return hitAt(layout, scrolling.sight(), clientX - left, clientY - top);
    },
    hover: (hit) => {
      if (!isSameHit(hit, hover)) soon.ask();
      hover = hit;
    },
    reveal: (place) => scrolling.moveTo(sightShowing(layout, scrolling.sight(), place)),
    boxOf: (place) => boxOf(layout, scrolling.sight(), place),
    rowsInSight: () => rowsInSight(layout, scrolling.sight()),
    layout: () => layout,
    dispose: () => {
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

/** Arranges everything anew when the place or the styles have changed. Returns the way to stop. */
function watch(scroller: HTMLElement, arrange: () => void, forgetLook: () => void): () => void {
  const resizing = new ResizeObserver(arrange);
  resizing.observe(scroller);
  const endWatching = watchLook(() => {
    forgetLook();
    arrange();
  });
  return () => {
    resizing.disconnect();
    endWatching();
  };
}

function layoutFor({ model, view, density, nameWidth }: SurfaceInput, drawing: Drawing): Layout {
  return {
    rowHeight: rowHeights[density],
    headingHeight: headingHeights[density],
    nameWidth,
    columnWidth: drawing.columnWidth(model.matrix.tlds, density),
    rows: view.rows.length,
    columns: view.columns.length,
  };
}
