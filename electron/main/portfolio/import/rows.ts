import { inEnglish, listed } from '#shared/domain/counting.ts';
import { type ImportField, ownTexts } from '#shared/domain/domain-parts.ts';
import { withoutFormulaGuard } from '../../export/formats.ts';
import { isEmptyRow, listInCell, type TableRow } from '../../tables/table.ts';
import { cut } from '../../system/texts.ts';
import { cellArchived, cellHosts, cellLock, cellStatus, type Holding } from './cells.ts';
import type { Columns } from './columns.ts';
import {
  cellDate,
  type ColumnOrder,
  type ExpiryInCell,
  expiryIn,
  orderOf,
  type PlacedDate,
} from './dates.ts';

export type FileRow = TableRow;

/** What is known of a file before its rows are read. */
export interface FileChoices extends Pick<Columns, 'fields' | 'headerRow' | 'codes'> {
  /** Whether the file was exported by this application: its cells are read back as they were written. */
  readonly isOwn: boolean;
  /** Whether its texts have the apostrophe that keeps spreadsheets from running them. */
  readonly isGuarded: boolean;
  /** Whether characters part its cells: only then a cell can stand in the wrong column. */
  readonly isDelimited: boolean;
  /** Whether the day stands before the month; null where nobody was asked. */
  readonly isDayFirst: boolean | null;
  /** The time that the file is of: what it says of expiries, locks and nameservers is as old. */
  readonly at: string;
}

/** Of a cell's text in a sentence, in characters. */
export const longestWords = 60;

/** The registrable name in a text, or why there is none. */
export type NameIn = (
  text: string,
) => { readonly name: string } | { readonly name: null; readonly reason: string };

/** The text that a row gives a field; empty where it gives none. */
export type CellOf = (field: ImportField) => string;

/** A row as it is read beside the others of its file, whatever the portfolio has. */
export interface ReadRow extends FileRow {
  readonly cell: CellOf;
  /** The name as the file has it. */
  readonly typed: string;
  readonly named: ReturnType<NameIn>;
  readonly expiry: ExpiryInCell;
  /** Null where its status says nothing, or is not known. */
  readonly holding: Holding | null;
  /** What of the row is not taken, and why, each a sentence without its full stop. */
  readonly reasons: readonly string[];
  /** Why another row of the same domain is taken in its place; `isEqual`: that row has all that this one has. */
  readonly repeated: { readonly reason: string; readonly isEqual: boolean } | null;
}

export interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly dates: ColumnOrder;
  /** The first of a spreadsheet's counts of days that were read as dates. */
  readonly serial: PlacedDate | null;
}

/** A file has far fewer dates, hosts and words than rows, and they are the dearest cells to read. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}

export const createCellReaders = () => ({
  dateOf: remembering(cellDate),
  lockOf: remembering(cellLock),
  hostsOf: remembering(cellHosts),
  statusOf: remembering(cellStatus),
});
export type CellReaders = ReturnType<typeof createCellReaders>;

/** Reads the rows of a file below its titles; empty ones are left out. */
export function readRows(
  all: readonly FileRow[],
  choices: FileChoices,
  nameIn: NameIn,
  readers: CellReaders,
): ReadRows {
  const first = choices.headerRow === null ? 0 : choices.headerRow + 1;
  const filled = all.slice(first).filter(({ cells }) => !isEmptyRow(cells));
  const titles = choices.headerRow === null ? null : (all[choices.headerRow]?.cells ?? []);
  const fitOf = createFits(filled, titles, choices, nameIn, readers);
  const cellOf = createCells(choices, readers);
  const begun = filled.map(({ line, cells, note = null }) => {
    const { end, misfit, isNamed } = fitOf(cells);
    const cell = cellOf(cells, end);
    const typed = typedName(cell);
    const text = cell('expires').trim();
    const named = isNamed ? nameIn(typed) : { name: null, reason: misfit ?? '' };
    return {
      line,
      cells,
      cell,
      typed,
      named,
      note,
      misfit: isNamed ? misfit : null,
      text,
      date: readers.dateOf(text),
    };
  });
  const dates = orderOf(begun, choices.isDayFirst, choices.at);
  const rows = begun.map(({ line, cells, cell, typed, named, text, date, note, misfit }): ReadRow => {
    const { holding, reason } = statusIn(cell('status').trim(), choices.isOwn, readers);
    const expiry = expiryIn(date, dates.order);
    const why = expiry.kind === 'unreadable' ? `${expiry.why}: ${cut(text, longestWords)}` : null;
    const all = [note, misfit, why, reason];
    const reasons = all.every((each) => each === null) ? noReasons : all.filter((each) => each !== null);
    return { line, cells, cell, typed, named, expiry, holding, reasons, repeated: null };
  });
  const serial = begun.find(({ date }) => date.kind === 'serial') ?? null;
  return { rows: withoutRepeats(rows, choices, readers), dates, serial };
}

const noReasons: readonly string[] = [];
const noStatus = { holding: null, reason: null };

function statusIn(
  text: string,
  isOwn: boolean,
  { statusOf }: CellReaders,
): { readonly holding: Holding | null; readonly reason: string | null } {
  if (text === '') return noStatus;
  // Since when a domain of this application's own files is archived stands in another column.
  const read = isOwn && text === 'archived' ? ({ kind: 'blank' } as const) : statusOf(text);
  const holding = read.kind === 'value' ? read.value : null;
  const isDoubtful = read.kind === 'unreadable' || holding === 'leaving';
  return { holding, reason: isDoubtful ? `Taken as held: its status is ${cut(text, longestWords)}` : null };
}

// ---- Cells and titles

interface Fit {
  /** Cells from this one on may stand in the wrong column. */
  readonly end: number;
  /** Why these are not taken; null where there is none. */
  readonly misfit: string | null;
  readonly isNamed: boolean;
}

const whole: Fit = { end: Number.POSITIVE_INFINITY, misfit: null, isNamed: true };

/** The number of cells, without empty ones at the end. */
const lengthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/**
 * How rows fit their titles, or without titles the other rows. One with more cells, or in a file whose rows are whole with fewer, has cells
 * in the wrong columns: what may be parted (a delimiter in a text that is not quoted) is doubtful, and all that stands behind it.
 */
function createFits(
  rows: readonly FileRow[],
  titles: readonly string[] | null,
  { fields, codes, isDelimited }: FileChoices,
  nameIn: NameIn,
  readers: CellReaders,
): (cells: readonly string[]) => Fit {
  const usual = titles === null ? usualWidth(rows) : widthBelow(titles, rows);
  if (usual === null || !isDelimited) return () => whole;
  const areWhole = rows.filter(({ cells }) => cells.length >= usual).length >= rows.length * 0.9;
  const domainAt = fields.indexOf('domain');
  const isName = (cell: string): boolean => nameIn(cell.trim()).name !== null;

  /** Whether a cell cannot be a part of a longer one. */
  function isClosed(cell: string, index: number): boolean {
    if (cell.trim() === '') return true;
    if (codes.includes(index)) return false;
    const date = readers.dateOf(cell.trim()).kind;
    const field = fields[index] ?? null;
    if (field === 'tld') return true;
    if (field === 'expires') return date !== 'unreadable';
    if (field === 'lock') return readers.lockOf(cell).kind === 'value';
    if (field === 'status') return readers.statusOf(cell).kind === 'value';
    if (field === 'archived') return cellArchived(cell, '').kind !== 'unreadable';
    return field === null && (date === 'day' || date === 'either');
  }

  /** Where no other cell could be the name, it stands in its place although texts stand before it. */
  function isOnlyName(cells: readonly string[], more: number): boolean {
    const last = domainAt + Math.max(0, more);
    return isName(cells[domainAt] ?? '') && cells.slice(0, last + 1).filter(isName).length === 1;
  }

  const than =
    titles === null
      ? `where the rows have ${inEnglish.count(usual)}`
      : `under ${inEnglish.counted(usual, 'title', 'titles')}`;
  const titleAt = (index: number): string => (titles?.[index] ?? '').trim() || inEnglish.count(index + 1);
  const firstOpen = (cells: readonly string[], from: number): number => {
    const open = cells.findIndex(
      (cell, index) => index >= from && index !== domainAt && !isClosed(cell, index),
    );
    return open === -1 ? cells.length : open;
  };

  return (cells) => {
    const count = lengthOf(cells);
    const isShort = count <= usual;
    if (isShort && (cells.length >= usual || !areWhole)) return whole;
    const isNamed =
      domainAt < cells.length && (firstOpen(cells, 0) > domainAt || isOnlyName(cells, count - usual));
    const end = isNamed ? firstOpen(cells, domainAt + 1) : 0;
    const had = inEnglish.counted(isShort ? cells.length : count, 'cell', 'cells');
    const rest = isNamed ? `nothing is taken from column ${titleAt(end)} on` : 'nothing of it is taken';
    return { end, isNamed, misfit: `It has ${had} ${than}: ${rest}` };
  };
}

/** Columns at the end may have no title. */
function widthBelow(titles: readonly string[], rows: readonly FileRow[]): number {
  const titled = lengthOf(titles);
  const untitled = rows.filter(({ cells }) => lengthOf(cells) > titled && lengthOf(cells) <= titles.length);
  return untitled.length * 2 > rows.length ? titles.length : titled;
}

/** Null where most rows have no width in common. */
function usualWidth(rows: readonly FileRow[]): number | null {
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [most] = [...widths].toSorted(([, a], [, b]) => b - a);
  return most === undefined || most[1] * 2 <= rows.length ? null : most[0];
}

/** The text of a field's column; of several, such as those with nameservers, of all. A column of transfer codes is never read. */
function createCells({ fields, codes, isGuarded }: FileChoices, { hostsOf }: CellReaders) {
  const columns = new Map<ImportField | null, number[]>();
  for (const [index, field] of fields.entries())
    if (!codes.includes(index)) columns.set(field, [...(columns.get(field) ?? []), index]);
  const joinedHosts = (all: readonly string[]): string =>
    all.filter((each) => hostsOf(each).kind !== 'blank').join(', ');
  return (cells: readonly string[], end: number): CellOf =>
    (field) => {
      const [first = end, ...others] = columns.get(field) ?? [];
      const isWhole = first < end && others.every((index) => index < end);
      if (!isWhole) return '';
      const one = cells[first] ?? '';
      const text =
        others.length === 0 ? one : joinedHosts([one, ...others.map((index) => cells[index] ?? '')]);
      // The row's note says what cannot be read in this encoding; a name is refused for it.
      if (field !== 'domain' && text.includes('\uFFFD')) return '';
      return isGuarded ? withoutFormulaGuard(text) : text;
    };
}

/** Some files have the TLD beside the name, and some of those in the name too. */
function typedName(cell: CellOf): string {
  const [name, tld] = [cell('domain').trim(), cell('tld').trim().replace(/^\./, '')];
  const isWhole = tld === '' || name === '' || name.toLowerCase().endsWith(`.${tld.toLowerCase()}`);
  return isWhole ? name : `${name}.${tld}`;
}

// ---- Several rows of one domain

/** Registrars' files part them in several ways. */
export const tagsIn = (cell: string, isOwn: boolean): readonly string[] => {
  const tags = isOwn ? listInCell(cell) : cell.split(/[,;|]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== '' && (isOwn || tag !== '-')))];
};

const compared = ['expires', 'lock', 'nameservers', 'tags', ...ownTexts, 'archived'] as const;
type Compared = (typeof compared)[number];
const wordOf = (field: Compared): string => (field === 'expires' ? 'expiry' : field);

/**
 * Of several rows of one domain the one that is held is taken; else one that fits its titles; else the one that expires later. Of those
 * that are alike in that, the first is, without the values in which they differ.
 */
function withoutRepeats(
  rows: readonly ReadRow[],
  choices: FileChoices,
  readers: CellReaders,
): readonly ReadRow[] {
  const firsts = new Map<string, ReadRow>();
  const groups = new Map<ReadRow, ReadRow[]>();
  for (const row of rows) {
    if (row.named.name === null) continue;
    const first = firsts.get(row.named.name);
    const group = first && groups.get(first);
    if (first === undefined) firsts.set(row.named.name, row);
    else if (group === undefined) groups.set(first, [first, row]);
    else group.push(row);
  }
  if (groups.size === 0) return rows;
  const instead = new Map<ReadRow, ReadRow>();
  for (const group of groups.values())
    for (const [row, made] of decided(group, (each, field) => valueIn(each, field, choices, readers)))
      instead.set(row, made);
  return rows.map((row) => instead.get(row) ?? row);
}

type ValueIn = (row: ReadRow, field: Compared) => string;

function decided(group: readonly ReadRow[], valueOf: ValueIn): readonly (readonly [ReadRow, ReadRow])[] {
  const [taken] = group.toSorted((a, b) => compareRanks(rankOf(b), rankOf(a)));
  if (taken === undefined) return [];
  const others = group.filter((row) => row !== taken);
  const dropped = new Map<Compared, ReadRow>();
  const made = others.map((row) => {
    const differing = compared.filter((field) => !['', valueOf(taken, field)].includes(valueOf(row, field)));
    const isAlike = compareRanks(rankOf(row), rankOf(taken)) === 0;
    if (isAlike)
      for (const field of differing)
        if (field !== 'archived' && valueOf(taken, field) !== '' && !dropped.has(field))
          dropped.set(field, row);
    const [[held, fits], [otherHeld, otherFits]] = [rankOf(taken), rankOf(row)];
    const isEqual = differing.length === 0 && held === otherHeld && fits === otherFits;
    const reason = `The same domain is in line ${taken.line}${isEqual ? '' : whyTaken(taken, row, differing)}`;
    return [row, { ...row, repeated: { reason, isEqual } }] as const;
  });
  if (dropped.size === 0) return made;
  const cell: CellOf = (field) => (dropped.has(field as Compared) ? '' : taken.cell(field)); // Of other fields there is none.
  const lines = [...new Set([...dropped.values()].map(({ line }) => line))];
  const words = listed([...dropped.keys()].map(wordOf));
  const reason = `Not taken, as line ${lines.join(', ')} of the same domain differs: ${words}`;
  return [...made, [taken, { ...taken, cell, reasons: [...taken.reasons, reason] }]];
}

type Rank = readonly [holding: number, fit: number, expiry: string];

function rankOf({ holding, cell, reasons, expiry }: ReadRow): Rank {
  const isArchived = !['blank', 'unreadable'].includes(cellArchived(cell('archived'), '').kind);
  return [
    Math.min(ranks[holding ?? 'unknown'], isArchived ? 1 : 3),
    reasons.length === 0 ? 1 : 0,
    expiry.kind === 'value' ? expiry.value : '',
  ];
}

const ranks: Readonly<Record<Holding | 'unknown', number>> = {
  held: 3,
  leaving: 3,
  unknown: 2,
  gone: 1,
  cancelled: 1,
  never: 0,
};

function compareRanks([a, b, c]: Rank, [x, y, z]: Rank): number {
  return a - x || b - y || (c < z ? -1 : Number(c > z));
}

/** The status of a row, for sentences. */
export const statusText = ({ cell }: Pick<ReadRow, 'cell'>): string =>
  cut(cell('status').trim(), longestWords);

function whyTaken(taken: ReadRow, row: ReadRow, differing: readonly Compared[]): string {
  const [[held, fits, expiry], [otherHeld, otherFits, otherExpiry]] = [rankOf(taken), rankOf(row)];
  if (held > otherHeld) {
    const [status, other] = [statusText(taken), statusText(row)];
    return `${status === '' ? '' : ` with the status ${status}`}, and is taken from there${other === '' ? '' : `: here the status is ${other}`}`;
  }
  if (fits > otherFits) return ', and is taken from there';
  if (expiry > otherExpiry) return ' with a later expiry, and is taken from there';
  return `, and this row differs: ${listed(differing.map(wordOf))}`;
}

function valueIn(
  { cell, expiry }: ReadRow,
  field: Compared,
  { isOwn, at }: FileChoices,
  { lockOf, hostsOf }: CellReaders,
): string {
  const text = cell(field).trim();
  switch (field) {
    case 'expires':
      return expiry.kind === 'value' ? expiry.value : expiry.kind === 'blank' ? '' : text;
    case 'lock':
      return said(lockOf(cell(field)), text);
    case 'nameservers':
      return said(hostsOf(cell(field)), text);
    case 'archived':
      return said(cellArchived(cell(field), at), text);
    case 'tags':
      return tagsIn(cell(field), isOwn).toSorted().join('\n');
    case 'client':
    case 'note':
      return text;
  }
}

/** A value that was read, or the text of one that was not. */
function said(
  read: ReturnType<CellReaders['hostsOf' | 'lockOf']> | ReturnType<typeof cellArchived>,
  text: string,
): string {
  if (read.kind === 'blank') return '';
  if (read.kind === 'unreadable') return text;
  return typeof read.value === 'string' ? read.value : read.value.toSorted().join(' ');
}
