import { ok, type Result } from '#shared/result.ts';
import { isBinaryText } from './bytes/file-kind.ts';
import type { ReadingChoices } from './nouns.ts';
import { isBlank, listRows } from './list/list-rows.ts';
import { textLines } from './list/text-lines.ts';
import { readTable } from './read-table.ts';
import { refuse, type Refusal } from './refuse.ts';
import type { NameRow } from './row.ts';
import type { Layout } from './table/choose-column.ts';
import { csvTable } from './table/csv-table.ts';
import { type Delimiter, delimiterOf } from './table/delimiter.ts';
import { isTable } from './table/is-table.ts';
import type { Table } from './table/table-row.ts';

/** The rows of a source that should each be a name, and how they were found. */
export interface ReadRows {
  readonly form: 'list' | 'table' | 'workbook';
  readonly rows: Iterable<NameRow>;
  /** Null for a list. */
  readonly layout: Layout | null;
}

export interface TextSource {
  readonly text: string;
  /** Empty for what was pasted. */
  readonly fileName: string;
}

/**
 * Reads names out of text: a list or a table. A file called CSV or TSV is a table; of other text, what it looks like
 * decides, and a chosen column makes a table of it.
 *
 * Fails with: `invalid-input` (`file`, `text`, `column`).
 */
export function readText(
  { text, fileName }: TextSource,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Result<ReadRows, Refusal> {
  const field = fileName === '' ? 'text' : 'file';
  const called = fileName === '' ? 'This text' : fileName;
  if (isBlank(text)) return refuse(field, emptyWords(fileName, text));
  if (isBinaryText(text))
    return refuse(
      field,
      `${called} is no text: it holds characters that no text has. Choose a file with names.`,
    );
  if (/^\s*(?:<!doctype html|<html|<\?xml)/i.test(text.slice(0, 1_000)))
    return refuse(
      field,
      `${called} is a web page or an XML file, not a list. Copy the names out of it and paste them.`,
    );
  const table = tableIn(text, fileName, knownTlds, choices);
  if (table === null) return ok(readList(text, choices));
  if (!table.ok) return table;
  const read = readTable(table.value, knownTlds, choices);
  return read.ok ? ok({ form: 'table', ...read.value }) : read;
}

const emptyWords = (fileName: string, text: string): string => {
  if (fileName === '') return 'There is nothing to read. Type or paste names first.';
  return text === ''
    ? `${fileName} is empty. Choose another file.`
    : `${fileName} holds empty lines only. Choose another file.`;
};

const readList = (text: string, choices: ReadingChoices): ReadRows => ({
  form: 'list',
  rows: listRows(text, choices.hasHeader === true),
  layout: null,
});

/** Null where the text is a list. */
function tableIn(
  text: string,
  fileName: string,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Result<Table, Refusal> | null {
  const field = fileName === '' ? 'text' : 'file';
  const delimiter = delimiterOf(text);
  if (choices.column !== null) return csvTable(text, delimiter ?? ',', field);
  const named = delimiterByName(fileName);
  if (named !== null && !isOneLine(text)) return csvTable(text, delimiter ?? named, field);
  if (delimiter === null) return null;
  const table = csvTable(text, delimiter, field);
  return table.ok && isTable(table.value, knownTlds) ? table : null;
}

const delimiterByName = (fileName: string): Delimiter | null =>
  /\.csv$/i.test(fileName) ? ',' : /\.(?:tsv|tab)$/i.test(fileName) ? '\t' : null;

function isOneLine(text: string): boolean {
  let lines = 0;
  for (const { text: line } of textLines(text)) {
    if (!isBlank(line)) lines += 1;
    if (lines > 1) return false;
  }
  return true;
}
