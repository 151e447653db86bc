import type { SessionView } from '#shared/domain/session-view.ts';

/**
 * The cells that a view shows, as they are read: row by row in the shown order, columns in order. Cell numbers are
 * `row * tlds + column`.
 */
export function shownCells(view: SessionView, tlds: number): Uint32Array<ArrayBuffer> {
  const cells = new Uint32Array(view.cells);
  let shown = 0;
  for (const row of view.rows) {
    for (const column of view.columns) {
      const cell = row * tlds + column;
      if (!view.fits(cell)) continue;
      cells[shown] = cell;
      shown += 1;
    }
  }
  return cells;
}
