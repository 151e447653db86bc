import type { AriaAttributes, ReactNode } from 'react';

export interface Column<T, K extends string = string> {
  readonly key: K;
  readonly title: string;
  /** The title is for screen readers only. */
  readonly isTitleHidden?: boolean;
  /** A screen reader says the title before the cell where it reads a row: the cell alone does not say what it is. */
  readonly isTitleSaid?: boolean;
  /** A track of a CSS grid: `84px`, `minmax(160px, 6fr)`. */
  readonly width: string;
  /** The width where the table is narrower than 880 px; null hides the column there. */
  readonly narrow?: string | null;
  /** The title is for screen readers only where the table is narrow: the column has room for a mark. */
  readonly isMarkWhereNarrow?: boolean;
  readonly align?: 'right';
  /** Of the cells. A cell takes one line and ends in an ellipsis unless this says otherwise. */
  readonly className?: string | undefined;
  /** Shown on hover. */
  readonly hint?: (row: T) => string;
  /** Drawn in the current row and the one under the pointer only: buttons in every row would make keys slow. */
  readonly isOnDemand?: boolean;
  /** Uses hooks only inside the components that it returns. */
  readonly cell: (row: T) => ReactNode;
}

/** Rows that are read page by page; an array is as good. `usePagedRows` makes them. */
export interface Rows<T> {
  readonly count: number;
  /** Null while its page is loading. */
  readonly at: (index: number) => T | null;
  /** Called when rows become visible; `end` is one past the last. */
  readonly onVisible?: (first: number, end: number) => void;
}

export const asRows = <T>(rows: readonly T[] | Rows<T>): Rows<T> =>
  'count' in rows ? rows : { count: rows.length, at: (index) => rows[index] ?? null };

export const keysOf = <T>(rows: Rows<T>, rowKey: (row: T) => string): readonly string[] =>
  Array.from({ length: rows.count }, (_, index) => rows.at(index)).flatMap((row) =>
    row === null ? [] : [rowKey(row)],
  );

export type RowAttributes = AriaAttributes & {
  readonly [name: `data-${string}`]: string | boolean | undefined;
};

/** A heading between rows. */
export interface RowGroup {
  /** The row that it stands above. */
  readonly before: number;
  readonly heading: ReactNode;
  readonly tone?: 'caution';
}

/** The line of a row: group headings take lines too. */
export const lineOf = (groups: readonly RowGroup[], row: number): number =>
  row + groups.filter(({ before }) => before <= row).length;

/** The row at a line, or the group heading there. */
export function lineAt(groups: readonly RowGroup[], line: number): number | RowGroup {
  for (const [index, group] of groups.entries()) {
    if (line === group.before + index) return group;
    if (line < group.before + index) return line - index;
  }
  return line - groups.length;
}

/** The number of rows for Page Up and Page Down. */
const page = 12;

/** The row that a key moves to; -1 leaves the list at its top; null for a key that does not move. */
export function moveFor(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    default:
      return null;
  }
}

/** The selected rows by their keys, and the row that a selection with Shift begins at. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const noSelection: Selection = { keys: new Set(), anchor: null };

export function toggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** Adds all rows from the anchor to the row at `to`; from the row at `from` where there is no anchor. */
export function extended(before: Selection, all: readonly string[], from: number, to: number): Selection {
  const target = all[to];
  if (target === undefined) return before;
  const anchor = before.anchor ?? all[from] ?? target;
  const at = all.indexOf(anchor);
  if (at === -1) return toggled(before, target);
  const between = all.slice(Math.min(at, to), Math.max(at, to) + 1);
  return { keys: new Set([...before.keys, ...between]), anchor };
}

/** Selects all of `shown`; none of them where all are selected already. */
export function allOrNone({ keys }: Selection, shown: readonly string[]): Selection {
  const all = new Set(shown);
  const rest = [...keys].filter((key) => !all.has(key));
  const isAll = shown.every((key) => keys.has(key));
  return { keys: new Set(isAll ? rest : [...rest, ...shown]), anchor: null };
}

/** The selection of a table with checkboxes. */
export interface Selecting<T> {
  readonly selection: Selection;
  readonly onChange: (change: (selection: Selection) => Selection) => void;
  /** The name of a row's checkbox. */
  readonly label: (row: T) => string;
}
