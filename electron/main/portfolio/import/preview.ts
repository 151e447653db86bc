import type { LockState } from '#shared/changes/parts.ts';
import { inEnglish, listedFirst } from '#shared/domain/counting.ts';
import { longestOwnTexts, type OwnText, ownTexts, plainClient } from '#shared/domain/domain-parts.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { importedBeside, type Known as KnownValue, sourceText } from '#shared/domain/portfolio.ts';
import { cut } from '../../system/texts.ts';
import type { ImportedRow } from '../../workspace/repositories/domain-imports.ts';
import { isBelow } from '../typed-names.ts';
import { cellArchived, type CellValue, isInstant } from './cells.ts';
import type { Columns } from './columns.ts';
import type { ExpiryInCell, PlacedDate } from './dates.ts';
import {
  type CellReaders,
  createCellReaders,
  type FileChoices,
  type FileRow,
  longestWords,
  type NameIn,
  type ReadRow,
  type ReadRows,
  readRows,
  statusText,
  tagsIn,
} from './rows.ts';

/** What the portfolio has of a domain before an import. */
export interface Present {
  /** The expiry that is shown: `YYYY-MM-DD`. */
  readonly expiry: KnownValue<string> | null;
  /** The one that an import gave before, shown or not. */
  readonly importedExpiry: KnownValue<string> | null;
  readonly tags: readonly string[];
  readonly texts: Readonly<Record<OwnText, string>>;
  readonly isArchived: boolean;
  /** Whether the service said that it was transferred away. */
  readonly isAway: boolean;
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

interface RowRemarks {
  readonly isArchived: true;
  /** What of the row is not taken, and why; and what is kept. */
  readonly reason: string;
  /** Not all that the row has could be taken. */
  readonly isPartly: true;
}

/** What an import makes of a row. */
export type RowResult =
  | ({
      readonly result: 'new' | 'changed';
      readonly domain: string;
      readonly changes: readonly FieldChange[];
      readonly given: Given;
    } & Partial<RowRemarks>)
  | ({ readonly result: 'unchanged'; readonly domain: string } & Partial<RowRemarks>)
  /** `domain`: as the file has it. */
  | {
      readonly result: 'skipped';
      readonly domain: string;
      readonly reason: string;
      /** Another row has all of this one: nothing is missing. */
      readonly isRepeated?: true;
      /** By its status the domain is not held: nothing is to be mended. */
      readonly isLeftOut?: true;
    };

export type ReviewedRow = RowResult & { readonly line: number };

export interface Preview {
  readonly rows: readonly ReviewedRow[];
  /** The first date whose day and month could be swapped. Nothing is imported before somebody says which stands first. */
  readonly ambiguousDate: AmbiguousDate | null;
  /** The first date that the order which was chosen does not fit, where none fits it better. */
  readonly contradiction: Pick<PlacedDate, 'line' | 'text'> | null;
  /** What the rows have told of the whole file, each a sentence: the order of the dates, what becomes of each status. */
  readonly notes: readonly string[];
}

export interface AmbiguousDate {
  readonly line: number;
  readonly text: string;
  readonly dayFirst: string;
  readonly monthFirst: string;
}

export interface Choices extends FileChoices {
  /** Whether archived domains of the file become active again. */
  readonly restoresArchived: boolean;
  /** The columns that say so of each domain: those of this application's own files. */
  readonly times: Columns['times'];
}

export interface Known {
  readonly nameIn: NameIn;
  /** Whose domains the portfolio has. */
  readonly clients: Iterable<string>;
  /** Null where the portfolio does not have the domain. */
  readonly present: (name: string) => Present | null;
}

/** How many tags a domain can have, and how long each can be. */
const [mostTags, longestTag] = [20, 40];

/** Compares the rows of a file with the portfolio. Pure: nothing is stored. */
export function previewOf(rows: readonly FileRow[], choices: Choices, known: Known): Preview {
  const readers = createCellReaders();
  const read = readRows(rows, choices, known.nameIn, readers);
  const clients = createClients(known.clients);
  const tools = { ...readers, clientOf: (text: string) => (choices.isOwn ? text : clients.of(text)) };
  const reviewed = read.rows.map((row) => ({ line: row.line, ...reviewedRow(row, choices, known, tools) }));
  const { doubt, contradiction } = read.dates;
  return {
    rows: reviewed,
    ambiguousDate: doubt && {
      line: doubt.line,
      text: doubt.text,
      dayFirst: doubt.dayFirst,
      monthFirst: doubt.monthFirst,
    },
    contradiction: contradiction && { line: contradiction.line, text: contradiction.text },
    notes: [...dateNotes(read), ...statusNotes(read.rows, reviewed), ...clients.notes()],
  };
}

interface Tools extends CellReaders {
  /** The client that a cell names. */
  readonly clientOf: (text: string) => string;
}

/** How many clients are named. */
const mostClients = 5;

/** Case, spaces and signs make no other client: the name that is known is taken, or the first in the file. */
function createClients(known: Iterable<string>) {
  const exact = new Set(known);
  const byPlain = new Map([...exact].map((name) => [plainClient(name), name]));
  const others = new Map<string, string>();
  return {
    of(text: string): string {
      const plain = plainClient(text);
      if (plain === '' || exact.has(text)) return text;
      const found = byPlain.get(plain);
      if (found === undefined) byPlain.set(plain, text);
      else if (found !== text) others.set(text, found);
      return found ?? text;
    },
    notes(): readonly string[] {
      if (others.size === 0) return [];
      const words = [...others].map(([from, to]) => `${isolated(from)} as ${isolated(to)}`);
      return [`Clients taken as they are known: ${listedFirst(words, mostClients, inEnglish)}.`];
    },
  };
}

function reviewedRow(row: ReadRow, choices: Choices, known: Known, readers: Tools): RowResult {
  const { named, typed, repeated } = row;
  const skipped = (...reasons: readonly string[]) =>
    ({ result: 'skipped', domain: typed, reason: sentences(reasons) }) as const;
  if (named.name === null) return skipped(...row.reasons, named.reason);
  if (repeated !== null)
    return { ...skipped(repeated.reason), ...(repeated.isEqual && { isRepeated: true as const }) };
  const present = known.present(named.name);
  if (present === null && isLeftOut(row))
    return { ...skipped(...row.reasons, `Skipped: its status is ${statusText(row)}`), isLeftOut: true };
  if (present !== null && (row.holding === 'never' || isOfBefore(row, present, choices.at)))
    return resultOf(named.name, { tags: [], texts: {} }, present, {
      missing: [`Nothing of it is taken: its status is ${statusText(row)}, and the portfolio knows of more`],
      kept: [],
    });
  return taken(named.name, row, present, choices, readers);
}

function taken(
  name: string,
  row: ReadRow,
  present: Present | null,
  choices: Choices,
  readers: Tools,
): RowResult {
  const isGone = hasLeft(row);
  const own = ownValues(row, present, choices, readers);
  const isRestored = choices.restoresArchived && present?.isArchived === true && !isGone;
  const service = serviceValuesOf(row, present, choices, readers);
  const archived = archivedIn(row.cell('archived'), present, choices, isGone);
  const given = {
    tags: own.tags,
    texts: own.texts,
    ...(isRestored && { isRestored: true as const }),
    ...service.given,
    ...archived.given,
  };
  const below = isBelow(row.typed, name) ? [`The file has ${cut(row.typed, longestWords)}`] : [];
  const missing = [...row.reasons, ...own.reasons, ...service.missing, ...archived.reasons];
  return resultOf(name, given, present, { missing, kept: [...below, ...service.kept] });
}

const sentences = (reasons: readonly string[]): string => reasons.join('. ');

const hasLeft = ({ holding }: ReadRow): boolean => holding === 'gone' || holding === 'cancelled';

/** What was never held is left out; so is what was cancelled before there was an expiry. */
const isLeftOut = ({ holding, expiry }: ReadRow): boolean =>
  holding === 'never' || (holding === 'cancelled' && expiry.kind !== 'value');

/** Whether a row of a domain that has left may tell of an earlier registration than the one that is known. */
function isOfBefore(row: ReadRow, { expiry, isArchived, isAway }: Present, at: string): boolean {
  if (!hasLeft(row) || isArchived || isAway || expiry === null) return false;
  return expiry.at > at || (row.expiry.kind === 'value' && row.expiry.value < expiry.value);
}

/** What the row says of what services and registries tell; and what of it is not taken, and why. */
function serviceValuesOf(
  { cells, cell, expiry }: ReadRow,
  present: Present | null,
  { times, at }: Choices,
  { lockOf, hostsOf }: CellReaders,
) {
  const atOf = (column: number | undefined): string => timeIn(cells[column ?? -1], at);
  const lock = fromCell(
    { read: lockOf(cell('lock')), text: cell('lock'), at: atOf(times.lock) },
    present?.lock ?? null,
    'This is no lock state',
  );
  const hosts = fromCell(
    { read: hostsOf(cell('nameservers')), text: cell('nameservers'), at: atOf(times.nameservers) },
    present?.nameservers ?? null,
    'These are no nameservers',
  );
  const expires = expiryOf({ expiry, at: atOf(times.expires) }, present);
  return {
    given: {
      ...(expires.taken && { expires: expires.taken }),
      ...(lock.taken && { lock: lock.taken }),
      ...(hosts.taken && { nameservers: hosts.taken }),
    },
    ...reasonsOf(lock, hosts, expires),
  };
}

/** A domain that is archived already stays as it is, and one that was transferred away needs no archive. */
function archivedIn(
  text: string,
  present: Present | null,
  { at, restoresArchived }: Choices,
  isGone: boolean,
) {
  const read = cellArchived(text, at);
  const since = read.kind === 'value' && !restoresArchived ? read.value : isGone ? at : null;
  const isTaken = since !== null && present?.isArchived !== true && !(isGone && present?.isAway === true);
  const misfit = `This does not say whether it is archived: ${cut(text.trim(), longestWords)}`;
  return {
    given: isTaken ? { archivedAt: since } : {},
    reasons: read.kind === 'unreadable' ? [misfit] : [],
  };
}

/** What was found out of the dates of the file. */
function dateNotes({ dates: { order, proof }, serial }: ReadRows): readonly string[] {
  const date = serial?.date.kind === 'serial' ? serial.date.day : '';
  return [
    ...(proof === null || order === null
      ? []
      : [`Dates are read ${order}: line ${proof.line} has ${cut(proof.text, longestWords)}.`]),
    ...(serial === null
      ? []
      : [`${serial.text} in line ${serial.line} is read as ${date}, as spreadsheets count days.`]),
  ];
}

/** How many statuses are named. */
const mostStatuses = 12;

/** What becomes of the rows of each status; nothing where all are held. */
function statusNotes(rows: readonly ReadRow[], reviewed: readonly RowResult[]): readonly string[] {
  const counts = new Map<string, { readonly status: string; readonly fate: string; rows: number }>();
  for (const [index, row] of rows.entries()) {
    const [status, result] = [statusText(row), reviewed[index]];
    if (status === '' || row.repeated !== null || row.named.name === null || result === undefined) continue;
    const fate = fateOf(result);
    const counted = counts.get(`${status}\n${fate}`) ?? { status, fate, rows: 0 };
    counts.set(`${status}\n${fate}`, { ...counted, rows: counted.rows + 1 });
  }
  const all = [...counts.values()];
  if (all.every(({ fate }) => fate === 'held')) return [];
  const words = all.map(
    ({ status, fate, rows: of }) => `${isolated(status)} (${inEnglish.count(of)} ${fate})`,
  );
  return [`By status: ${listedFirst(words, mostStatuses, inEnglish)}.`];
}

function fateOf(result: RowResult): 'held' | 'archived' | 'skipped' {
  if (result.result === 'skipped') return 'skipped';
  const given = 'given' in result ? result.given : { tags: [], texts: {} };
  const isArchived =
    given.archivedAt !== undefined || (result.isArchived === true && given.isRestored !== true);
  return isArchived ? 'archived' : 'held';
}

/** Each of the texts that a person writes about a domain. */
export const textsOf = (make: (text: OwnText) => string): Readonly<Record<OwnText, string>> =>
  Object.fromEntries(ownTexts.map((text) => [text, make(text)])) as Record<OwnText, string>; // Each of its keys is in the list.

type Given = Omit<ImportedRow, 'name'>;

/** What a person wrote of a domain, as far as there is room for it; and what is cut or left out. */
function ownValues({ cell }: ReadRow, present: Present | null, { isOwn }: Choices, { clientOf }: Tools) {
  const reasons: string[] = [];
  const leaveOut = (what: string, why: string, text: string): void => {
    reasons.push(`${what}, as ${why}: ${cut(text, longestWords)}`);
  };
  let room = mostTags - (present?.tags ?? []).length;
  const tags = tagsIn(cell('tags'), isOwn).filter((tag) => {
    const isThere = present?.tags.includes(tag) === true;
    const isShort = tag.length <= longestTag;
    if (!isThere && isShort) room -= 1;
    if (!isShort) leaveOut('Tag not taken', `a tag has at most ${longestTag} characters`, tag);
    else if (!isThere && room < 0) leaveOut('Tag not taken', `a domain has at most ${mostTags} tags`, tag);
    return isThere || (isShort && room >= 0);
  });
  const texts = textsOf((text) => {
    const given = isOwn ? cell(text) : cell(text).trim();
    const most = longestOwnTexts[text];
    if (given.length <= most) return text === 'client' ? clientOf(given) : given;
    const why = `it has at most ${inEnglish.count(most)} characters`;
    leaveOut(text === 'note' ? 'Note cut' : 'Client not taken', why, given);
    // The beginning of a client's name would be another client.
    return text === 'note' ? cut(given, most) : '';
  });
  return { tags, texts, reasons };
}

const nothing: Present = {
  expiry: null,
  importedExpiry: null,
  lock: null,
  nameservers: null,
  tags: [],
  texts: textsOf(() => ''),
  isArchived: false,
  isAway: false,
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
  { expiry: read, at }: { readonly expiry: ExpiryInCell; readonly at: string },
  present: Present | null,
): FromCell<string> {
  const { expiry = null, importedExpiry = null } = present ?? {};
  // Why it is not read is said with the row.
  if (read.kind !== 'value' || importedExpiry?.value === read.value) return {};
  const isImportNewer = importedExpiry !== null && importedExpiry.at > (expiry?.at ?? '');
  return fromCell({ read, text: read.value, at }, isImportNewer ? importedExpiry : expiry, '');
}

/** What a cell says of a value that services tell, where that is newer than what is known. */
function fromCell<T extends string | readonly string[]>(
  cell: { readonly read: CellValue<T>; readonly text: string; readonly at: string },
  stored: KnownValue<T> | null,
  misfit: string,
): FromCell<T> {
  if (cell.read.kind === 'blank') return {};
  if (cell.read.kind === 'unreadable') return { misfit: `${misfit}: ${cut(cell.text.trim(), longestWords)}` };
  const taken = { value: cell.read.value, at: cell.at };
  const beside = importedBeside(stored, taken);
  if (beside === 'newer') return { taken };
  if (beside === 'same' || stored === null) return {};
  return { keptSince: `${sourceText(stored)} on ${stored.at.slice(0, 10)}, later than this file` };
}

/** Why a row is not taken as it is. */
interface Reasons {
  /** What could not be taken. */
  readonly missing: readonly string[];
  /** What is known otherwise, or is taken as something else. */
  readonly kept: readonly string[];
}

function reasonsOf(lock: FromCell<unknown>, hosts: FromCell<unknown>, expires: FromCell<unknown>): Reasons {
  const isBoth = lock.keptSince !== undefined && lock.keptSince === hosts.keptSince;
  const kept = [
    ['Expiry', expires.keptSince],
    [isBoth ? 'Lock and nameservers' : 'Lock', lock.keptSince],
    ['Nameservers', isBoth ? undefined : hosts.keptSince],
  ] as const;
  return {
    missing: [lock.misfit, hosts.misfit].filter((misfit) => misfit !== undefined),
    kept: kept.flatMap(([what, since]) => (since === undefined ? [] : [`${what} kept: ${since}`])),
  };
}

/** Never later than the file. */
const timeIn = (cell: string | undefined, fileAt: string): string =>
  cell !== undefined && isInstant(cell) && cell < fileAt ? cell : fileAt;

function resultOf(
  domain: string,
  given: Given,
  present: Present | null,
  { missing, kept }: Reasons,
): RowResult {
  const reasons = [...missing, ...kept];
  const before = present ?? nothing;
  // A blank keeps what is stored.
  const changes = fieldsOf(before, given).filter(({ before: old, after }) => after !== '' && after !== old);
  if (given.isRestored === true) changes.push({ field: 'archived', before: 'archived', after: '' });
  if (given.archivedAt !== undefined) changes.push({ field: 'archived', before: '', after: 'archived' });
  const more = {
    ...(before.isArchived && { isArchived: true as const }),
    ...(reasons.length > 0 && { reason: sentences(reasons) }),
    ...(missing.length > 0 && { isPartly: true as const }),
  };
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
