import {
  isShortlisted,
  type SessionMatrix,
  type SessionSort,
  type SessionView,
} from '#shared/domain/session.ts';
import type { GridModel } from './grid-model.ts';

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

export type Density = 'comfortable' | 'compact';

/** What the grid is given, and what it tells. It keeps nothing but where it is scrolled to and what the mouse is over. */
export interface GridProps {
  /** For screen readers: "Findings of Spring names". */
  readonly label: string;
  readonly model: GridModel;
  /** Of the model's matrix. Make it again when filter or order change, and from time to time while cells do. */
  readonly view: SessionView;
  /**
   * By what the rows are chosen and ordered: when it changes they are looked at from the top. Findings that come in change the
   * view alone, and leave the scrolling where it is.
   */
  readonly arrangement?: string;
  /** Shown in the heading of the names; null where the order says nothing about names. */
  readonly sort?: SessionSort;
  readonly density: Density;
  /** Of the first column, in px; see `nameWidths` for its limits. */
  readonly nameWidth: number;
  readonly onNameWidth: (width: number) => void;
  /** Null: nothing. Its focus is where the ring is. */
  readonly selected: GridSelection | null;
  readonly onSelect: (selection: GridSelection) => void;
  /** Enter, or a double click. */
  readonly onOpen: (place: GridPlace) => void;
  /** The space bar: cells by their index in the matrix, those that fit the filter alone. */
  readonly onShortlist: (cells: readonly number[], isOn: boolean) => void;
  /** Esc, with one cell selected; a range falls back to its focus first. */
  readonly onEscape?: () => void;
  /** A click on a TLD's heading, or on the names' (null). */
  readonly onHeading?: (column: number | null) => void;
}

/** What a screen can ask of its grid. */
export interface GridHandle {
  /** Brings a place into sight; one that is not shown is passed over. */
  readonly scrollTo: (place: GridPlace) => void;
  readonly focus: () => void;
}
