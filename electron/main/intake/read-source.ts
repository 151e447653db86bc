import { assertNever } from '#shared/assert-never.ts';
import { ok, type Result } from '#shared/result.ts';
import { decodeText } from './bytes/decode-text.ts';
import { binaryKindOf, isZip } from './bytes/file-kind.ts';
import { type FileBytes, mostFileBytes, readFileBytes, tooLarge } from './bytes/read-file.ts';
import type { NameSource, ReadingChoices } from './nouns.ts';
import { readTable } from './read-table.ts';
import { type ReadRows, readText } from './read-text.ts';
import { refuse, type Refusal } from './refuse.ts';
import { cut, grouped } from './words.ts';
import { readWorkbook } from './workbook/read-workbook.ts';

/** A source's rows with everything that the report says of the way to them. */
export interface ReadSource {
  readonly rows: ReadRows;
  /** A file's name, or `pasted`. */
  readonly source: string;
  /** As the WHATWG Encoding Standard names it; empty where no bytes were decoded. */
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
      `This text has ${grouped(text.length)} characters; ${grouped(mostFileBytes)} are the most that are read. Split it.`,
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
