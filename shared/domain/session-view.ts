import type { FindingKind, UnknownCause } from './finding.ts';

/** What is known of a session, packed: for the grid, for an export, for the engine. Rows are names, columns are TLDs. */
export interface SessionMatrix {
  /** Second-level labels as A-labels, in the order in which they were entered. */
  readonly names: readonly string[];
  /** Without leading dots. */
  readonly tlds: readonly string[];
  /** One {@link CellCode} for each cell, row by row; with the shortlist's bit. */
  readonly codes: Uint8Array;
  /** Unix seconds for each cell; 0 for an unchecked one. */
  readonly checkedAt: Uint32Array;
}

/** Which cells are shown. A row is shown when its name fits and at least one of its cells does. */
export interface SessionFilter {
  /** Part of the name in either form; `*` stands for anything. Empty: every name. */
  readonly text: string;
  /** Of the Unicode form, in characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Columns; null: all of them. */
  readonly tlds: readonly string[] | null;
  /** Null: every kind. */
  readonly kinds: readonly FindingKind[] | null;
  /** Of the unknown cells, those with one of these causes; null: every cause. */
  readonly causes: readonly UnknownCause[] | null;
  /** Unix seconds; null: any age. An unchecked cell has no age and fits neither. */
  readonly checkedBefore: number | null;
  readonly checkedAfter: number | null;
  readonly shortlistedOnly: boolean;
}

export const noFilter: SessionFilter = {
  text: '',
  minLength: null,
  maxLength: null,
  tlds: null,
  kinds: null,
  causes: null,
  checkedBefore: null,
  checkedAfter: null,
  shortlistedOnly: false,
};

export const sessionSorts = ['entered', 'name', 'length', 'available'] as const;

/** `available` counts the available and premium cells of the shown columns. Ties stand in the order of entering. */
export interface SessionSort {
  readonly by: (typeof sessionSorts)[number];
  readonly descending: boolean;
}

export const asEntered: SessionSort = { by: 'entered', descending: false };

/** What a filter and an order leave of a matrix. */
export interface SessionView {
  /** Indices into `names`, in the order in which they are shown. */
  readonly rows: Uint32Array;
  /** Indices into `tlds`, in the order of the matrix. */
  readonly columns: Uint32Array;
  /** How many cells are shown: those of shown rows and columns that fit the filter. */
  readonly cells: number;
  /** Whether the cell `row * tlds + column` fits the filter; its row is not looked at. */
  readonly fits: (cell: number) => boolean;
}
