import type { SessionSort, SessionView } from '#shared/domain/session-view.ts';
import type { GridModel } from './grid-model.ts';
import type { GridPlace, GridSelection } from './selection.ts';

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
