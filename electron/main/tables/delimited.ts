import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Info, parse, type Parser } from 'csv-parse';
import { ok, type Result } from '#shared/result.ts';
import {
  type Delimiter,
  delimiters,
  headRows,
  isBlank,
  isEmptyRow,
  type Refusal,
  refuse,
  type Rows,
  type TableRow,
  textLines,
} from './table.ts';

/**
 * The rows of delimited text. Quotes follow RFC 4180; if one is not closed, quotes are read as ordinary characters, so
 * that a single stray quote does not consume the rest of the file.
 *
 * Fails with: `invalid-input` (`field`) if one of the first rows is too long.
 */
export async function delimitedRows(
  text: string,
  delimiter: Delimiter,
  field: 'file' | 'text',
): Promise<Result<Rows, Refusal>> {
  const declared = sepLine.exec(text)?.[0] ?? '';
  const reading = {
    ...{ text: text.slice(declared.length), linesBefore: declared === '' ? 0 : 1 },
    ...{ delimiter, field },
  };
  const head = await parseRows({ ...reading, skipped: 0, most: headRows }, (row) => row);
  if (!head.ok) return head;
  return ok({
    head: head.value,
    read: (take, skipped) => parseRows({ ...reading, skipped, most: Number.POSITIVE_INFINITY }, take),
  });
}

interface Reading {
  readonly text: string;
  /** Number of lines of the file before the text. */
  readonly linesBefore: number;
  readonly delimiter: Delimiter;
  readonly field: 'file' | 'text';
  readonly skipped: number;
  readonly most: number;
}

type Take<T> = (row: TableRow) => T;

async function parseRows<T>(reading: Reading, take: Take<T>): Promise<Result<readonly T[], Refusal>> {
  for (const quote of ['"', null] as const) {
    try {
      return ok(await parsedRows(reading, quote, take));
    } catch (thrown) {
      if (!(thrown instanceof CsvError)) throw thrown;
    }
  }
  return refuse(
    reading.field,
    `A row of this table has more than ${mostRowBytes / 1_000_000} MB, so it is not a table. Choose another file, or save it again as CSV.`,
  );
}

const mostRowBytes = 1_000_000;

/** Throws a `CsvError` for a quote that is not closed, and for a row that is too long. */
async function parsedRows<T>(reading: Reading, quote: '"' | null, take: Take<T>): Promise<readonly T[]> {
  const { text, linesBefore, delimiter, most } = reading;
  const rows: T[] = [];
  let { skipped } = reading;
  let countedTwice = 0;

  /** @param endLine As csv-parse counts it. */
  function onRow(cells: readonly string[], endLine: number): void {
    const breaks = breaksIn(cells);
    countedTwice += breaks.windows;
    if (isEmptyRow(cells)) return;
    if (skipped > 0) skipped -= 1;
    else if (rows.length < most)
      rows.push(take({ line: endLine - countedTwice - breaks.all + linesBefore, cells }));
  }

  const parser = parse({
    delimiter,
    quote,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: mostRowBytes,
    // The parser holds no row and has nothing to be read.
    on_record(cells: string[], { lines }: Info) {
      onRow(cells, lines);
      return null;
    },
  });
  parser.on('error', () => undefined); // What awaits the parser gets it.
  try {
    for (const piece of piecesOf(text)) {
      await written(parser, piece);
      if (rows.length >= most) return rows;
      await nextTurn();
    }
    parser.end();
    await finished(parser, { readable: false });
    return rows;
  } finally {
    parser.destroy();
  }
}

const written = (parser: Parser, piece: string): Promise<void> =>
  new Promise((resolve, reject) => {
    parser.write(piece, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

const pieceUnits = 64 * 1_024;

/** The text in pieces of about 64 Ki UTF-16 units; never splits a surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = start + pieceUnits;
    const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    const piece = text.slice(start, isSplit ? end + 1 : end);
    yield piece;
    start += piece.length;
  }
}

/**
 * Number of line breaks in a row's quoted cells, and how many of them are those of Windows. csv-parse gives the line where
 * a row ends, and counts those of Windows twice where they are quoted, in all rows before as well.
 */
function breaksIn(cells: readonly string[]): { readonly all: number; readonly windows: number } {
  let all = 0;
  let windows = 0;
  for (const cell of cells) {
    if (!/[\r\n]/.test(cell)) continue;
    all += cell.split(/\r\n|[\r\n]/).length - 1;
    windows += cell.split('\r\n').length - 1;
  }
  return { all, windows };
}

const sampleSize = 50;

/** A first line that Excel writes and reads, such as `sep=;`. */
const sepLine = /^\uFEFF?sep=([\t;,|])\r?\n/i;

/**
 * The delimiter of a table: the character that occurs most evenly in its first lines, outside quotes. Null if none
 * occurs in most of them.
 */
export function delimiterOf(text: string): Delimiter | null {
  const declared = sepLine.exec(text)?.[1];
  if (declared !== undefined) return delimiters.find((delimiter) => delimiter === declared) ?? null;
  const lines = firstLines(text);
  let best: Delimiter | null = null;
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const score = evenness(lines, delimiter);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** A cell in quotes: what is in it delimits nothing, and its line breaks end no row. */
const quotedCell = /(?<=^|[\t;,|\r\n])"(?:[^"]|"")*"(?=[\t;,|\r\n]|$)/g;

function firstLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const { text: line } of textLines(text.slice(0, 64 * 1_024).replace(quotedCell, '""'))) {
    if (!isBlank(line)) lines.push(line);
    if (lines.length === sampleSize) break;
  }
  return lines;
}

/**
 * The share of lines with the most common count of the delimiter, plus a little for a higher count; 0 if most lines do
 * not have it.
 */
function evenness(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => withoutQuoted(line).split(delimiter).length - 1);
  const usual = mostFrequent(counts.filter((count) => count > 0));
  if (usual === null) return 0;
  const share = counts.filter((count) => count === usual).length / counts.length;
  return share < 0.5 ? 0 : share + Math.min(usual, 50) / 1_000;
}

const withoutQuoted = (line: string): string => line.replace(/"(?:[^"]|"")*"/g, '');

function mostFrequent(counts: readonly number[]): number | null {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
