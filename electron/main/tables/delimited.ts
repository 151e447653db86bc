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
  isDomainLike,
  type Refusal,
  refuse,
  type Rows,
  type TableRow,
  textLines,
} from './table.ts';

/**
 * The rows of delimited text. Quotes follow RFC 4180, and what programs make of it is mended first: see {@link mendQuotes}. Of a formula
 * that only shows a text, that text is the cell.
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
    ...mendQuotes(text.slice(declared.length), delimiter),
    linesBefore: declared === '' ? 0 : 1,
    delimiter,
    field,
  };
  const head = await parseRows({ ...reading, skipped: 0, most: headRows }, (row) => row);
  if (!head.ok) return head;
  return ok({
    head: head.value,
    read: (take, skipped) => parseRows({ ...reading, skipped, most: Number.POSITIVE_INFINITY }, take),
  });
}

interface Reading extends Mended {
  /** Number of lines of the file before the text. */
  readonly linesBefore: number;
  readonly delimiter: Delimiter;
  readonly field: 'file' | 'text';
  readonly skipped: number;
  readonly most: number;
}

type Take<T> = (row: TableRow) => T;

async function parseRows<T>(reading: Reading, take: Take<T>): Promise<Result<readonly T[], Refusal>> {
  try {
    return ok(await parsedRows(reading, take));
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    return refuse(
      reading.field,
      `A row of this table has more than ${mostRowBytes / 1_000_000} MB, so it is not a table. Choose another file, or save it again as CSV.`,
    );
  }
}

const mostRowBytes = 1_000_000;

/** Throws a `CsvError` for a row that is too long. */
async function parsedRows<T>(reading: Reading, take: Take<T>): Promise<readonly T[]> {
  const { text, notes, linesBefore, delimiter, most } = reading;
  const rows: T[] = [];
  let { skipped } = reading;
  let countedTwice = 0;

  /** @param endLine As csv-parse counts it. */
  function onRow(written: readonly string[], endLine: number): void {
    const breaks = breaksIn(written);
    countedTwice += breaks.windows;
    if (isEmptyRow(written)) return;
    const line = endLine - countedTwice - breaks.all;
    const note = notes.get(line);
    const cells = written.some((cell) => cell.startsWith('=')) ? written.map(shownText) : written;
    if (skipped > 0) skipped -= 1;
    else if (rows.length < most)
      rows.push(take({ line: line + linesBefore, cells, ...(note !== undefined && { note }) }));
  }

  const parser = parse({
    delimiter,
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
    if (!cell.includes('\n') && !cell.includes('\r')) continue;
    all += cell.split(/\r\n|[\r\n]/).length - 1;
    windows += cell.split('\r\n').length - 1;
  }
  return { all, windows };
}

/** The text that a cell shows which is a formula of texts alone: `="x"`, or a link with a text or an address. */
function shownText(cell: string): string {
  const shown =
    /^=(?:HYPERLINK\(\s*(?:"(?:[^"]|"")*"\s*[,;]\s*)?"((?:[^"]|"")*)"\s*\)|"((?:[^"]|"")*)")$/i.exec(cell);
  return (shown?.[1] ?? shown?.[2])?.replaceAll('""', '"') ?? cell;
}

/** Text whose quotes are those of RFC 4180, in as many lines as before. */
interface Mended {
  readonly text: string;
  /** By the line of `text` where a row begins: see {@link TableRow.note}. */
  readonly notes: ReadonlyMap<number, string>;
}

/**
 * Rewrites what RFC 4180 does not allow: a quote amid a cell, `\"`, single quotes around most cells, spaces or an equals sign before
 * a quote. A cell that would run over lines that are rows themselves lacks its second quote: its line is read alone, and noted.
 */
function mendQuotes(text: string, delimiter: Delimiter): Mended {
  const style = styleOf(text, delimiter);
  const { strictRow } = style;
  const notes = new Map<number, string>();
  const pieces: string[] = [];
  let [start, copied, line, counted] = [0, 0, 1, 0];
  const note = (at: number, words: string): void => {
    line += breakCount(text.slice(counted, at));
    counted = at;
    notes.set(line, words);
  };
  for (let quote = text.indexOf(style.quote); quote !== -1; quote = text.indexOf(style.quote, start)) {
    const at = lineStart(text, quote, start);
    strictRow.lastIndex = at;
    const strict = strictRow.test(text) ? text.slice(at, strictRow.lastIndex) : null;
    const isPlain = strict !== null && !isSwallowing(strict, style);
    const whole = isPlain ? strict : irregularRow(text.slice(at, at + mostIrregularUnits), style);
    const region = whole ?? text.slice(at, lineEnd(text, at));
    start = at + region.length;
    if (!isPlain || style.quote !== '"') {
      pieces.push(text.slice(copied, at), rowIn(region, style).cells.map(quoted).join(delimiter));
      copied = start;
    }
    if (whole === null) note(at, missingQuote);
    else if (hasBreak(region) && linesIn(region).some((each, index) => index > 0 && isRow(each, style)))
      note(at, linesLikeRows);
  }
  return { text: copied === 0 ? text : [...pieces, text.slice(copied)].join(''), notes };
}

/** A row with quotes in odd places is no longer than that: it is looked for again behind each of them. */
const mostIrregularUnits = 64 * 1_024;

/** The row that a text begins with; null where it lacks a quote, and the line alone is more likely a row. */
function irregularRow(text: string, style: Style): string | null {
  const { length, lacksQuote } = rowIn(text, style);
  const row = text.slice(0, length);
  return lacksQuote || length === mostIrregularUnits || isSwallowing(row, style) ? null : row;
}

const missingQuote = 'A quote is missing in this line, which was read as one row';
const linesLikeRows = 'Lines in one of its cells look like rows: a quote may be missing';

const linesIn = (text: string): readonly string[] => text.split(/\r\n|[\r\n]/);
const breakCount = (text: string): number => text.match(/\r\n|[\r\n]/g)?.length ?? 0;
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const hasBreak = (text: string): boolean => text.includes('\n') || text.includes('\r');
const isBreak = (character: string): boolean => character === '\n' || character === '\r';

function lineStart(text: string, at: number, lowest: number): number {
  let start = at;
  while (start > lowest && !isBreak(text.charAt(start - 1))) start -= 1;
  return start;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isBreak(text.charAt(end))) end += 1;
  return end;
}

/** How the cells of a text are quoted. */
interface Style {
  readonly quote: '"' | "'";
  /** A row by RFC 4180, sticky. */
  readonly strictRow: RegExp;
  /** The next cell, sticky: in quotes (first group), or without. Quotes amid a quoted cell belong to it, unless a cell seems to begin there. */
  readonly cell: RegExp;
  readonly hasBackslashes: boolean;
  /** The most common number of cells in a line. */
  readonly width: number;
}

function styleOf(text: string, delimiter: Delimiter): Style {
  const lines = firstLines(text);
  const cells = lines.flatMap((line) => line.split(delimiter)).filter((cell) => /[^\s\d.-]/.test(cell));
  const [opened, closed] = [/^\s*'/, /.'\s*$/].map((end) => cells.filter((cell) => end.test(cell)).length);
  const single = Math.min(opened ?? 0, closed ?? 0);
  const quote = cells.length > 1 && single >= cells.length * 0.7 ? "'" : '"';
  const [q, d] = [quote, delimiter === '|' ? '\\|' : delimiter];
  const hasBackslashes = new RegExp(`\\\\${q}(?![${d}\\r\\n${q}]|$)`).test(text);
  const [plain, ends] = [`[^${q}${d}\\r\\n]*`, `(?=[${d}\\r\\n]|$)`];
  const strictCell = `(?:${q}[^${q}]*(?:${q}${q}[^${q}]*)*${q}|${plain})${ends}`;
  const [begins, closes] = [`(?<=[${d}\\r\\n] *)`, `(?= *(?:[${d}\\r\\n]|$))`];
  const other = hasBackslashes ? `[^${q}\\\\]*` : `[^${q}]*`;
  const escaped = `${hasBackslashes ? '\\\\[^]|' : ''}(?!${begins}${q}${q}${closes})${q}${q}|(?!${begins})${q}(?!${q}|${closes})`;
  const inQuotes = ` *=?${q}(${other}(?:(?:${escaped})${other})*)${q} *${ends}`;
  const style: Style = {
    quote,
    hasBackslashes,
    width: 1,
    strictRow: new RegExp(`${strictCell}(?:${d}${strictCell})*(?=[\\r\\n]|$)`, 'y'),
    cell: new RegExp(`${inQuotes}|[^${d}\\r\\n]*`, 'y'),
  };
  const width = mostFrequent(lines.map((line) => rowIn(line, style).cells.length)) ?? 1;
  return { ...style, width };
}

/** The row that a text begins with, with the quotes of its cells taken off. */
function rowIn(text: string, { cell, quote, hasBackslashes }: Style) {
  const cells: string[] = [];
  let lacksQuote = false;
  for (let at = 0; ; at += 1) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    const whole = found?.[0] ?? '';
    const inner = found?.[1];
    const isCut = inner === undefined && whole.trimStart().startsWith(quote);
    if (isCut) lacksQuote = true;
    if (inner === undefined) cells.push(isCut ? whole.trimStart().slice(1) : whole);
    else {
      const doubled = inner.replaceAll(quote + quote, quote);
      cells.push(hasBackslashes ? doubled.replaceAll(/\\([\\"'])/g, '$1') : doubled);
    }
    at += whole.length;
    if (at >= text.length || isBreak(text.charAt(at))) return { cells, length: at, lacksQuote };
  }
}

const isRow = (line: string, style: Style): boolean => {
  const { cells } = rowIn(line, style);
  return cells.length === style.width && cells.some(isDomainLike);
};

/**
 * Whether a row of several lines is several rows: each line is one. With two columns that may be chance, and is so where the lines together
 * make a row.
 */
function isSwallowing(region: string, style: Style): boolean {
  if (!hasBreak(region)) return false;
  const lines = linesIn(region);
  const isFitting = rowIn(region, style).cells.length === style.width;
  if (isFitting && style.width < 3) return false;
  return isFitting
    ? lines.every((line) => isRow(line, style))
    : lines.slice(1).some((line) => isRow(line, style));
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

/**
 * Text of which each row stands in quotes as a whole, as a table that was written into one column of another, without these quotes. Null
 * where that is not so.
 */
export function withoutRowQuotes(text: string): string | null {
  const whole = /^"((?:[^"]|"")*)"[\t;,|]*(?=\r?$)/gm;
  const lines = text
    .slice(0, 64 * 1_024)
    .split(/\r\n|[\r\n]/)
    .slice(0, sampleSize);
  const filled = lines.filter((line) => !isBlank(line));
  if (filled.length < 2 || filled.filter((line) => line.search(whole) === 0).length < filled.length * 0.9)
    return null;
  const rows = text.replace(whole, (_, row: string) => row.replaceAll('""', '"'));
  const delimiter = delimiterOf(rows);
  if (delimiter === null) return null;
  const withDomain = firstLines(rows).filter((line) => line.split(delimiter).some(isDomainLike));
  return withDomain.length * 2 >= filled.length - 1 ? rows : null;
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
