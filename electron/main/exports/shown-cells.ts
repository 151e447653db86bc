import type { SessionView } from '#shared/domain/session-view.ts';

/**
 * The cells that a view shows, as they are read: row by row in the shown order, columns in order; in pieces of `most`
 * at most. Cell numbers are `row * tlds + column`.
 */
export function* shownCells(view: SessionView, tlds: number, most: number): Generator<Uint32Array<ArrayBuffer>> {
  let piece = new Uint32Array(most);
  let filled = 0;
  for (const row of view.rows) {
    for (const column of view.columns) {
      const cell = row * tlds + column;
      if (!view.fits(cell)) continue;
      piece[filled] = cell;
      filled += 1;
      if (filled < most) continue;
      yield piece;
      piece = new Uint32Array(most);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.slice(0, filled);
}
