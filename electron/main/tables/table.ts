import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppError } from '#shared/errors.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import { ok, type Result } from '#shared/result.ts';
import { invalidInput } from '../system/texts.ts';

/** Where a table comes from. */
export type TableSource =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'bytes';
      readonly fileName: string;
      readonly bytes: Uint8Array;
      /** When the file was saved, in milliseconds. */
      readonly savedMs?: number;
    }
  /** A file that is too large is refused before it is read. */
  | { readonly kind: 'file'; readonly path: string };

/** What the user chose; what is null is recognised from the contents. */
export interface TableChoices {
  /** A label of the WHATWG Encoding Standard, `ibm850` or `ibm852`. */
  readonly encoding: string | null;
  /** The sheet of a workbook. */
  readonly sheet: string | null;
  /** Whether the first row that is not empty holds titles. */
  readonly hasHeader: boolean | null;
}

/** What the caller expects in a table. A table knows nothing of its contents besides. */
export interface Expected {
  /** For sentences to the user; a plural, such as `names`. */
  readonly contents: string;
  /** What to save as CSV where a workbook cannot be read, such as `the column with the names`. */
  readonly part: string;
  /** Whether a first row with these cells consists of titles. Where it does not, the rows below may still show it. */
  readonly areTitles: (cells: readonly string[]) => boolean;
  /** Whether a cell holds what a title never is, such as a domain under a known TLD. */
  readonly isValue: (cell: string) => boolean;
}

/** One row, as it was written; never empty. */
export interface TableRow {
  /** The line where the row begins, from 1; in a workbook, the row number. */
  readonly line: number;
  /**
   * All cells, in order, as text with its white space. Rows of delimited text can differ in length; those of a workbook
   * are as long as its widest row. Dates of a workbook are ISO dates, `2026-02-21`; see `workbook.ts`.
   */
  readonly cells: readonly string[];
  /** What is doubtful in how this row was read, as a sentence without its full stop; absent where nothing is. */
  readonly note?: string;
}

/**
 * Reads every row, in order and in pieces, so that the event loop of the thread turns meanwhile. Rows are not held: what
 * `take` makes of each is.
 *
 * Fails with: `invalid-input` (`file`, `text`) if a row is too long.
 */
type ReadRows = <T>(take: (row: TableRow) => T) => Promise<Result<readonly T[], Refusal>>;

/** The rows of a source; can be read more than once. */
export interface Rows {
  /** The first ones, {@link headRows} at most. */
  readonly head: readonly TableRow[];
  /** @param skipped How many rows are left out at the beginning. */
  readonly read: <T>(take: (row: TableRow) => T, skipped: number) => Promise<Result<readonly T[], Refusal>>;
}

const rowsPerTurn = 1_000;

/** The rows of a source that is in memory. @param all Makes them once more from the first. */
export function rowsOf(all: () => Iterable<TableRow>): Rows {
  const head: TableRow[] = [];
  for (const row of all()) {
    head.push(row);
    if (head.length === headRows) break;
  }
  return {
    head,
    async read(take, skipped) {
      const taken = [];
      let before = skipped;
      for (const row of all()) {
        before -= 1;
        if (before >= 0) continue;
        taken.push(take(row));
        if (taken.length % rowsPerTurn === 0) await nextTurn();
      }
      return ok(taken);
    },
  };
}

export const delimiters = ['\t', ';', ',', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** A table, with what was recognised in its source. */
export interface Table {
  readonly format: 'delimited' | 'json' | 'workbook';
  /** Null in a workbook, and of JSON. */
  readonly delimiter: Delimiter | null;
  /** Whether the first row holds titles. */
  readonly hasHeader: boolean;
  /** The first rows, {@link headRows} at most; the row of titles included. */
  readonly head: readonly TableRow[];
  /** All rows but the one of titles. */
  readonly read: ReadRows;
}

/** How many rows are used to recognise the header, and what is in the columns. */
export const headRows = 200;

/** How many columns are looked at for that; a row can have more cells. */
export const headColumns = 1_000;

/** Whether a cell is a full domain name by its form, in any script. */
export const isDomainLike = (cell: string): boolean =>
  /^["'\s]*[^\s@/:,;|"']+\.\p{L}[\p{L}\p{M}\p{N}-]+\.?["'\s]*$/u.test(cell);

export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

export type Refusal = Extract<AppError, { readonly kind: 'invalid-input' }>;

/** The part of the user's input that was rejected. */
export type TableField = 'file' | 'text' | 'encoding' | 'sheet';

/** @param reason A whole sentence: what is wrong, and what to do about it. */
export const refuse = (field: TableField, reason: string) => invalidInput(field, reason);

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Such as `1.0 GiB`. */
export function sizeInWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? inEnglish.count(size) : size.toFixed(1)} ${units[unit] ?? ''}`;
}

export const isBlank = (text: string): boolean => !/[^\s\u200B\uFEFF]/.test(text);

interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a text, with any line ends (Windows, Unix, old Mac, Unicode); includes empty lines. */
export function* textLines(text: string): Generator<TextLine> {
  const ends = /\r\n|[\n\r\u0085\u2028\u2029]/g;
  let start = 0;
  let line = 1;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield { line, text: text.slice(start, end.index) };
    start = ends.lastIndex;
    line += 1;
  }
  yield { line, text: text.slice(start) };
}

/** A list in one cell, parted by semicolons. What has one itself, or begins or ends as a reader would not keep it, stands in quotes. */
export const listCell = (values: readonly string[]): string =>
  values.map((value) => (/;|^["\s]|\s$/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(';');

/** The list that {@link listCell} made this of; white space around values that are not quoted is left out. */
export const listInCell = (cell: string): readonly string[] =>
  [...cell.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"(?=;|$)|([^;]*))/gu)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((value) => value !== '');
