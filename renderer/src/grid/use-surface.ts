import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { boxOf, type Layout, type ShownWindow, type Sight } from './layout.ts';
import type { ShownPlace } from './selection.ts';
import { createSurface, type Surface, type SurfaceInput } from './surface.ts';

export interface SurfaceRefs {
  readonly grid: RefObject<HTMLElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly probe: RefObject<HTMLSpanElement | null>;
  /** Around the cell with the focus. */
  readonly ring: RefObject<HTMLSpanElement | null>;
}

const nothingShown: ShownWindow = { firstRow: 0, endRow: 0, firstColumn: 0, endColumn: 0 };

/**
 * Gives the grid its surface for as long as it is there, and shows it what the grid is given.
 *
 * @returns The surface, and which rows and columns are in sight when the scrolling has come to rest.
 */
export function useSurface(
  { grid, spacer, pane, canvas, probe, ring }: SurfaceRefs,
  { model, view, density, nameWidth, range }: SurfaceInput,
  focus: ShownPlace | null,
): readonly [RefObject<Surface | null>, ShownWindow] {
  const surface = useRef<Surface | null>(null);
  const [shown, setShown] = useState(nothingShown);
  const latestFocus = useRef(focus);

  useLayoutEffect(() => {
    latestFocus.current = focus;
  }, [focus]);

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
      made.dispose();
      surface.current = null;
    };
  }, [grid, spacer, pane, canvas, probe, ring]);

  useEffect(() => {
    surface.current?.show({ model, view, density, nameWidth, range });
  }, [model, view, density, nameWidth, range]);

  return [surface, shown];
}

/** Where the cell is, and not over heading and names. */
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
