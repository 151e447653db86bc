import { isShortlisted } from '#shared/domain/cell.ts';
import type { SessionMatrix, SessionView } from '#shared/domain/session-view.ts';

/** A place in the grid, in indices of the matrix: it stays the same cell under another filter or order. */
export interface GridPlace {
  readonly row: number;
  /** Null: the name itself, which stands for its whole row. */
  readonly column: number | null;
}

/** What is selected: the rectangle, as it is shown, between where it was begun and where the focus is. */
export interface GridSelection {
  readonly anchor: GridPlace;
  readonly focus: GridPlace;
}

export const selectionAt = (focus: GridPlace): GridSelection => ({ anchor: focus, focus });

/** Places as they are shown: indices into the view's rows and columns; column -1 is the name's. */
export interface ShownPlace {
  readonly row: number;
  readonly column: number;
}

/** Ends included. */
export interface ShownRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Null where the place is not shown. */
export function shownPlace(view: SessionView, place: GridPlace): ShownPlace | null {
  const row = view.rows.indexOf(place.row);
  const column = place.column === null ? -1 : view.columns.indexOf(place.column);
  return row === -1 || (place.column !== null && column === -1) ? null : { row, column };
}

export const placeShownAt = (view: SessionView, shown: ShownPlace): GridPlace => ({
  row: view.rows[shown.row] ?? 0,
  column: shown.column < 0 ? null : (view.columns[shown.column] ?? null),
});

/** A range from or to a name takes whole rows. Null where its focus is not shown; an anchor that is not counts as the focus. */
export function shownRange(view: SessionView, selection: GridSelection): ShownRange | null {
  const focus = shownPlace(view, selection.focus);
  if (focus === null) return null;
  const anchor = shownPlace(view, selection.anchor) ?? focus;
  const wholeRows = anchor.column < 0 || focus.column < 0;
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: wholeRows ? 0 : Math.min(anchor.column, focus.column),
    right: wholeRows ? view.columns.length - 1 : Math.max(anchor.column, focus.column),
  };
}

/** The selected cells that fit the filter, by their index in the matrix, row by row as shown. */
export function selectedCells(view: SessionView, matrix: SessionMatrix, selection: GridSelection): number[] {
  const range = shownRange(view, selection);
  const cells: number[] = [];
  if (range === null) return cells;
  for (let row = range.top; row <= range.bottom; row += 1)
    for (let column = range.left; column <= range.right; column += 1) {
      const cell = (view.rows[row] ?? 0) * matrix.tlds.length + (view.columns[column] ?? 0);
      if (view.fits(cell)) cells.push(cell);
    }
  return cells;
}

/** What the space bar does to cells: on the shortlist with all of them, or off where all are on it. */
export const turnsOn = (matrix: SessionMatrix, cells: readonly number[]): boolean =>
  cells.some((cell) => !isShortlisted(matrix.codes[cell] ?? 0));
