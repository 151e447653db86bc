import { ok, type Result } from '#shared/result.ts';
import { refuse, type Refusal } from '../refuse.ts';
import { headRows, isEmptyRow, type Table, type TableRow } from '../table/table-row.ts';
import { cut } from '../words.ts';
import { isReadableExtent } from './sheet-extent.ts';
import { sheetNames, sheetRows } from './sheet-reader.ts';
import { storedZip, type ZipPart } from './stored-zip.ts';
import { brokenWorkbook, unpackWorkbook } from './unpack.ts';

/** One sheet of a workbook as a table. */
export interface Workbook {
  readonly table: Table;
  readonly sheet: string;
  /** All of them, in order. */
  readonly sheets: readonly string[];
}

/**
 * Reads one sheet of an XLSX workbook. The reader is handed an archive of our own making: what it unpacks is what we
 * unpacked and measured.
 *
 * @param wanted A sheet's name; null for the first one that has rows.
 *
 * Fails with: `invalid-input` (`file`, `sheet`).
 */
export async function readWorkbook(
  bytes: Uint8Array,
  fileName: string,
  wanted: string | null,
): Promise<Result<Workbook, Refusal>> {
  const parts = unpackWorkbook(bytes, fileName);
  if (!parts.ok) return parts;
  if (!parts.value.every(({ name, bytes: xml }) => !isSheet(name) || isReadableExtent(xml))) {
    return refuse(
      'file',
      `${fileName} has a cell so far out that the sheet cannot be read. Save the column with the names as CSV.`,
    );
  }
  const sheets = await sheetNames(parts.value);
  if (sheets.length === 0) return brokenWorkbook(fileName);
  if (wanted !== null && !sheets.includes(wanted))
    return refuse('sheet', `There is no sheet “${cut(wanted, 100)}” in ${fileName}. Choose one of the list.`);
  return firstFilled(parts.value, sheets, wanted, fileName);
}

const isSheet = (name: string): boolean => name.startsWith('xl/worksheets/');

async function firstFilled(
  parts: readonly ZipPart[],
  sheets: readonly string[],
  wanted: string | null,
  fileName: string,
): Promise<Result<Workbook, Refusal>> {
  const archive = storedZip(parts);
  for (const sheet of wanted === null ? sheets : [wanted]) {
    const rows = await sheetRows(archive, sheets.indexOf(sheet));
    if (rows === null) return brokenWorkbook(fileName);
    const filled = rows
      .map((cells, index) => ({ line: index + 1, cells }))
      .filter(({ cells }) => !isEmptyRow(cells));
    if (filled.length > 0) return ok({ table: tableOf(filled), sheet, sheets });
  }
  return wanted === null
    ? refuse('file', `${fileName} has nothing in its sheets. Choose another file.`)
    : refuse('sheet', `The sheet “${cut(wanted, 100)}” is empty. Choose another one.`);
}

const tableOf = (rows: readonly TableRow[]): Table => ({
  head: rows.slice(0, headRows),
  column: (index) => ok(rows.map(({ line, cells }) => ({ line, text: cells[index] ?? null }))),
});
