import type { PriceKind } from '#shared/domain/session-prices.ts';
import {
  isShortlisted,
  type SessionMatrix,
  type SessionSort,
  type SessionView,
} from '#shared/domain/session.ts';
import type { GridModel } from './grid-model.ts';

/** A place in the grid, in indices of the matrix: it stays the same cell when the filter or the sort changes. */
export interface GridPlace {
  readonly row: number;
  /** Null: the name, which stands for its whole row. */
  readonly column: number | null;
}

/** The selection: the rectangle, as shown, between the anchor and the focus. */
export interface GridSelection {
  readonly anchor: GridPlace;
  readonly focus: GridPlace;
}

export const selectionAt = (focus: GridPlace): GridSelection => ({ anchor: focus, focus });

/** A place as shown: indices into the view's rows and columns; column -1 is the name's. */
export interface ShownPlace {
  readonly row: number;
  readonly column: number;
}

/** Both ends are inclusive. */
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

/**
 * The selected rectangle. A range that starts or ends at a name covers whole rows. Null if its focus is not shown; if
 * only the anchor is not shown, the range is the focus alone.
 */
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

/** The selected cells that match the filter, by their index in the matrix, row by row as shown. */
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

/** Whether the space bar adds the cells to the shortlist; it removes them only if all are already on it. */
export const turnsOn = (matrix: SessionMatrix, cells: readonly number[]): boolean =>
  cells.some((cell) => !isShortlisted(matrix.codes[cell] ?? 0));

export type Density = 'comfortable' | 'compact';

/** What the cells show: their marks alone, or one of the prices beside them. */
export type GridShow = 'marks' | PriceKind;

/** The grid's input and callbacks. Its only own state is the scroll position and the place under the mouse. */
export interface GridProps {
  /** For screen readers: "Findings of Spring names". */
  readonly label: string;
  readonly model: GridModel;
  /**
   * The view of the model's matrix. Create it again when the filter or the sort changes, and occasionally while cells
   * change.
   */
  readonly view: SessionView;
  /**
   * Identifies the present filter and sort: when it changes, the grid scrolls to the top. New findings change only the
   * view, and leave the scroll position alone.
   */
  readonly arrangement?: string;
  /** The row, of the matrix, that is brought to the top when the grid is drawn first; null: none. */
  readonly topRow?: number | null;
  /** Its direction is shown in the heading of the names, or of the TLD whose prices it compares. */
  readonly sort?: SessionSort;
  readonly density: Density;
  /** The default is `marks`. For prices, what `onShown` tells is to be read into the model. */
  readonly show?: GridShow;
  /** Called when scrolling has stopped at other rows, given as indices into those of the view; `end` is one past the last. */
  readonly onShown?: (first: number, end: number) => void;
  /** The width of the first column, in px; see `nameWidths` for its limits. */
  readonly nameWidth: number;
  readonly onNameWidth: (width: number) => void;
  /** Null: nothing is selected. The ring is shown at its focus. */
  readonly selected: GridSelection | null;
  readonly onSelect: (selection: GridSelection) => void;
  /** Called for a double click. */
  readonly onOpen: (place: GridPlace) => void;
  readonly onEnter: (place: GridPlace) => void;
  /** Called for the space bar, with the cells that match the filter, by their index in the matrix. */
  readonly onShortlist: (cells: readonly number[], isOn: boolean) => void;
  /** Called for Esc if a single cell is selected; with a range, Esc first reduces it to its focus. */
  readonly onEscape?: () => void;
}

/** The methods that a screen can call on its grid. */
export interface GridHandle {
  /** Scrolls a place into view; does nothing if it is not shown. */
  readonly scrollTo: (place: GridPlace) => void;
  readonly focus: () => void;
}
