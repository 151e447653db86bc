import { crc32, inflateRawSync } from 'node:zlib';
import { readSheet, SheetNotFoundError } from 'read-excel-file/universal';
import { z } from 'zod';
import { ok, type Result } from '#shared/result.ts';
import { cut } from '../system/texts.ts';
import type { FileBytes } from './bytes.ts';
import {
  type Expected,
  isEmptyRow,
  type Refusal,
  refuse,
  type Rows,
  rowsOf,
  sizeInWords,
  type TableRow,
} from './table.ts';

/** One sheet of a workbook. */
export interface Workbook {
  readonly rows: Rows;
  readonly sheet: string;
  /** The names of all sheets, in order. */
  readonly sheets: readonly string[];
  /** Why another sheet than the first with rows was read: sentences without their full stops. */
  readonly notes: readonly string[];
}

/**
 * Reads one sheet of an XLSX workbook. The parser gets an archive that we built ourselves: it decompresses only parts
 * that we have already decompressed and measured. It parses the sheet in one go, and holds it once.
 *
 * Cells as text: numbers as they are written in the file; a number that is formatted as a date, in either of Excel's date
 * systems, as the ISO date of its day, `2026-02-21`, without its time; a time of day alone as `1899-12-30`, the day that
 * Excel counts from; `true` and `false`; the result of a formula; an error as an empty cell.
 *
 * Limits: 256 MiB unpacked, 1,048,576 rows, 16,384 columns, 20 million cells.
 *
 * @param wanted A sheet's name; null for the first one with rows, or the first one with what is expected where that has only
 *   sentences.
 *
 * Fails with: `invalid-input` (`file`, `sheet`).
 */
export async function readWorkbook(
  file: FileBytes,
  wanted: string | null,
  expected: Expected,
): Promise<Result<Workbook, Refusal>> {
  const { fileName } = file;
  const parts = unpackWorkbook(file, expected);
  if (!parts.ok) return parts;
  if (!parts.value.every(({ name, bytes: xml }) => !isSheet(name) || isReadableExtent(xml))) {
    return refuse(
      'file',
      `${fileName} has a cell so far from the others that the sheet cannot be read. Save ${expected.part} as CSV.`,
    );
  }
  const sheets = await sheetNames(parts.value);
  if (sheets.length === 0) return brokenWorkbook(fileName);
  if (wanted !== null && !sheets.includes(wanted))
    return refuse(
      'sheet',
      `There is no sheet “${cut(wanted, 100)}” in ${fileName}. Choose one from the list.`,
    );
  return firstFilled(parts.value, { sheets, wanted, fileName, expected });
}

const isSheet = (name: string): boolean => name.startsWith('xl/worksheets/');

interface Wanted {
  readonly sheets: readonly string[];
  readonly wanted: string | null;
  readonly fileName: string;
  readonly expected: Expected;
}

async function firstFilled(
  parts: readonly ZipPart[],
  { sheets, wanted, fileName, expected }: Wanted,
): Promise<Result<Workbook, Refusal>> {
  const archive = storedZip(parts);
  let cover: Workbook | null = null;
  for (const sheet of wanted === null ? sheets : [wanted]) {
    const rows = await sheetRows(archive, sheets.indexOf(sheet));
    if (rows === null) return brokenWorkbook(fileName);
    const notes: readonly string[] = cover === null ? [] : [otherSheet(sheet, cover.sheet, expected)];
    const found: Workbook = { rows: rowsOf(() => filledRows(rows)), sheet, sheets, notes };
    const { head } = found.rows;
    if (head.length === 0) continue;
    const isRight = isExpected(head, expected) || (cover === null && !isCover(head));
    if (wanted !== null || isRight) return ok(found);
    cover ??= found;
  }
  return cover === null ? nothingIn(fileName, wanted) : ok(cover);
}

const nothingIn = (fileName: string, wanted: string | null): ReturnType<typeof refuse> =>
  wanted === null
    ? refuse('file', `${fileName} has nothing in its sheets. Choose another file.`)
    : refuse('sheet', `The sheet “${cut(wanted, 100)}” is empty. Choose another one.`);

const isExpected = (head: readonly TableRow[], { areTitles, isValue }: Expected): boolean =>
  head.some(({ cells }) => areTitles(cells) || cells.some(isValue));

/** A sheet of sentences, such as who made the workbook. */
function isCover(head: readonly TableRow[]): boolean {
  const filled = head.flatMap(({ cells }) => cells.filter((cell) => cell.trim() !== ''));
  return filled.filter((cell) => /\S\s+\S/.test(cell)).length * 2 >= filled.length;
}

const otherSheet = (sheet: string, cover: string, { contents }: Expected): string =>
  `The sheet “${cut(sheet, 100)}” was read: “${cut(cover, 100)}” before it has no ${contents}`;

/** The rows that are not empty; their texts are made one row at a time. */
function* filledRows(rows: ParsedRows): Generator<TableRow, void> {
  for (const [index, parsed] of rows.entries()) {
    const cells = parsed.map(textOf);
    if (!isEmptyRow(cells)) yield { line: index + 1, cells };
  }
}

/** Excel's own limit. Source: Excel specifications and limits. */
const mostRows = 1_048_576;
const mostColumns = 16_384;
/** The parser pads rows to the widest one: a single cell far to the right costs as much as a full sheet. */
const mostCells = 20_000_000;

/**
 * Whether the extent of a sheet is small enough to read it whole: for a cell at row 4,000,000,000 the parser would
 * create all rows before it. Checks every cell address in the XML, with any quotes and any prefix.
 */
function isReadableExtent(xml: Uint8Array): boolean {
  const text = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1');
  let rows = 0;
  let columns = 0;
  for (const [, letters = '', figures = ''] of text.matchAll(/\sr\s*=\s*["']([^"'\d]*)([^"']*)["']/g)) {
    const row = Number(figures);
    if (!Number.isInteger(row) || row > mostRows) return false;
    rows = Math.max(rows, row);
    columns = Math.max(columns, columnOf(letters));
  }
  return columns <= mostColumns && rows * columns <= mostCells;
}

/** `A` is 1, `XFD` is 16,384; for text that is no address, a number beyond every column. */
function columnOf(letters: string): number {
  if (!/^[A-Z]{0,3}$/.test(letters)) return Number.POSITIVE_INFINITY;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/**
 * The XML of a sheet with an address in each row and cell: some programs write them in order, and leave the addresses out (ECMA-376
 * part 1, 18.3.1.4: `r` is optional), which the parser does not read.
 */
function withAddresses(xml: Uint8Array): Uint8Array {
  const text = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1');
  if (!/<(?:\w+:)?c(?=[\s/>])(?![^>]*\sr\s*=)/.test(text)) return xml;
  let row = 0;
  let column = 0;
  const addressed = text.replace(
    /<((?:\w+:)?(row|c))(?=[\s/>])([^>]*)/g,
    (whole, tag: string, kind: string, rest: string) => {
      const address = /\sr\s*=\s*["']([^"'\d]*)(\d*)["']/.exec(rest);
      if (kind === 'row') {
        row = address === null ? row + 1 : Number(address[2]);
        column = 0;
      } else column = address === null ? column + 1 : columnOf(address[1] ?? '');
      if (address !== null) return whole;
      return `<${tag} r="${kind === 'row' ? '' : lettersOf(column)}${row}"${rest}`;
    },
  );
  return Buffer.from(addressed, 'latin1');
}

const lettersOf = (column: number): string =>
  column === 0
    ? ''
    : `${lettersOf(Math.floor((column - 1) / 26))}${String.fromCharCode(65 + ((column - 1) % 26))}`;

/** The rows of a sheet as the parser gives them, including empty ones. */
type ParsedRows = readonly (readonly unknown[])[];

/** Null if the parser cannot read the workbook. */
async function sheetRows(archive: ArrayBuffer, index: number): Promise<ParsedRows | null> {
  const read = await attempt(() => readSheet(archive, index + 1, { parseNumber: String, trim: false }));
  return read.rows ?? null;
}

const noSuchSheet = '\u0000';
const missing = z.object({ sheets: z.array(z.string()) });

/**
 * The names of a workbook's sheets, in order; empty if none can be read. The parser lists them only in the error for a
 * missing sheet, so a sheet is requested by a name that no sheet can have.
 */
async function sheetNames(parts: readonly ZipPart[]): Promise<readonly string[]> {
  const index = parts.filter(({ name }) => indexParts.has(name));
  const { thrown } = await attempt(() => readSheet(storedZip(index), noSuchSheet));
  return thrown instanceof SheetNotFoundError ? missing.parse(thrown).sheets : [];
}

const indexParts: ReadonlySet<string> = new Set(['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']);

/**
 * Every error of the parser is treated as a problem of the workbook: it throws plain errors, and fails on missing
 * parts.
 */
async function attempt<T>(read: () => Promise<T>): Promise<{ readonly rows?: T; readonly thrown?: unknown }> {
  try {
    return { rows: await read() };
  } catch (thrown) {
    return { thrown };
  }
}

/** See {@link readWorkbook}. */
const textOf = (cell: unknown): string => {
  if (typeof cell === 'string') return cell;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'boolean' || typeof cell === 'number' ? String(cell) : '';
};

interface ZipPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A ZIP archive without compression, so that the parser decompresses it to exactly these bytes.
 *
 * Source: PKWARE APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.16.
 */
function storedZip(parts: readonly ZipPart[]): ArrayBuffer {
  const names = parts.map(({ name }) => new TextEncoder().encode(name));
  const sizes = parts.map(({ bytes }, index) => bytes.length + (names[index]?.length ?? 0));
  const local = sizes.reduce((sum, size) => sum + 30 + size, 0);
  const directory = names.reduce((sum, name) => sum + 46 + name.length, 0);
  const archive = new Uint8Array(local + directory + 22);
  const view = new DataView(archive.buffer);
  let at = 0;
  let entryAt = local;
  parts.forEach(({ bytes }, index) => {
    const name = names[index] ?? new Uint8Array();
    view.setUint32(entryAt, 0x02014b50, true);
    view.setUint16(entryAt + 4, 20, true);
    view.setUint32(entryAt + 42, at, true);
    writeFields(view, entryAt + 6, name, bytes);
    archive.set(name, entryAt + 46);
    entryAt += 46 + name.length;
    view.setUint32(at, 0x04034b50, true);
    writeFields(view, at + 4, name, bytes);
    archive.set(name, at + 30);
    archive.set(bytes, at + 30 + name.length);
    at += 30 + name.length + bytes.length;
  });
  view.setUint32(entryAt, 0x06054b50, true);
  view.setUint16(entryAt + 8, parts.length, true);
  view.setUint16(entryAt + 10, parts.length, true);
  view.setUint32(entryAt + 12, directory, true);
  view.setUint32(entryAt + 16, local, true);
  return archive.buffer;
}

/**
 * The fields that both headers of a part share: version, flags (names in UTF-8), method 0, no time, checksum, sizes.
 */
function writeFields(view: DataView, at: number, name: Uint8Array, bytes: Uint8Array): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x0800, true);
  view.setUint32(at + 10, crc32(bytes), true);
  view.setUint32(at + 14, bytes.length, true);
  view.setUint32(at + 18, bytes.length, true);
  view.setUint16(at + 22, name.length, true);
}

/** Limit for all XML parts of a workbook together. A sheet of a million names has about 100 MB. */
const mostUnpackedBytes = 256 * 1_024 * 1_024;

/**
 * The XML parts of a workbook. Each is decompressed against what remains of the limit, so that an archive with false or
 * missing sizes cannot exhaust the memory.
 *
 * Fails with: `invalid-input` (`file`) for a broken archive, one with a password, a ZIP bomb, or an archive that is no
 * workbook.
 */
export function unpackWorkbook(
  { fileName, bytes }: FileBytes,
  expected: Expected,
  most: number = mostUnpackedBytes,
): Result<readonly ZipPart[], Refusal> {
  const entries = zipEntries(bytes);
  if (entries === null) return brokenWorkbook(fileName);
  if (!entries.some(({ name }) => name === 'xl/workbook.xml'))
    return refuse('file', otherArchive(entries, fileName, expected.contents));
  const parts: ZipPart[] = [];
  let left = most;
  for (const entry of entries.filter(isNeeded)) {
    if (entry.isEncrypted)
      return refuse(
        'file',
        `${fileName} is password-protected. Save it without a password and choose it again.`,
      );
    const part = unpacked(bytes, entry, left);
    if (part === 'too-large') {
      return refuse(
        'file',
        `${fileName} unpacks to more than ${sizeInWords(most)}, which is too large. Save ${expected.part} as CSV.`,
      );
    }
    if (part === null) return brokenWorkbook(fileName);
    left -= part.length;
    parts.push({ name: entry.name, bytes: isSheet(entry.name) ? withAddresses(part) : part });
  }
  return ok(parts);
}

const brokenWorkbook = (fileName: string): ReturnType<typeof refuse> =>
  refuse(
    'file',
    `${fileName} is damaged or not an Excel workbook. Open it in a spreadsheet and save it again as XLSX or CSV.`,
  );

const isNeeded = ({ name }: ZipEntry): boolean =>
  name.startsWith('xl/') && (name.endsWith('.xml') || name.endsWith('.xml.rels'));

function unpacked(bytes: Uint8Array, entry: ZipEntry, most: number): Uint8Array | 'too-large' | null {
  const packed = packedBytes(bytes, entry);
  if (packed === null) return null;
  if (entry.method === 0) return packed.length > most ? 'too-large' : packed;
  if (entry.method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    return thrown.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : null;
  }
}

function otherArchive(entries: readonly ZipEntry[], fileName: string, contents: string): string {
  const has = (start: string): boolean => entries.some(({ name }) => name.startsWith(start));
  if (has('word/')) return `${fileName} is a Word document. Copy the ${contents} out of it and paste them.`;
  if (has('ppt/'))
    return `${fileName} is a PowerPoint presentation. Copy the ${contents} out of it and paste them.`;
  if (has('xl/workbook.bin')) return `${fileName} is a binary Excel workbook. Save it as XLSX or CSV.`;
  if (has('content.xml')) return `${fileName} is an OpenDocument file. Save it as XLSX or CSV.`;
  if (has('Index/')) return `${fileName} is a Numbers or Pages document. Export it as CSV.`;
  return `${fileName} is a ZIP archive. Unpack it and choose the file with the ${contents}.`;
}

/** A part of a ZIP archive as listed in its central directory. */
interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedSize: number;
  /** Offset of its local header. */
  readonly at: number;
}

const mostEntries = 10_000;

/**
 * The parts of a ZIP archive, read from its central directory; null if there is none that can be read. The uncompressed
 * sizes in the directory are not read: they may be false.
 *
 * Source: PKWARE APPNOTE 6.3.10, 4.3.12 and 4.3.16. ZIP64 archives exceed the size limit of an import anyway.
 */
function zipEntries(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) return null;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameLength = view.getUint16(at + 28, true);
    // Some programs on Windows part the folders with backslashes, against APPNOTE 4.4.17.
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    entries.push({
      name: name.replaceAll('\\', '/'),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      packedSize: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The compressed bytes of an entry; null if they are incomplete. */
function packedBytes(bytes: Uint8Array, { at, packedSize }: ZipEntry): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) return null;
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return start + packedSize > bytes.length ? null : bytes.subarray(start, start + packedSize);
}

/**
 * Offset of the end-of-central-directory record. It is at the end of the file, before a comment of at most 65,535
 * bytes.
 */
function endOfDirectory(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - 22 - 65_535);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  return null;
}
