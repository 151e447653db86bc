import { assertNever, ok, type Result } from '#shared/result.ts';
import { cut } from '../../system/texts.ts';
import {
  binaryKindOf,
  decodeText,
  type FileBytes,
  isBinaryText,
  isZip,
  mostFileBytes,
  readFileBytes,
  tooLarge,
} from '../../tables/bytes.ts';
import {
  grouped,
  isBlank,
  listRows,
  type NameRow,
  type NameSource,
  type ReadingChoices,
  type Refusal,
  refuse,
  textLines,
} from './rows.ts';
import {
  type ColumnCell,
  csvTable,
  type Delimiter,
  delimiterOf,
  isTable,
  type Layout,
  layoutOf,
  type Table,
} from './name-column.ts';
import { readWorkbook } from '../../tables/workbook.ts';

/** The rows of a source and everything the report says about how they were read. */
export interface ReadSource {
  readonly rows: ReadRows;
  /** A file's name, or `pasted`. */
  readonly source: string;
  /** The name in the WHATWG Encoding Standard; empty if no bytes were decoded. */
  readonly encoding: string;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
}

/** Fails with: `invalid-input` (`file`, `text`, `encoding`, `column`, `sheet`). */
export async function readSource(
  source: NameSource,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Promise<Result<ReadSource, Refusal>> {
  switch (source.kind) {
    case 'text':
      return readPasted(source.text, knownTlds, choices);
    case 'bytes': {
      const fileName = cut(source.fileName, 200);
      if (source.bytes.length > mostFileBytes) return tooLarge(fileName, source.bytes.length);
      return readBytes({ fileName, bytes: source.bytes }, knownTlds, choices);
    }
    case 'file': {
      const file = await readFileBytes(source.path);
      return file.ok ? readBytes(file.value, knownTlds, choices) : file;
    }
    default:
      return assertNever(source);
  }
}

function readPasted(
  text: string,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Result<ReadSource, Refusal> {
  if (text.length > mostFileBytes) {
    return refuse(
      'text',
      `This text has ${grouped(text.length)} characters; the limit is ${grouped(mostFileBytes)}. Split it.`,
    );
  }
  const rows = readText({ text, fileName: '' }, knownTlds, choices);
  return rows.ok ? ok({ rows: rows.value, source: 'pasted', encoding: '', sheet: null, sheets: [] }) : rows;
}

async function readBytes(
  { fileName, bytes }: FileBytes,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Promise<Result<ReadSource, Refusal>> {
  if (bytes.length === 0) return refuse('file', `${fileName} is empty. Choose another file.`);
  if (isZip(bytes)) return readCells({ fileName, bytes }, knownTlds, choices);
  const binary = binaryKindOf(bytes);
  if (binary !== null) {
    return refuse(
      'file',
      `${fileName} is ${binary}, not a list of names. Choose a text file, a CSV or an Excel workbook (XLSX).`,
    );
  }
  const decoded = decodeText(bytes, choices.encoding);
  if (!decoded.ok) return decoded;
  const { text, encoding } = decoded.value;
  const rows = readText({ text, fileName }, knownTlds, choices);
  return rows.ok ? ok({ rows: rows.value, source: fileName, encoding, sheet: null, sheets: [] }) : rows;
}

async function readCells(
  { fileName, bytes }: FileBytes,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Promise<Result<ReadSource, Refusal>> {
  const workbook = await readWorkbook(bytes, fileName, choices.sheet);
  if (!workbook.ok) return workbook;
  const { table, sheet, sheets } = workbook.value;
  const read = readTable(table, knownTlds, choices);
  if (!read.ok) return read;
  return ok({ rows: { form: 'workbook', ...read.value }, source: fileName, encoding: '', sheet, sheets });
}

/** The rows of a source that should each be a name, and how they were found. */
interface ReadRows {
  readonly form: 'list' | 'table' | 'workbook';
  readonly rows: Iterable<NameRow>;
  /** Null for a list. */
  readonly layout: Layout | null;
}

interface TextSource {
  readonly text: string;
  /** Empty for pasted text. */
  readonly fileName: string;
}

/**
 * Reads names from text: a list or a table. A file named CSV or TSV is a table; for other text its contents decide, and
 * a chosen column makes it a table.
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
      `${called} is not text: it holds characters that text never has. Choose a file with names.`,
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

/** Null if the text is a list. */
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

interface TableNames {
  readonly layout: Layout;
  readonly rows: Iterable<NameRow>;
}

/** The names of one column of a table. Fails with: `invalid-input` (`column`, `file`, `text`). */
function readTable(
  table: Table,
  knownTlds: ReadonlySet<string>,
  choices: ReadingChoices,
): Result<TableNames, Refusal> {
  const layout = layoutOf(table, knownTlds, choices);
  if (!layout.ok) return layout;
  const cells = table.column(layout.value.column);
  if (!cells.ok) return cells;
  return ok({ layout: layout.value, rows: rowsOf(cells.value, layout.value.hasHeader) });
}

function* rowsOf(cells: readonly ColumnCell[], hasHeader: boolean): Generator<NameRow> {
  for (const { line, text } of hasHeader ? cells.slice(1) : cells)
    yield { line, text: text ?? '', note: null };
}
