import type { LockState } from '#shared/changes/parts.ts';
import { type ImportField, longestOwnTexts, type OwnText, ownTexts } from '#shared/domain/domain-parts.ts';
import { importedBeside, type Known as KnownValue, sourceText } from '#shared/domain/portfolio.ts';
import { withoutFormulaGuard } from '../../export/formats.ts';
import { listInCell } from '../../tables/list-cell.ts';
import type { ImportedRow } from '../../workspace/repositories/domain-imports.ts';
import { cellArchived, cellHosts, cellLock, type CellValue, isInstant } from './cells.ts';
import type { Columns } from './columns.ts';
import { type CellDate, cellDate } from './dates.ts';

/** A row of cells, with the number of its line in the file, from 1. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What the portfolio has of a domain before an import. */
export interface Present {
  /** The expiry that is shown: `YYYY-MM-DD`. */
  readonly expiry: KnownValue<string> | null;
  /** The one that an import gave before, shown or not. */
  readonly importedExpiry: KnownValue<string> | null;
  readonly tags: readonly string[];
  readonly texts: Readonly<Record<OwnText, string>>;
  readonly isArchived: boolean;
  readonly lock: KnownValue<LockState> | null;
  readonly nameservers: KnownValue<readonly string[]> | null;
}

export type ChangedField = 'expires' | 'lock' | 'nameservers' | 'tags' | OwnText | 'archived';

/** Empty texts stand for nothing. */
export interface FieldChange {
  readonly field: ChangedField;
  readonly before: string;
  readonly after: string;
}

/** What an import makes of a row. */
export type RowResult =
  | {
      readonly result: 'new' | 'changed';
      readonly domain: string;
      readonly changes: readonly FieldChange[];
      readonly given: Given;
      readonly isArchived?: true;
      /** What of the row is not taken, and why. */
      readonly reason?: string;
    }
  | {
      readonly result: 'unchanged';
      readonly domain: string;
      readonly isArchived?: true;
      readonly reason?: string;
    }
  /** `domain`: as the file has it. */
  | {
      readonly result: 'skipped';
      readonly domain: string;
      readonly reason: string;
      /** Another row has the domain: nothing is missing. */
      readonly isRepeated?: true;
    };

export type ReviewedRow = RowResult & { readonly line: number };

export interface Preview {
  readonly rows: readonly ReviewedRow[];
  /** The first date whose day and month could be swapped. Nothing is imported before somebody says which stands first. */
  readonly ambiguousDate: AmbiguousDate | null;
}

export interface AmbiguousDate {
  readonly line: number;
  readonly text: string;
  readonly dayFirst: string;
  readonly monthFirst: string;
}

export interface Choices {
  /** Whether the file was exported by this application: its cells are read back as they were written. */
  readonly isOwn: boolean;
  /** Whether its texts have the apostrophe that keeps spreadsheets from running them. */
  readonly isGuarded: boolean;
  readonly fields: Columns['fields'];
  readonly headerRow: Columns['headerRow'];
  readonly codes: Columns['codes'];
  /** Whether the day stands before the month; null where nobody was asked. */
  readonly isDayFirst: boolean | null;
  /** Whether archived domains of the file become active again. */
  readonly restoresArchived: boolean;
  /** The time that the file is of: what it says of expiries, locks and nameservers is as old. */
  readonly at: string;
  /** The columns that say so of each domain: those of this application's own files. */
  readonly times: Columns['times'];
}

export interface Known {
  /** The registrable name in a text, or why there is none. */
  readonly nameIn: (
    text: string,
  ) => { readonly name: string } | { readonly name: null; readonly reason: string };
  /** Null where the portfolio does not have the domain. */
  readonly present: (name: string) => Present | null;
}

/** How many tags a domain can have, and how long each can be. */
const [mostTags, longestTag] = [20, 40];

/** Compares the rows of a file with the portfolio. Pure: nothing is stored. */
export function previewOf(rows: readonly FileRow[], choices: Choices, known: Known): Preview {
  const seen = new Map<string, number>();
  const dateOf = remembering(cellDate);
  const [lockOf, hostsOf] = [remembering(cellLock), remembering(cellHosts)];
  let ambiguousDate: AmbiguousDate | null = null;

  function reviewed(row: FileRow, cell: CellOf): RowResult {
    const typed = typedName(cell);
    const skipped = (reason: string) => ({ result: 'skipped', domain: typed, reason }) as const;
    const read = known.nameIn(typed);
    if (read.name === null) return skipped(read.reason);
    const before = seen.get(read.name);
    if (before !== undefined)
      return { ...skipped(`The same domain is in line ${before}`), isRepeated: true } as const;
    seen.set(read.name, row.line);
    const date = dateOf(cell('expires'));
    if (date.kind === 'unreadable') return skipped(`This is not a date: ${cell('expires').trim()}`);
    const { line } = row;
    if (date.kind === 'either') ambiguousDate ??= { line, text: cell('expires').trim(), ...ordersOf(date) };
    const present = known.present(read.name);
    const given = {
      tags: tagsIn(cell('tags'), choices.isOwn),
      texts: textsOf((text) => (choices.isOwn ? cell(text) : cell(text).trim())),
      ...(choices.restoresArchived && present?.isArchived === true && { isRestored: true as const }),
    };
    const problem = problemOf(given, present);
    if (problem !== null) return skipped(problem);
    const service = serviceValuesOf(row, cell, present, dayIn(date, choices.isDayFirst !== false));
    const archived = archivedIn(cell('archived'), present, choices);
    const reasons = [...service.reasons, archived.reason].filter((reason) => reason !== null);
    return resultOf(
      read.name,
      { ...given, ...service.given, ...archived.given },
      present,
      reasons.join('. '),
    );
  }

  /** What the row says of what services and registries tell; and what of it is not taken, and why. @param day Empty where it has no date. */
  function serviceValuesOf({ cells }: FileRow, cell: CellOf, present: Present | null, day: string) {
    const { times, at } = choices;
    const date = { text: day, at: timeIn(cells[times.expires ?? -1], at) };
    const lockCell = { text: cell('lock'), at: timeIn(cells[times.lock ?? -1], at) };
    const hostsCell = { text: cell('nameservers'), at: timeIn(cells[times.nameservers ?? -1], at) };
    const lock = fromCell(
      { read: lockOf(lockCell.text), ...lockCell },
      present?.lock ?? null,
      'This is no lock state',
    );
    const hosts = fromCell(
      { read: hostsOf(hostsCell.text), ...hostsCell },
      present?.nameservers ?? null,
      'These are no nameservers',
    );
    const expires = expiryOf(date, present);
    return {
      given: {
        ...(expires.taken && { expires: expires.taken }),
        ...(lock.taken && { lock: lock.taken }),
        ...(hosts.taken && { nameservers: hosts.taken }),
      },
      reasons: reasonsOf(lock, hosts, expires),
    };
  }

  const { headerRow } = choices;
  const filled = rows
    .slice(headerRow === null ? 0 : headerRow + 1)
    .filter(({ cells }) => cells.some((text) => text.trim() !== ''));
  return {
    rows: filled.map((row) => ({ line: row.line, ...reviewed(row, cellsOf(row, choices)) })),
    ambiguousDate,
  };
}

/** A domain that is archived already stays as it is. */
function archivedIn(
  text: string,
  present: Present | null,
  { at, restoresArchived }: Pick<Choices, 'at' | 'restoresArchived'>,
) {
  const read = cellArchived(text, at);
  const isTaken = read.kind === 'value' && !restoresArchived && present?.isArchived !== true;
  return {
    given: isTaken ? { archivedAt: read.value } : {},
    reason: read.kind === 'unreadable' ? `This does not say whether it is archived: ${text.trim()}` : null,
  };
}

/** A file has far fewer dates than rows, and a date is the dearest cell to read. */
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

const ordersOf = ({ dayFirst, monthFirst }: Extract<CellDate, { readonly kind: 'either' }>) => ({
  dayFirst,
  monthFirst,
});

/** Each of the texts that a person writes about a domain. */
export const textsOf = (make: (text: OwnText) => string): Readonly<Record<OwnText, string>> =>
  Object.fromEntries(ownTexts.map((text) => [text, make(text)])) as Record<OwnText, string>; // Each of its keys is in the list.

/** Empty where the cell has no date. */
function dayIn(date: CellDate, isDayFirst: boolean): string {
  if (date.kind === 'day') return date.day;
  return date.kind === 'either' ? (isDayFirst ? date.dayFirst : date.monthFirst) : '';
}

type CellOf = (field: ImportField) => string;

/** The text of a field's column; empty where there is none. A column of transfer codes is never read. */
const cellsOf =
  ({ cells }: FileRow, { fields, codes, isGuarded }: Choices): CellOf =>
  (field) => {
    const index = fields.indexOf(field);
    let text = index === -1 || codes.includes(index) ? '' : (cells[index] ?? '');
    if (index !== -1 && field === 'nameservers') text = hostsIn(cells, fields);
    return isGuarded ? withoutFormulaGuard(text) : text;
  };

/** Some files have a column for each nameserver. */
const hostsIn = (cells: FileRow['cells'], fields: Columns['fields']): string =>
  cells
    .filter((cell, index) => fields[index] === 'nameservers' && cellHosts(cell).kind !== 'blank')
    .join(', ');

/** Some files have the TLD beside the name, and some of those in the name too. */
function typedName(cell: CellOf): string {
  const [name, tld] = [cell('domain').trim(), cell('tld').trim().replace(/^\./, '')];
  const isWhole = tld === '' || name === '' || name.toLowerCase().endsWith(`.${tld.toLowerCase()}`);
  return isWhole ? name : `${name}.${tld}`;
}

type Given = Omit<ImportedRow, 'name'>;
type Own = Pick<Given, 'tags' | 'texts'>;

/** Registrars' files part them in several ways. */
const tagsIn = (cell: string, isOwn: boolean): readonly string[] => {
  const tags = isOwn ? listInCell(cell) : cell.split(/[,;|]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== '' && (isOwn || tag !== '-')))];
};

function problemOf({ tags, texts }: Own, present: Present | null): string | null {
  const long = tags.find(({ length }) => length > longestTag);
  if (long !== undefined) return `A tag has at most ${longestTag} characters: ${long.slice(0, longestTag)}…`;
  const longText = ownTexts.find((text) => (texts[text] ?? '').length > longestOwnTexts[text]);
  if (longText !== undefined) return `A ${longText} has at most ${longestOwnTexts[longText]} characters`;
  const all = new Set([...(present?.tags ?? []), ...tags]);
  return all.size > mostTags ? `A domain has at most ${mostTags} tags` : null;
}

const nothing: Present = {
  ...{ expiry: null, importedExpiry: null, lock: null, nameservers: null },
  ...{ tags: [], texts: textsOf(() => ''), isArchived: false },
};

interface FromCell<T> {
  readonly taken?: { readonly value: T; readonly at: string };
  /** Why nothing is taken of a cell that has something. */
  readonly misfit?: string;
  /** Since when it is known otherwise, which stays. */
  readonly keptSince?: string;
}

/** What a row says of the expiry. The date that a file gave before is not given again, whatever is shown meanwhile. */
function expiryOf(
  { text, at }: { readonly text: string; readonly at: string },
  present: Present | null,
): FromCell<string> {
  const { expiry = null, importedExpiry = null } = present ?? {};
  if (importedExpiry?.value === text) return {};
  const isImportNewer = importedExpiry !== null && importedExpiry.at > (expiry?.at ?? '');
  const read = text === '' ? ({ kind: 'blank' } as const) : ({ kind: 'value', value: text } as const);
  return fromCell({ read, text, at }, isImportNewer ? importedExpiry : expiry, '');
}

/** What a cell says of a value that services tell, where that is newer than what is known. */
function fromCell<T extends string | readonly string[]>(
  cell: { readonly read: CellValue<T>; readonly text: string; readonly at: string },
  stored: KnownValue<T> | null,
  misfit: string,
): FromCell<T> {
  if (cell.read.kind === 'blank') return {};
  if (cell.read.kind === 'unreadable') return { misfit: `${misfit}: ${cell.text.trim()}` };
  const taken = { value: cell.read.value, at: cell.at };
  const beside = importedBeside(stored, taken);
  if (beside === 'newer') return { taken };
  if (beside === 'same' || stored === null) return {};
  return { keptSince: `${sourceText(stored)} on ${stored.at.slice(0, 10)}, later than this file` };
}

/** What of a row is not taken, and why. */
function reasonsOf(
  lock: FromCell<unknown>,
  hosts: FromCell<unknown>,
  expires: FromCell<unknown>,
): readonly string[] {
  const isBoth = lock.keptSince !== undefined && lock.keptSince === hosts.keptSince;
  const kept = [
    ['Expiry', expires.keptSince],
    [isBoth ? 'Lock and nameservers' : 'Lock', lock.keptSince],
    ['Nameservers', isBoth ? undefined : hosts.keptSince],
  ] as const;
  return [
    ...[lock.misfit, hosts.misfit].filter((misfit) => misfit !== undefined),
    ...kept.flatMap(([what, since]) => (since === undefined ? [] : [`${what} kept: ${since}`])),
  ];
}

/** Never later than the file. */
const timeIn = (cell: string | undefined, fileAt: string): string =>
  cell !== undefined && isInstant(cell) && cell < fileAt ? cell : fileAt;

function resultOf(domain: string, given: Given, present: Present | null, reason: string): RowResult {
  const before = present ?? nothing;
  // A blank keeps what is stored.
  const changes = fieldsOf(before, given).filter(({ before: old, after }) => after !== '' && after !== old);
  if (given.isRestored === true) changes.push({ field: 'archived', before: 'archived', after: '' });
  if (given.archivedAt !== undefined) changes.push({ field: 'archived', before: '', after: 'archived' });
  const more = { ...(before.isArchived && { isArchived: true as const }), ...(reason !== '' && { reason }) };
  if (present !== null && changes.length === 0) return { result: 'unchanged', domain, ...more };
  return { result: present === null ? 'new' : 'changed', domain, changes, given, ...more };
}

/** Each value before the row, and what the row has in its place. */
function fieldsOf(before: Present, given: Given): readonly FieldChange[] {
  const tags = [...before.tags, ...given.tags.filter((tag) => !before.tags.includes(tag))];
  return [
    { field: 'expires', before: before.expiry?.value ?? '', after: given.expires?.value ?? '' },
    { field: 'lock', before: textOf(before.lock), after: textOf(given.lock) },
    { field: 'nameservers', before: textOf(before.nameservers), after: textOf(given.nameservers) },
    { field: 'tags', before: before.tags.join(', '), after: tags.join(', ') },
    ...ownTexts.map((field) => ({ field, before: before.texts[field], after: given.texts[field] ?? '' })),
  ];
}

const textOf = (taken: { readonly value: string | readonly string[] } | null | undefined): string =>
  taken == null ? '' : typeof taken.value === 'string' ? taken.value : taken.value.join(', ');
