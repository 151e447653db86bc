import type { Result } from '#shared/result.ts';
import type { Refusal } from '../refuse.ts';

/** A row of a table as it stands in a file. */
export interface TableRow {
  /** Of its beginning, from 1; of a workbook, the row's number. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table that can be looked at more than once: first its head, to choose a column, then that column of all rows. */
export interface Table {
  /** The first rows, empty ones left out. */
  readonly head: readonly TableRow[];
  /** One column of every row that is not empty, in order; null where the row has no such field. */
  readonly column: (index: number) => Result<readonly ColumnCell[], Refusal>;
}

export interface ColumnCell {
  readonly line: number;
  readonly text: string | null;
}

export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** How many rows are looked at to find the header and the column with the names. */
export const headRows = 200;
