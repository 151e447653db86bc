import { listed } from '#shared/domain/counting.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import { cut } from '../../system/texts.ts';
import { delimiterByName, notesOn, type OpenedSource, openSource, tableOf } from '../../tables/read-table.ts';
import {
  type Expected,
  headColumns,
  isBlank,
  type Refusal,
  type Table,
  type TableRow,
  type TableSource,
  textLines,
} from '../../tables/table.ts';
import { type DraftReport, grouped, listRows, type NameRow, type ReadingChoices, refuse } from './rows.ts';
import { gradeIn, plainTitle } from '../../portfolio/import/titles.ts';
import { hostOf, readName } from './read-name.ts';

/** The rows of a source and everything the report says about how they were read. */
export interface ReadSource {
  readonly rows: ReadRows;
  /** A file's name, or `pasted`. */
  readonly source: string;
  /** The name in the WHATWG Encoding Standard; empty if no bytes were decoded. */
  readonly encoding: string;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** What is to be said of how it was read, and how it reads in other encodings that are as likely: sentences. */
  readonly notes: readonly string[];
}

/** The rows of a source that should each be a name, and how they were found. */
interface ReadRows {
  readonly form: 'list' | 'table' | 'workbook';
  readonly rows: Iterable<NameRow>;
  /** Null for a list. */
  readonly layout: Layout | null;
}

/**
 * Reads names from a list or a table. A workbook, and a file named CSV or TSV, is a table; for other text its contents
 * decide, and a chosen column makes it a table.
 *
 * Fails with: `invalid-input` (`file`, `text`, `encoding`, `column`, `sheet`).
 */
export async function readSource(
  from: TableSource,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Promise<Result<ReadSource, Refusal>> {
  const opened = await openSource(from, choices, expectedNames(knownTlds));
  if (!opened.ok) return opened;
  const rows = await rowsIn(opened.value, knownTlds, choices);
  if (!rows.ok) return rows;
  return ok({
    rows: rows.value,
    notes: [...notesOn(opened.value), ...otherReadings(opened.value)],
    ...originOf(opened.value),
  });
}

function otherReadings(opened: OpenedSource): readonly string[] {
  const others = opened.kind === 'text' ? opened.alternatives : [];
  return others.map(({ encoding, readings }) => {
    const words = [...readings].slice(0, 3).map((pair) => pair.map((word) => isolated(cut(word, 80))));
    return `It may be ${encoding}: ${listed(words.map((pair) => pair.join(' would be ')))}. If that is right, choose this encoding.`;
  });
}

const originOf = (opened: OpenedSource): Omit<ReadSource, 'rows' | 'notes'> =>
  opened.kind === 'workbook'
    ? { source: opened.fileName, encoding: '', sheet: opened.sheet, sheets: opened.sheets }
    : { source: opened.fileName ?? 'pasted', encoding: opened.encoding ?? '', sheet: null, sheets: [] };

async function rowsIn(
  opened: OpenedSource,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Promise<Result<ReadRows, Refusal>> {
  const asTable = () => tableOf(opened, choices, expectedNames(knownTlds));
  if (opened.kind === 'workbook') return readColumn(await asTable(), knownTlds, choices);
  if (isTableForSure(opened, choices)) return readColumn(await asTable(), knownTlds, choices);
  const table = opened.delimiter === null ? null : await asTable();
  return table?.ok === true && isTable(table.value, knownTlds)
    ? readColumn(table, knownTlds, choices)
    : ok(readList(opened.text, choices));
}

const isTableForSure = (
  { text, fileName, json }: Extract<OpenedSource, { readonly kind: 'text' }>,
  { column }: ReadingChoices,
): boolean => json !== null || column !== null || (delimiterByName(fileName) !== null && !isOneLine(text));

function isOneLine(text: string): boolean {
  let lines = 0;
  for (const { text: line } of textLines(text)) {
    if (!isBlank(line)) lines += 1;
    if (lines > 1) return false;
  }
  return true;
}

const readList = (text: string, choices: ReadingChoices): ReadRows => ({
  form: 'list',
  rows: listRows(text, choices.hasHeader === true),
  layout: null,
});

/** The names of one column of a table. Fails with: `invalid-input` (`column`, `file`, `text`). */
async function readColumn(
  table: Result<Table, Refusal>,
  knownTlds: ReadonlySet<string>,
  { column }: ReadingChoices,
): Promise<Result<ReadRows, Refusal>> {
  if (!table.ok) return table;
  const layout = layoutOf(table.value, knownTlds, column);
  if (!layout.ok) return layout;
  const rows = await table.value.read(({ line, cells, note = null }): NameRow => ({
    line,
    text: cells[layout.value.column] ?? '',
    note,
  }));
  if (!rows.ok) return rows;
  const form = table.value.format === 'workbook' ? 'workbook' : 'table';
  return ok({ form, layout: layout.value, rows: rows.value });
}

/** Where in a table the names are. */
interface Layout {
  readonly columns: DraftReport['columns'];
  readonly column: number;
  readonly hasHeader: boolean;
}

/** Tables of names. @param knownTlds As `knownTldSet` makes it. */
const expectedNames = (knownTlds: ReadonlySet<string>): Expected => ({
  contents: 'names',
  part: 'the column with the names',
  areTitles: looksLikeHeader,
  isValue: (cell) => likenessOf([cell], knownTlds).withTld > 0,
});

/**
 * Finds the column of names from the cell contents; the user's choice overrides that.
 *
 * Fails with: `invalid-input` (`column`) if the chosen column does not exist.
 */
function layoutOf(
  { head, hasHeader }: Table,
  knownTlds: ReadonlySet<string>,
  chosen: ReadingChoices['column'],
): Result<Layout, Refusal> {
  const width = Math.min(headColumns, Math.max(1, ...head.map(({ cells }) => cells.length)));
  const titles = hasHeader ? (head[0]?.cells ?? []) : [];
  const rows = hasHeader ? head.slice(1) : head;
  const likenesses = columnsOf(rows, width).map((cells) => likenessOf(cells, knownTlds));
  const column = chosen ?? likeliest(likenesses, titles);
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

/** Titles of columns with names, beside those that say domain in any language. */
const nameTitles =
  /^(?:names?|host(?:[ _-]?names?)?|sld|labels?|websites?|urls?|keywords?|web[ _-]?address(?:es)?|idn|nazwa)$/i;

/** Titles of other columns. In English alone: any word may be a name, and a list would lose its first one. */
const otherTitles =
  /^(?:tlds?|extension|status|state|available|availability|premium|price|currency|expir(?:y|es|ation)(?:[ _-]?date)?|renewal|registrar|registrant|owner|client|customer|contact|e-?mail|date|created|updated|notes?|comments?|tags?|id|no\.?|nr\.?|#|finding|message|checked[ _]at|score|rank|volume|category|type|nameservers?)$/i;

const isNameTitle = (cell: string): boolean =>
  nameTitles.test(cell.trim()) || gradeIn('domain', plainTitle(cell)) === 3;

/** Whether a first row holds titles and not values: one unambiguous title, two others, or only titles. */
function looksLikeHeader(cells: readonly string[]): boolean {
  if (cells.some(isNameTitle)) return true;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const titles = filled.filter((cell) => otherTitles.test(cell.trim())).length;
  return titles > 1 || (titles > 0 && titles === filled.length);
}

/**
 * Whether delimited text of unknown type is a table and not a list with several names per line: its rows have equal
 * length, and it has titles or a column without names.
 */
function isTable({ head }: Table, knownTlds: ReadonlySet<string>): boolean {
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
