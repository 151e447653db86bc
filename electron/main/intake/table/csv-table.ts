import { CsvError, type Info, parse } from 'csv-parse/sync';
import { ok, type Result } from '#shared/result.ts';
import { refuse, type Refusal } from '../refuse.ts';
import { type Delimiter, sepLine } from './delimiter.ts';
import { type ColumnCell, headRows, isEmptyRow, type Table, type TableRow } from './table-row.ts';

/**
 * Delimited text as a table. Quotes are read as RFC 4180 has them; where one is not closed, they are read as characters
 * like others, so that a single stray quote does not swallow the file.
 *
 * Fails with: `invalid-input` (`field`) where a row is too long to be one.
 */
export function csvTable(text: string, delimiter: Delimiter, field: 'file' | 'text'): Result<Table, Refusal> {
  const told = sepLine.exec(text)?.[0] ?? '';
  const rowsOf = <T>(take: Take<T>, most: number | null): Result<readonly T[], Refusal> =>
    parseRows(
      { text: text.slice(told.length), delimiter, linesBefore: told === '' ? 0 : 1, most, field },
      take,
    );
  const head = rowsOf<TableRow>((cells, line) => ({ line, cells }), headRows);
  if (!head.ok) return head;
  return ok({
    head: head.value,
    column: (index) => rowsOf<ColumnCell>((cells, line) => ({ line, text: cells[index] ?? null }), null),
  });
}

type Take<T> = (cells: readonly string[], line: number) => T;

interface Reading {
  readonly text: string;
  readonly delimiter: Delimiter;
  /** Lines of the file that stand before the text. */
  readonly linesBefore: number;
  /** Null: all rows. */
  readonly most: number | null;
  readonly field: 'file' | 'text';
}

function parseRows<T>(reading: Reading, take: Take<T>): Result<readonly T[], Refusal> {
  for (const quote of ['"', null] as const) {
    try {
      return ok(parsedRows(reading, quote, take));
    } catch (thrown) {
      if (!(thrown instanceof CsvError)) throw thrown;
    }
  }
  return refuse(
    reading.field,
    `A row of this table has more than ${mostRowBytes / 1_000_000} MB: it is no table. Choose another file, or save it anew as CSV.`,
  );
}

const mostRowBytes = 1_000_000;

function parsedRows<T>(
  { text, delimiter, linesBefore, most }: Reading,
  quote: '"' | null,
  take: Take<T>,
): T[] {
  const rows: T[] = [];
  parse(text, {
    delimiter,
    quote,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: mostRowBytes,
    ...(most === null ? {} : { to: most }),
    on_record(cells: string[], { lines }: Info) {
      if (!isEmptyRow(cells)) rows.push(take(cells, lines - breaksIn(cells) + linesBefore));
      return null;
    },
  });
  return rows;
}

/** csv-parse tells where a row ends; it began as many lines before as there are line breaks in its quotes. */
function breaksIn(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) breaks += cell.split(/\r\n|[\r\n]/).length - 1;
  return breaks;
}
