import { CsvError, type Info, parse } from 'csv-parse/sync';
import { ok, type Result } from '#shared/result.ts';
import { cut } from '../../system/texts.ts';
import { hostOf, readName } from './read-name.ts';
import {
  type DraftReport,
  grouped,
  isBlank,
  type ReadingChoices,
  type Refusal,
  refuse,
  textLines,
} from './rows.ts';

/** Where in a table the names are. */
export interface Layout {
  readonly columns: DraftReport['columns'];
  readonly column: number;
  readonly hasHeader: boolean;
}

const mostColumns = 1_000;

/**
 * Finds the header and the column of names from the cell contents; the user's choices override that.
 *
 * Fails with: `invalid-input` (`column`) if the chosen column does not exist.
 */
export function layoutOf(
  { head }: Table,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Result<Layout, Refusal> {
  const width = Math.min(mostColumns, Math.max(1, ...head.map(({ cells }) => cells.length)));
  const hasHeader = choices.hasHeader ?? isHeader(head, width, knownTlds);
  const titles = hasHeader ? (head[0]?.cells ?? []) : [];
  const rows = hasHeader ? head.slice(1) : head;
  const likenesses = columnsOf(rows, width).map((cells) => likenessOf(cells, knownTlds));
  const column = choices.column ?? likeliest(likenesses, titles);
  if (column >= width) {
    return refuse(
      'column',
      `There is no column ${grouped(column + 1)}: this table has ${grouped(width)}. Choose one of them.`,
    );
  }
  const columns = columnsOf(rows, width).map((cells, index) => ({
    title: cut((titles[index] ?? '').trim(), 200),
    samples: samplesOf(cells),
    names: likenesses[index]?.names ?? 0,
  }));
  return ok({ columns, column, hasHeader });
}

const columnsOf = (rows: readonly TableRow[], width: number): readonly (readonly string[])[] =>
  Array.from({ length: width }, (_, index) => rows.map(({ cells }) => cells[index] ?? ''));

const samplesOf = (cells: readonly string[]): string[] =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .slice(0, 5)
    .map((cell) => cut(cell, 200));

/** A title for names outweighs a column of plain words, but not a column of full domain names. */
const titleBonus = 1;

function likeliest(likenesses: readonly Likeness[], titles: readonly string[]): number {
  const scores = likenesses.map(
    ({ score }, index) => score + (isNameTitle(titles[index] ?? '') ? titleBonus : 0),
  );
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/**
 * A first row is a header if its titles are known words, or if it alone differs in kind from a column whose other cells
 * are nearly all alike.
 */
function isHeader(head: readonly TableRow[], width: number, knownTlds: ReadonlySet<string>): boolean {
  const [first, ...others] = head;
  if (first === undefined || first.cells.some((cell) => likenessOf([cell], knownTlds).withTld > 0))
    return false;
  if (looksLikeHeader(first.cells)) return true;
  if (others.length === 0) return false;
  return columnsOf(others, width).some((cells, index) => {
    const title = (first.cells[index] ?? '').trim();
    if (title === '') return false;
    const withTld = likenessOf(cells, knownTlds).withTld;
    return withTld >= cells.length * 0.8 || (!isFigure(title) && mostlyFigures(cells));
  });
}

/** One or two rows of numbers could be names that happen to be numeric. */
const fewestFigures = 3;

const mostlyFigures = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length >= fewestFigures && filled.filter(isFigure).length >= filled.length * 0.9;
};

/**
 * Delimited text as a table. Quotes follow RFC 4180; if one is not closed, quotes are read as ordinary characters, so
 * that a single stray quote does not consume the rest of the file.
 *
 * Fails with: `invalid-input` (`field`) if a row is too long.
 */
export function csvTable(text: string, delimiter: Delimiter, field: 'file' | 'text'): Result<Table, Refusal> {
  const declared = sepLine.exec(text)?.[0] ?? '';
  const rowsOf = <T>(take: Take<T>, most: number | null): Result<readonly T[], Refusal> =>
    parseRows(
      { text: text.slice(declared.length), delimiter, linesBefore: declared === '' ? 0 : 1, most, field },
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
  /** Number of lines of the file before the text. */
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
    `A row of this table has more than ${mostRowBytes / 1_000_000} MB, so it is not a table. Choose another file, or save it again as CSV.`,
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

/**
 * Number of line breaks in a row's quoted cells. csv-parse gives the line where a row ends; subtracting these gives the
 * line where it begins.
 */
function breaksIn(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) breaks += cell.split(/\r\n|[\r\n]/).length - 1;
  return breaks;
}

const delimiters = ['\t', ';', ',', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

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

function firstLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const { text: line } of textLines(text.slice(0, 64 * 1_024))) {
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

/** Titles for name columns, in some of the languages that resellers export in. */
const nameTitles =
  /^(?:domains?|domain[ _-]?names?|names?|fqdn|host(?:[ _-]?names?)?|sld|labels?|websites?|urls?|keywords?|web[ _-]?address(?:es)?|idn|domein(?:naam)?|domaines?|nom[ _-]de[ _-]domaine|dominios?|nazwa|doménas?)$/i;

/** Titles of other columns. */
const otherTitles =
  /^(?:tlds?|extension|status|state|available|availability|premium|price|currency|expir(?:y|es|ation)(?:[ _-]?date)?|renewal|registrar|registrant|owner|client|customer|contact|e-?mail|date|created|updated|notes?|comments?|tags?|id|no\.?|nr\.?|#|finding|message|checked[ _]at|score|rank|volume|category|type|nameservers?)$/i;

const isNameTitle = (cell: string): boolean => nameTitles.test(cell.trim());

/** Whether a first row holds titles and not values: one unambiguous title, two others, or only titles. */
function looksLikeHeader(cells: readonly string[]): boolean {
  if (cells.some(isNameTitle)) return true;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const titles = filled.filter((cell) => otherTitles.test(cell.trim())).length;
  return titles > 1 || (titles > 0 && titles === filled.length);
}

/** A number, a price, a percentage or a date: the contents of columns with serial numbers, costs or dates. */
const isFigure = (cell: string): boolean =>
  /^[-+]?(?:[€$£]\s?)?\d[\d.,\u00a0 ]*(?:\s?(?:%|[€$£]|EUR|USD|GBP))?$/.test(cell.trim()) ||
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/.test(cell.trim());

/**
 * Whether delimited text of unknown type is a table and not a list with several names per line: its rows have equal
 * length, and it has titles or a column without names.
 */
export function isTable({ head }: Table, knownTlds: ReadonlySet<string>): boolean {
  const [first] = head;
  if (first === undefined || head.length < 2) return false;
  const width = first.cells.length;
  const even = head.filter(({ cells }) => cells.length === width).length;
  if (width < 2 || even < head.length * 0.9) return false;
  if (looksLikeHeader(first.cells)) return true;
  const likenesses = first.cells.map((_, index) =>
    likenessOf(
      head.map(({ cells }) => cells[index] ?? ''),
      knownTlds,
    ),
  );
  const hasOther = likenesses.some(({ score }) => score < 0.5);
  const isMixed =
    likenesses.some(({ withTld }) => withTld === 0) &&
    likenesses.some(({ withTld }) => withTld >= head.length * 0.8);
  return hasOther || isMixed;
}

/** How much the cells of one column resemble names. */
interface Likeness {
  /** How many cells could be names. */
  readonly names: number;
  /** How many of these end in a known TLD. */
  readonly withTld: number;
  /** From 0 (no cell is a name) to about 3 (each is a different full domain name). */
  readonly score: number;
}

/** Scores a column by its contents; empty cells are ignored. */
function likenessOf(cells: readonly string[], knownTlds: ReadonlySet<string>): Likeness {
  const filled = cells.filter((cell) => cell.trim() !== '');
  let names = 0;
  let withTld = 0;
  let points = 0;
  const different = new Set<string>();
  for (const cell of filled) {
    const { text } = hostOf(cell);
    const read = readName(text, knownTlds);
    if (!read.ok) continue;
    names += 1;
    different.add(text.toLowerCase());
    const isDomain = read.value.tld !== null && knownTlds.has(read.value.tld);
    if (isDomain) withTld += 1;
    points += isDomain ? 3 : pointsOf(text);
  }
  // A status or a registrar repeats in many rows; names differ.
  const variety = filled.length === 0 ? 0 : different.size / filled.length;
  return { names, withTld, score: filled.length === 0 ? 0 : (points / filled.length) * variety };
}

/** Numbers, dates and identifiers are valid labels too, but rarely the names that are wanted. */
function pointsOf(label: string): number {
  if (/^\d{1,4}(?:-\d{1,2}){2}/.test(label)) return 0;
  if (/^[\da-f]{8}-[\da-f-]+$/i.test(label)) return 0;
  return /^[\d.,-]+$/.test(label) ? 0.1 : 1;
}

/** One row of a table file. */
export interface TableRow {
  /** The line where the row begins, from 1; in a workbook, the row number. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table that can be read more than once: first its head, to choose a column, then that column of all rows. */
export interface Table {
  /** The first rows, without empty ones. */
  readonly head: readonly TableRow[];
  /** One column of every non-empty row, in order; null if the row has no such field. */
  readonly column: (index: number) => Result<readonly ColumnCell[], Refusal>;
}

export interface ColumnCell {
  readonly line: number;
  readonly text: string | null;
}

export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** How many rows are used to find the header and the column of names. */
export const headRows = 200;
