import { knownTldSet } from '#shared/domain/domain-name.ts';
import { ok, type Result } from '#shared/result.ts';
import { hostOf } from '../../lookups/name-lists/read-name.ts';
import { invalidInput } from '../../system/texts.ts';
import { readTable } from '../../tables/read-table.ts';
import type { Expected, Refusal, TableChoices, TableSource } from '../../tables/table.ts';
import { registrableName } from '../typed-names.ts';
import { columnsOf, type Columns, type ImportField } from './columns.ts';
import { type FileRow, type Present, type Preview, previewOf } from './preview.ts';

/** What the user chose; what is null is recognised from the contents. */
export interface ImportChoices extends Pick<TableChoices, 'encoding' | 'sheet'> {
  /** Columns by their title or their number, from 1, and what is taken from each; the others stay as recognised. */
  readonly mapping: readonly { readonly column: string; readonly field: ImportField | null }[];
  /** Whether the day stands before the month. */
  readonly isDayFirst: boolean | null;
}

/** The input of the import's thread. */
export interface ImportTask {
  readonly source: TableSource;
  readonly choices: ImportChoices;
  readonly knownTlds: readonly string[];
  /** The account's domains, as the workspace lists them: JSON texts of lists. */
  readonly pages: readonly string[];
  /** The expiries that imports gave before: lines of a name, a space and `YYYY-MM-DD`. */
  readonly imported: string;
}

/** A file that was compared with the portfolio; nothing of it is stored. */
export interface ReviewedImport extends Preview, Pick<Columns, 'panel' | 'fields'> {
  /** A file's name, or `pasted`. */
  readonly source: string;
  /** Of each column; numbers where the file has no titles. */
  readonly titles: readonly string[];
  /** Titles of columns that look like transfer codes, which are never read. */
  readonly codes: readonly string[];
}

/** The whole table is looked at: a line of words may stand above the titles. */
const expected: Expected = {
  contents: 'domains',
  part: 'the sheet with the domains',
  areTitles: () => false,
  isValue: () => false,
};

/** Reads a file of domains and compares it with the portfolio. Fails with: `invalid-input`. */
export async function reviewImport(task: ImportTask): Promise<Result<ReviewedImport, Refusal>> {
  const { source, choices } = task;
  const opened = await readTable(source, { ...choices, hasHeader: false }, expected);
  if (!opened.ok) return opened;
  const { table, source: from } = opened.value;
  const rows = await table.read(({ line, cells }): FileRow => ({ line, cells }));
  if (!rows.ok) return rows;
  const recognised = columnsOf(table.head.map(({ cells }) => cells));
  const titles = titlesOf(recognised, rows.value);
  const fields = chosenFields(recognised, titles, choices.mapping);
  if (!fields.ok) return fields;
  if (!fields.value.includes('domain'))
    return invalidInput(
      'column',
      'None of the columns holds domains. Say which one does, such as "Name=domain".',
    );
  const columns = { ...recognised, fields: fields.value };
  const preview = previewOf(rows.value, { ...columns, isDayFirst: choices.isDayFirst }, knownOf(task));
  return ok({
    ...preview,
    source: from.fileName ?? 'pasted',
    panel: recognised.panel,
    titles,
    fields: fields.value,
    codes: recognised.codes.map((index) => titles[index] ?? ''),
  });
}

const titlesOf = ({ headerRow, fields }: Columns, rows: readonly FileRow[]): readonly string[] => {
  const cells = headerRow === null ? [] : (rows[headerRow]?.cells ?? []);
  return fields.map((_, index) => cells[index]?.replace(/^\uFEFF/, '').trim() || String(index + 1));
};

/** A field is taken from one column: the one that was chosen last. */
function chosenFields(
  { fields, codes }: Columns,
  titles: readonly string[],
  mapping: ImportChoices['mapping'],
): Result<Columns['fields'], Refusal> {
  const chosen = [...fields];
  for (const { column, field } of mapping) {
    const number = /^\d{1,4}$/.test(column) ? Number(column) - 1 : -1;
    const byTitle = titles.findIndex((title) => title.toLowerCase() === column.toLowerCase());
    const index = byTitle === -1 ? number : byTitle;
    if (index < 0 || index >= titles.length)
      return invalidInput('column', `There is no column "${column}". There are: ${titles.join(', ')}.`);
    if (codes.includes(index))
      return invalidInput('column', `"${column}" looks like transfer codes: such a column is never read.`);
    chosen.forEach((each, at) => each === field && (chosen[at] = null));
    chosen[index] = field;
  }
  return ok(chosen);
}

/** Written by the workspace, which checked it. */
type Stored = Pick<Present, 'tags' | 'note'> & {
  readonly name: string;
  readonly expiresOn: { readonly value: string } | null;
};

function knownOf({ knownTlds, pages, imported }: ImportTask): Parameters<typeof previewOf>[2] {
  const tlds = knownTldSet(knownTlds);
  const dates = new Map(imported.split('\n').map((line) => line.split(' ') as [string, string]));
  const present = new Map<string, Present>();
  for (const page of pages) {
    for (const { name, tags, note, expiresOn } of JSON.parse(page) as Stored[])
      present.set(name, { tags, note, expires: dates.get(name) ?? expiresOn?.value ?? null });
  }
  return {
    nameIn: (text) => registrableName(hostOf(text).text, tlds),
    present: (name) => present.get(name) ?? null,
  };
}
