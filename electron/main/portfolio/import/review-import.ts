import { stat } from 'node:fs/promises';
import { inEnglish } from '#shared/domain/counting.ts';
import { type ImportField, rowResults } from '#shared/domain/domain-parts.ts';
import { knownTldSet, readBack } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { hostOf } from '../../lookups/name-lists/read-name.ts';
import { cut, invalidInput } from '../../system/texts.ts';
import { encodingsOf, notesOn, type OpenedSource, readTable } from '../../tables/read-table.ts';
import {
  type Expected,
  isDomainLike,
  type Refusal,
  type Table,
  type TableChoices,
  type TableSource,
} from '../../tables/table.ts';
import { withoutFormulaGuard } from '../../export/formats.ts';
import { registrableName } from '../typed-names.ts';
import { columnsOf, type Columns, ownPanel } from './columns.ts';
import { type Present, previewOf, type ReviewedRow, textsOf } from './preview.ts';
import { pastedSource, type ReviewedImport, rowsPerPage } from './reviewed.ts';
import type { FileRow } from './rows.ts';

/** What the user chose; what is null is recognised from the contents. */
export interface ImportChoices extends Pick<TableChoices, 'encoding' | 'sheet'> {
  /**
   * Columns by their title, by their number from 1 as a text, or by their index; and what is taken from each. The others stay as
   * recognised.
   */
  readonly mapping: readonly { readonly column: string | number; readonly field: ImportField | null }[];
  /** Whether the day stands before the month. */
  readonly isDayFirst: boolean | null;
  /** Whether archived domains of the file become active again. */
  readonly restoresArchived: boolean;
  /** Of an export over several accounts, only the domains of the account with this label there. */
  readonly ofAccount?: string | null;
}

/** The columns that were chosen for earlier files, by `Columns.signature`: a JSON list of fields. */
export type Mappings = readonly { readonly signature: string; readonly fields: string }[];

/** The input of the import's thread. */
export interface ImportTask {
  readonly source: TableSource;
  readonly choices: ImportChoices;
  readonly mappings: Mappings;
  readonly knownTlds: readonly string[];
  /** The account's domains, as the workspace lists them: JSON texts of lists. */
  readonly pages: readonly string[];
  /** Of pasted text, what it says is as old as this. */
  readonly now: string;
  /** The expiries that imports gave before: lines of a name, `YYYY-MM-DD` and its instant, parted by spaces. */
  readonly imported: string;
}

/** The whole table is looked at: a line of words may stand above the titles. */
const expected: Expected = {
  contents: 'domains',
  part: 'the sheet with the domains',
  areTitles: () => false,
  isValue: isDomainLike,
};

/** Reads a file of domains and compares it with the portfolio. Fails with: `invalid-input`. */
export async function reviewImport(task: ImportTask): Promise<Result<ReviewedImport, Refusal>> {
  const { source, choices } = task;
  const opened = await readTable(source, { ...choices, hasHeader: false }, expected);
  if (!opened.ok) return opened;
  const { table, source: from } = opened.value;
  const rows = await table.read((row) => row);
  if (!rows.ok) return rows;
  const { head, format } = table;
  const at = await timeOf(source, task.now);
  const isResaved = from.kind === 'workbook' || from.isMarked;
  const reviewed = compared(task, { rows: rows.value, head, format, at, isResaved, said: notesOn(from) });
  const asOf = at === task.now ? null : at;
  return mapOk(reviewed, ({ headerRow, ...review }) => {
    const encodings = encodingsOf(from, () => takenCells(rows.value, headerRow, review.fields));
    return { ...review, ...aboutSource(from), asOf, encodings };
  });
}

/** What another encoding would change: the titles, and the cells of which something is taken. */
const takenCells = (
  rows: readonly FileRow[],
  headerRow: number | null,
  fields: Columns['fields'],
): readonly string[] =>
  rows.flatMap(({ cells }, row) =>
    cells.filter((_, column) => row === headerRow || (fields[column] ?? null) !== null),
  );

interface Opened extends Pick<Table, 'head' | 'format'> {
  readonly rows: readonly FileRow[];
  /** The time that the file is of. */
  readonly at: string;
  /** Whether a spreadsheet saved it, if it was written by this application. */
  readonly isResaved: boolean;
  /** What is to be said of its source. */
  readonly said: readonly string[];
}

type OfSource = Pick<ReviewedImport, 'source' | 'encoding' | 'sheet' | 'sheets'>;
type About = OfSource & Pick<ReviewedImport, 'asOf' | 'encodings'>;

const aboutSource = (from: OpenedSource): OfSource => ({
  source: from.fileName ?? pastedSource,
  encoding: from.kind === 'text' ? from.encoding : null,
  sheet: from.kind === 'workbook' ? from.sheet : null,
  sheets: from.kind === 'workbook' ? from.sheets : [],
});

function compared(
  task: ImportTask,
  { rows: read, head, format, at, isResaved, said }: Opened,
): Result<Omit<ReviewedImport, keyof About> & Pick<Columns, 'headerRow'>, Refusal> {
  const { isDayFirst, restoresArchived, mapping, ofAccount = null } = task.choices;
  const recognised = columnsOf(
    head.map(({ cells }) => cells),
    at,
  );
  const isOwn = recognised.panel === ownPanel;
  const { rows, repaired } = withoutDamage(read, isOwn, isResaved);
  const titles = titlesOf(recognised, rows);
  const remembered = rememberedFields(recognised, task.mappings);
  const proposed = remembered === null ? recognised : { ...recognised, fields: remembered, doubts: [] };
  const taken = chosenFields(proposed, titles, mapping);
  if (!taken.ok) return taken;
  const { fields, doubts } = taken.value;
  const layout = { ...recognised, fields, doubts };
  const isGuarded = isOwn && format !== 'json';
  const accounts = isOwn ? rowsOfAccounts(recognised, titles, rows, isGuarded) : noAccounts;
  const chosen = ofAccount === null ? rows : accounts.get(ofAccount);
  if (chosen === undefined) return invalidInput('file', noAccount(ofAccount ?? '', [...accounts.keys()]));
  const preview = previewOf(
    fields.includes('domain') ? chosen : [],
    { ...layout, isDayFirst, restoresArchived, at, isOwn, isGuarded, isDelimited: format === 'delimited' },
    knownOf(task),
  );
  // A slip of who chose it, and nothing that the file needs.
  if (preview.contradiction !== null) return invalidInput('column', otherOrder(preview.contradiction));
  const samples = samplesOf(recognised, rows);
  const unused = unusedOf(layout, samples);
  return ok({
    ...packed(preview.rows),
    ambiguousDate: preview.ambiguousDate,
    isDayFirst,
    panel: recognised.panel,
    signature: recognised.signature,
    titles,
    samples,
    fields,
    doubts,
    unused,
    notes: [...said, ...repaired, ...notesOf(layout, unused, titles, rows, preview.rows), ...preview.notes],
    codes: recognised.codes,
    headerRow: recognised.headerRow,
    accounts: accounts.size > 1 ? [...accounts.keys()] : [],
    isRemembered: remembered !== null,
  });
}

/**
 * A spreadsheet that opens this application's UTF-8 as another encoding saves `SÃ¶hne`. It does that to the whole file: where most
 * cells that are not ASCII read back as UTF-8, all that do are read back.
 */
function withoutDamage(rows: readonly FileRow[], isOwn: boolean, isResaved: boolean) {
  if (!isOwn || !isResaved) return { rows, repaired: [] };
  const texts = new Set(rows.flatMap(({ cells }) => cells.filter((cell) => /[^\p{ASCII}]/u.test(cell))));
  const meant = new Map<string, string>();
  for (const text of texts) {
    const before = readBack(text);
    if (before !== null) meant.set(text, before);
  }
  const [first] = meant;
  if (first === undefined || meant.size * 2 <= texts.size) return { rows, repaired: [] };
  const repaired = `A spreadsheet had read this file in another encoding and saved it so, which was undone: ${isolated(cut(first[0], 80))} is ${isolated(cut(first[1], 80))}.`;
  return {
    rows: rows.map((row) => ({ ...row, cells: row.cells.map((cell) => meant.get(cell) ?? cell) })),
    repaired: [repaired],
  };
}

const otherOrder = ({ line, text }: { readonly line: number; readonly text: string }): string =>
  `The date ${cut(text, 40)} in line ${line} does not fit the order of day and month that was chosen. Choose the other one.`;

const noAccounts: ReadonlyMap<string, readonly FileRow[]> = new Map();

const noAccount = (label: string, labels: readonly string[]): string =>
  labels.length === 0
    ? 'Only an export of this program says which account a domain is of. Choose all accounts.'
    : `There are no domains of “${label}” in this file. It has those of: ${labels.join(', ')}.`;

/** The rows of each account that the file names, each with the rows down to the titles. */
function rowsOfAccounts(
  { headerRow }: Columns,
  titles: readonly string[],
  rows: readonly FileRow[],
  isGuarded: boolean,
): ReadonlyMap<string, FileRow[]> {
  const column = titles.findIndex((title) => title.toLowerCase() === 'account');
  const first = (headerRow ?? -1) + 1;
  const labels = new Map<string, FileRow[]>();
  for (const row of rows.slice(first)) {
    const cell = row.cells[column] ?? '';
    const label = isGuarded ? withoutFormulaGuard(cell) : cell;
    if (label === '') continue;
    const others = labels.get(label);
    if (others === undefined) labels.set(label, [...rows.slice(0, first), row]);
    else others.push(row);
  }
  return labels;
}

/** When a file was saved; now, where that is not known. */
async function timeOf(source: TableSource, now: string): Promise<string> {
  const savedMs =
    source.kind === 'file'
      ? await stat(source.path).then(
          ({ mtimeMs }) => mtimeMs,
          () => null, // It was read before: whatever it is now, its rows are here.
        )
      : source.kind === 'bytes'
        ? (source.savedMs ?? null)
        : null;
  return savedMs === null ? now : new Date(Math.min(savedMs, Date.parse(now))).toISOString();
}

const titlesOf = ({ headerRow, fields }: Columns, rows: readonly FileRow[]): readonly string[] => {
  const cells = headerRow === null ? [] : (rows[headerRow]?.cells ?? []);
  return fields.map((_, index) => cells[index]?.replace(/^\uFEFF/, '').trim() || String(index + 1));
};

const [mostSamples, longestSample] = [3, 80];

function samplesOf(
  { headerRow, fields, codes }: Columns,
  rows: readonly FileRow[],
): ReviewedImport['samples'] {
  const first = rows.slice((headerRow ?? -1) + 1).slice(0, 50);
  return fields.map((_, index) => {
    if (codes.includes(index)) return [];
    const texts = new Set(
      first.map(({ cells }) => (cells[index] ?? '').trim()).filter((text) => text !== ''),
    );
    return [...texts].slice(0, mostSamples).map((text) => cut(text, longestSample));
  });
}

/** Null where nothing was chosen for such a file, or that does not fit it. */
function rememberedFields(
  { signature, fields, codes }: Columns,
  mappings: Mappings,
): Columns['fields'] | null {
  const found = signature === '' ? undefined : mappings.find((each) => each.signature === signature);
  if (found === undefined) return null;
  // Written by `apply`, of columns with the same titles.
  const written = JSON.parse(found.fields) as Columns['fields'] | ChosenFields;
  const { fields: chosen, of } = 'of' in written ? written : { fields: written, of: firstFields };
  if (chosen.length !== fields.length || !codes.every((index) => chosen[index] === null)) return null;
  return chosen.map((field, index) => {
    const recognised = fields[index] ?? null;
    return field === null && recognised !== null && !of.includes(recognised) ? recognised : field;
  });
}

/** The fields that were chosen, and those that there were to choose from: others are proposed as recognised. */
export interface ChosenFields {
  readonly fields: Columns['fields'];
  readonly of: readonly string[];
}

/** Where they are not written down. */
const firstFields: readonly string[] = ['domain', 'tld', 'expires', 'tags', 'client', 'note'];

/**
 * A field is taken from one column, the one that was chosen last; nameservers from all that were chosen. Where all but one of the
 * columns in doubt were chosen for something else, it is that one.
 */
function chosenFields(
  { fields, codes, doubts }: Columns,
  titles: readonly string[],
  mapping: ImportChoices['mapping'],
): Result<Pick<Columns, 'fields' | 'doubts'>, Refusal> {
  const chosen = [...fields];
  const settled = new Set<number>();
  for (const { column, field } of mapping) {
    const index = indexOf(column, titles);
    if (index < 0 || index >= titles.length)
      return invalidInput('column', `There is no column "${column}". There are: ${titles.join(', ')}.`);
    if (codes.includes(index))
      return invalidInput('column', `"${column}" looks like transfer codes: such a column is never read.`);
    const isSet = field === 'nameservers';
    chosen.forEach((each, at) => each === field && !isSet && (chosen[at] = null));
    for (const at of isSet ? namesakesOf(index, titles) : [index]) chosen[at] = field;
    settled.add(index);
  }
  const open = doubts
    .filter(({ field }) => !chosen.includes(field))
    .map(({ field, columns }) => ({ field, columns: columns.filter((index) => !settled.has(index)) }));
  for (const { field, columns } of open) if (columns.length === 1) chosen[columns[0] ?? 0] = field;
  return ok({ fields: chosen, doubts: open.filter(({ columns }) => columns.length > 1) });
}

/** A file may have a title several times. */
const namesakesOf = (index: number, titles: readonly string[]): readonly number[] =>
  titles.flatMap((title, at) => (title === titles[index] ? [at] : []));

/** The columns that have something of which nothing is taken. */
const unusedOf = (
  { panel, fields, codes, doubts, reasons }: Columns,
  samples: ReviewedImport['samples'],
): ReviewedImport['unused'] =>
  fields.flatMap((field, column) =>
    field === null &&
    panel !== ownPanel &&
    !codes.includes(column) &&
    samples[column]?.length !== 0 &&
    !doubts.some(({ columns }) => columns.includes(column))
      ? [{ column, why: reasons[column] ?? null }]
      : [],
  );

function notesOf(
  { fields, doubts, headerRow, panel }: Columns,
  unused: ReviewedImport['unused'],
  titles: readonly string[],
  rows: readonly FileRow[],
  reviewed: readonly ReviewedRow[],
): readonly string[] {
  const named = unused.map(({ column, why }) => `${titles[column] ?? ''}${why === null ? '' : ` (${why})`}`);
  const isDated = fields.includes('expires') || doubts.some(({ field }) => field === 'expires');
  const line = panel === null && headerRow !== null && headerRow > 0 ? rows[headerRow]?.line : undefined;
  const marked = reviewed.filter(isMarked).map((row) => row.line);
  const notes: readonly (readonly [isSaid: boolean, note: string])[] = [
    [!isDated && unused.length > 0, 'No column was taken for the expiry.'],
    [named.length > 0, `Not used: ${named.join(', ')}.`],
    [line !== undefined, `The titles are in line ${line ?? 1}; the lines above it are skipped.`],
    [marked.length > 0, `To look at first: ${linesText(marked)}.`],
  ];
  return notes.flatMap(([isSaid, note]) => (isSaid ? [note] : []));
}

/** How many lines are named. */
const mostLines = 5;

/** "lines 4, 1,209 and 3 more". */
function linesText(lines: readonly number[]): string {
  const named = lines.slice(0, mostLines).map(inEnglish.count).join(', ');
  const more = lines.length - mostLines;
  return `${lines.length > 1 ? 'lines' : 'line'} ${named}${more > 0 ? ` and ${inEnglish.count(more)} more` : ''}`;
}

const isMarked = (row: ReviewedRow): boolean =>
  row.result === 'skipped' ? !('isRepeated' in row) : 'isPartly' in row;

function indexOf(column: string | number, titles: readonly string[]): number {
  if (typeof column === 'number') return column;
  const byTitle = titles.findIndex((title) => title.toLowerCase() === column.toLowerCase());
  const number = /^\d{1,4}$/.test(column) ? Number(column) - 1 : -1;
  return byTitle === -1 ? number : byTitle;
}

function packed(
  rows: readonly ReviewedRow[],
): Pick<ReviewedImport, 'pages' | 'results' | 'counts' | 'archived' | 'toMend' | 'order'> {
  const counts = { new: 0, changed: 0, unchanged: 0, skipped: 0 };
  for (const { result } of rows) counts[result] += 1;
  const pages = Array.from({ length: Math.ceil(rows.length / rowsPerPage) }, (_, page) =>
    JSON.stringify(rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage)),
  );
  const archived = rows.filter((row) => 'isArchived' in row).length;
  const marks = rows.map(isMarked);
  const places = [...rows.keys()];
  const mended = rows.filter((row, at) => marks[at] === true && !('isLeftOut' in row));
  const skipped = mended.filter(({ result }) => result === 'skipped').length;
  return {
    pages,
    results: Uint8Array.from(rows, ({ result }) => rowResults.indexOf(result)),
    counts,
    archived,
    order: Uint32Array.from(
      [true, false].flatMap((isFirst) => places.filter((_, at) => marks[at] === isFirst)),
    ),
    toMend:
      mended[0] === undefined ? null : { skipped, partly: mended.length - skipped, line: mended[0].line },
  };
}

/** Written by the workspace, which checked it. */
type Stored = Pick<Present, 'tags' | 'lock' | 'nameservers'> &
  Present['texts'] & {
    readonly name: string;
    readonly archivedAt: string | null;
    readonly expiresOn: Present['expiry'];
    readonly transferredAway: { readonly value: boolean } | null;
  };

function knownOf({ knownTlds, pages, imported }: ImportTask): Parameters<typeof previewOf>[2] {
  const tlds = knownTldSet(knownTlds);
  const dates = new Map<string, Present['importedExpiry']>();
  for (const line of imported.split('\n')) {
    const [name = '', value = '', at = ''] = line.split(' ');
    dates.set(name, { value, at, source: 'import' });
  }
  const present = new Map<string, Present>();
  const clients = new Set<string>();
  for (const page of pages) {
    for (const {
      name,
      tags,
      lock,
      nameservers,
      expiresOn,
      archivedAt,
      transferredAway,
      ...texts
    } of JSON.parse(page) as Stored[]) {
      clients.add(texts.client);
      present.set(name, {
        tags,
        lock,
        nameservers,
        texts: textsOf((text) => texts[text]),
        isArchived: archivedAt !== null,
        isAway: transferredAway?.value === true,
        expiry: expiresOn,
        importedExpiry: dates.get(name) ?? null,
      });
    }
  }
  return {
    nameIn: (text) => registrableName(hostOf(text).text, tlds),
    clients,
    present: (name) => present.get(name) ?? null,
  };
}
