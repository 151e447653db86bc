import { type RefObject, useEffect, useRef } from 'react';
import type { ShownPlace } from './selection.ts';
import type { Surface } from './surface.ts';

const firstRow: ShownPlace = { row: 0, column: -1 };

/** Scrolls up to the first row whenever the rows were arranged in another way; the columns stay where they are. */
export function useFromTop(
  arrangement: string | undefined,
  surface: RefObject<Pick<Surface, 'reveal'> | null>,
): void {
  const shown = useRef(arrangement);
  useEffect(() => {
    if (shown.current === arrangement) return;
    shown.current = arrangement;
    surface.current?.reveal(firstRow);
  }, [arrangement, surface]);
}
