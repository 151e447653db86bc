import { readSheet, SheetNotFoundError } from 'read-excel-file/universal';
import { z } from 'zod';
import { storedZip, type ZipPart } from './stored-zip.ts';

/** The rows of a sheet as text, empty ones too; null where the reader gives up on the workbook. */
export async function sheetRows(
  archive: ArrayBuffer,
  index: number,
): Promise<readonly (readonly string[])[] | null> {
  const read = await attempt(() => readSheet(archive, index + 1, { parseNumber: String, trim: false }));
  return read.rows?.map((cells) => cells.map(textOf)) ?? null;
}

const noSuchSheet = '\u0000';
const missing = z.object({ sheets: z.array(z.string()) });

/**
 * The sheets of a workbook, in order; empty where it has none that can be read. The reader names them only when it is
 * asked for one that is not there; no sheet can have this name.
 */
export async function sheetNames(parts: readonly ZipPart[]): Promise<readonly string[]> {
  const index = parts.filter(({ name }) => indexParts.has(name));
  const { thrown } = await attempt(() => readSheet(storedZip(index), noSuchSheet));
  return thrown instanceof SheetNotFoundError ? missing.parse(thrown).sheets : [];
}

const indexParts: ReadonlySet<string> = new Set(['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']);

/** Whatever the reader throws is about the workbook: it throws plain errors, and trips over parts that are missing. */
async function attempt<T>(read: () => Promise<T>): Promise<{ readonly rows?: T; readonly thrown?: unknown }> {
  try {
    return { rows: await read() };
  } catch (thrown) {
    return { thrown };
  }
}

/** Numbers as they stand in the file, dates as days. */
const textOf = (cell: unknown): string => {
  if (typeof cell === 'string') return cell;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'boolean' || typeof cell === 'number' ? String(cell) : '';
};
