import { listed } from '#shared/domain/counting.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import { cut } from '../../system/texts.ts';
import { delimiterByName, notesOn, openSource, type OpenedSource, tableOf } from '../../tables/read-table.ts';
import { isBlank, type Refusal, type Table, type TableSource, textLines } from '../../tables/table.ts';
import { expectedNames, isTable, type Layout, layoutOf } from './name-column.ts';
import { listRows, type NameRow, type ReadingChoices } from './rows.ts';

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
