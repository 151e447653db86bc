import { inEnglish, listed } from '#shared/domain/counting.ts';
import { assertNever, ok, type Result } from '#shared/result.ts';
import { cut } from '../system/texts.ts';
import {
  binaryKindOf,
  type FileBytes,
  isBinaryText,
  isZip,
  mostFileBytes,
  readFileBytes,
  tooLarge,
} from './bytes.ts';
import { type DecodedText, decodeText, readIn } from './encodings.ts';
import { delimitedRows, delimiterOf, withoutRowQuotes } from './delimited.ts';
import {
  type Delimiter,
  type Expected,
  headColumns,
  isBlank,
  type Refusal,
  refuse,
  type Rows,
  type Table,
  type TableChoices,
  type TableRow,
  type TableSource,
} from './table.ts';
import { type JsonTable, jsonTable } from './json-rows.ts';
import { readWorkbook } from './workbook.ts';

/** A source that was read and decoded. Whether text is a table is for the caller to say: it may be a list. */
export type OpenedSource = OpenedText | OpenedWorkbook;

interface OpenedText extends Pick<DecodedText, 'isMarked' | 'alternatives'> {
  readonly kind: 'text';
  readonly text: string;
  /** At most 200 characters; null for pasted text. */
  readonly fileName: string | null;
  /** The name in the WHATWG Encoding Standard; null for pasted text. */
  readonly encoding: string | null;
  /** Null where the text is no JSON. */
  readonly json: JsonTable | null;
  /** What is to be said of how the source was read as a whole: sentences without their full stops. */
  readonly notes: readonly string[];
  /** What parts its first lines; null where nothing does, so that it is a list or a table of one column. */
  readonly delimiter: Delimiter | null;
}

interface OpenedWorkbook {
  readonly kind: 'workbook';
  /** At most 200 characters. */
  readonly fileName: string;
  readonly rows: Rows;
  readonly sheet: string;
  /** The names of all sheets, in order. */
  readonly sheets: readonly string[];
  /** As of a text. */
  readonly notes: readonly string[];
}

/** What is to be said of how a source was read: sentences. */
export const notesOn = (from: OpenedSource): readonly string[] => from.notes.map((note) => `${note}.`);

const [mostSamples, longestSample] = [3, 80];

/** The encodings in which a text is as likely written, the one in which it was read first, each with cells that differ, as they read in it. */
export type Encodings = readonly { readonly encoding: string; readonly samples: readonly string[] }[];

/** @param cells Those that matter. Empty where all of them read the same in every encoding. */
export function encodingsOf(from: OpenedSource, cells: () => Iterable<string>): Encodings {
  if (from.kind === 'workbook' || from.encoding === null || from.alternatives.length === 0) return [];
  const different = new Set<string>();
  const all = [...new Set(cells())];
  const others = from.alternatives.filter((other) => {
    const found = all.filter((cell) => readIn(other, cell) !== cell);
    for (const cell of found.slice(0, mostSamples)) different.add(cell);
    return found.length > 0;
  });
  if (others.length === 0) return [];
  const samplesIn = (read: (cell: string) => string): readonly string[] =>
    [...different].slice(0, mostSamples).map((cell) => cut(read(cell.trim()), longestSample));
  return [
    { encoding: from.encoding, samples: samplesIn((cell) => cell) },
    ...others.map((other) => ({
      encoding: other.encoding,
      samples: samplesIn((cell) => readIn(other, cell)),
    })),
  ];
}

/** A table and the source that it was read from. */
export interface ReadTable {
  readonly source: OpenedSource;
  readonly table: Table;
}

/**
 * Reads a table from a file or a text: a CSV, TSV or other delimited text, JSON, or one sheet of an XLSX workbook. Text without
 * a delimiter is a table of one column.
 *
 * Limits: 64 MiB for a file, the same number of characters for pasted text; 1 MB for a row of text; for a workbook, what
 * `workbook.ts` says. A workbook is parsed in one go, which blocks its thread: call this on a job thread, and end that
 * to stop it.
 *
 * Fails with: `invalid-input` (`file`, `text`, `encoding`, `sheet`).
 */
export async function readTable(
  from: TableSource,
  choices: TableChoices,
  expected: Expected,
): Promise<Result<ReadTable, Refusal>> {
  const source = await openSource(from, choices, expected);
  if (!source.ok) return source;
  const table = await tableOf(source.value, choices, expected);
  return table.ok ? ok({ source: source.value, table: table.value }) : table;
}

/**
 * The first half of {@link readTable}: the text of a source, or the rows of a workbook.
 *
 * Fails with: `invalid-input` (`file`, `text`, `encoding`, `sheet`).
 */
export async function openSource(
  from: TableSource,
  choices: TableChoices,
  expected: Expected,
): Promise<Result<OpenedSource, Refusal>> {
  switch (from.kind) {
    case 'text':
      return openPasted(from.text, expected);
    case 'bytes': {
      const fileName = cut(from.fileName, 200);
      if (from.bytes.length > mostFileBytes) return tooLarge(fileName, from.bytes.length);
      return openBytes({ fileName, bytes: from.bytes }, choices, expected);
    }
    case 'file': {
      const file = await readFileBytes(from.path, expected.contents);
      return file.ok ? openBytes(file.value, choices, expected) : file;
    }
    default:
      return assertNever(from);
  }
}

function openPasted(text: string, expected: Expected): Result<OpenedText, Refusal> {
  if (text.length > mostFileBytes) {
    return refuse(
      'text',
      `This text has ${inEnglish.count(text.length)} characters; the limit is ${inEnglish.count(mostFileBytes)}. Split it.`,
    );
  }
  const pasted = { text, fileName: null, encoding: null, isMarked: false, alternatives: [] };
  return openText(pasted, expected);
}

async function openBytes(
  file: FileBytes,
  choices: TableChoices,
  expected: Expected,
): Promise<Result<OpenedSource, Refusal>> {
  const { fileName, bytes } = file;
  if (bytes.length === 0) return refuse('file', `${fileName} is empty. Choose another file.`);
  if (isZip(bytes)) {
    const workbook = await readWorkbook(file, choices.sheet, expected);
    return workbook.ok ? ok({ kind: 'workbook', fileName, ...workbook.value }) : workbook;
  }
  const binary = binaryKindOf(bytes);
  if (binary !== null) {
    return refuse(
      'file',
      `${fileName} is ${binary}, not a list of ${expected.contents}. Choose a text file, a CSV or an Excel workbook (XLSX).`,
    );
  }
  const decoded = decodeText(bytes, choices.encoding);
  return decoded.ok ? openText({ fileName, ...decoded.value }, expected) : decoded;
}

type DecodedSource = Pick<OpenedText, 'text' | 'fileName' | 'encoding' | 'isMarked' | 'alternatives'>;

function openText(opened: DecodedSource, { contents }: Expected): Result<OpenedText, Refusal> {
  const { text, fileName } = opened;
  const field = fieldOf(opened);
  const called = fileName ?? 'This text';
  if (isBlank(text)) return refuse(field, emptyWords(opened, contents));
  if (isBinaryText(text))
    return refuse(
      field,
      `${called} is not text: it holds characters that text never has. Choose a file with ${contents}.`,
    );
  if (/^\s*(?:<!doctype html|<html|<\?xml)/i.test(text.slice(0, 1_000)))
    return refuse(
      field,
      `${called} is a web page or an XML file, not a list. Copy the ${contents} out of it and paste them.`,
    );
  const json = jsonTable(text);
  if (json !== null && 'problem' in json) return refuse(field, `${called} ${json.problem}.`);
  const unquoted = json === null ? withoutRowQuotes(text) : null;
  const notes = unquoted === null ? (json?.notes ?? []) : [rowsInQuotes];
  const read = { ...opened, text: unquoted ?? text };
  return ok({ kind: 'text', ...read, json, notes, delimiter: delimiterOf(read.text) });
}

const rowsInQuotes = 'Each row stood in quotes as a whole: what is in them was read as its cells';

const fieldOf = ({ fileName }: DecodedSource): 'file' | 'text' => (fileName === null ? 'text' : 'file');

const emptyWords = ({ fileName, text }: DecodedSource, contents: string): string => {
  if (fileName === null) return `There is nothing to read. Type or paste ${contents} first.`;
  return text === ''
    ? `${fileName} is empty. Choose another file.`
    : `${fileName} holds empty lines only. Choose another file.`;
};

/**
 * The second half of {@link readTable}: what was opened, as a table.
 *
 * Fails with: `invalid-input` (`file`, `text`) if one of the first rows is too long.
 */
export async function tableOf(
  source: OpenedSource,
  { hasHeader }: TableChoices,
  expected: Expected,
): Promise<Result<Table, Refusal>> {
  if (source.kind === 'workbook')
    return ok({ format: 'workbook', delimiter: null, ...headedBy(source.rows, hasHeader, expected) });
  const { text, json } = source;
  if (json !== null) {
    const rows = withBadCells(text, json.rows);
    const chosen = hasHeader ?? (json.hasTitles || null);
    return ok({ format: 'json', delimiter: null, ...headedBy(rows, chosen, expected) });
  }
  const delimiter = source.delimiter ?? delimiterByName(source.fileName) ?? ',';
  const delimited = await delimitedRows(text, delimiter, fieldOf(source));
  if (!delimited.ok) return delimited;
  const rows = withBadCells(text, delimited.value);
  return ok({ format: 'delimited', delimiter, ...headedBy(rows, hasHeader, expected) });
}

/** Rows with a note where cells have bytes that are no characters in this encoding: they were read as U+FFFD. */
function withBadCells(text: string, { head, read }: Rows): Rows {
  if (!text.includes('\uFFFD')) return { head, read };
  const noted = (row: TableRow): TableRow => {
    const bad = row.cells.flatMap((cell, index) =>
      cell.includes('\uFFFD') ? [`column ${inEnglish.count(index + 1)} (${cut(cell, 80)})`] : [],
    );
    if (bad.length === 0) return row;
    const words = `Not readable in this encoding: ${listed(bad)}`;
    return { ...row, note: row.note === undefined ? words : `${row.note}. ${words}` };
  };
  return { head: head.map(noted), read: (take, skipped) => read((row) => take(noted(row)), skipped) };
}

/** The delimiter of a file that is a table by its name: CSV or TSV. */
export const delimiterByName = (fileName: string | null): Delimiter | null =>
  fileName === null ? null : /\.csv$/i.test(fileName) ? ',' : /\.(?:tsv|tab)$/i.test(fileName) ? '\t' : null;

function headedBy(
  { head, read }: Rows,
  chosen: boolean | null,
  expected: Expected,
): Pick<Table, 'hasHeader' | 'head' | 'read'> {
  const hasHeader = chosen ?? isHeader(head, expected);
  return { hasHeader, head, read: (take) => read(take, hasHeader ? 1 : 0) };
}

/**
 * A first row is a header if its titles are known words, or if it alone differs in kind from a column whose other cells
 * are nearly all alike.
 */
function isHeader(head: readonly TableRow[], { areTitles, isValue }: Expected): boolean {
  const [first, ...others] = head;
  if (first === undefined || first.cells.some(isValue)) return false;
  if (areTitles(first.cells)) return true;
  if (others.length === 0) return false;
  return first.cells.slice(0, headColumns).some((cell, index) => {
    const title = cell.trim();
    if (title === '') return false;
    const cells = others.map((row) => row.cells[index] ?? '');
    return cells.filter(isValue).length >= cells.length * 0.8 || (!isFigure(title) && mostlyFigures(cells));
  });
}

/** One or two rows of numbers could be names that happen to be numeric. */
const fewestFigures = 3;

const mostlyFigures = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length >= fewestFigures && filled.filter(isFigure).length >= filled.length * 0.9;
};

/** A number, a price, a percentage or a date: the contents of columns with serial numbers, costs or dates. */
const isFigure = (cell: string): boolean =>
  /^[-+]?(?:[€$£]\s?)?\d[\d.,\u00a0 ]*(?:\s?(?:%|[€$£]|EUR|USD|GBP))?$/.test(cell.trim()) ||
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/.test(cell.trim());
