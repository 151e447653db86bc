import { readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Random } from '../fuzz/random.ts';

/** A piece of the file, in bytes. */
export interface Extent {
  readonly from: number;
  readonly length: number;
}

/** Where a table's rows (the journal's, unless told) lie in the file, one extent for each; rows too large for one page are left out. */
export function rowsInFile(
  database: DatabaseSync,
  file: string,
  table: 'journal_entries' | 'code_accesses' = 'journal_entries',
): readonly Extent[] {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = database
    .prepare(`SELECT pgoffset, pagetype FROM dbstat WHERE name = ? AND pagetype <> 'overflow'`)
    .all(table);
  const bytes = readFileSync(file);
  return pages.flatMap(({ pgoffset, pagetype }) => rowsInPage(bytes, Number(pgoffset), pagetype === 'leaf'));
}

/** Source: https://www.sqlite.org/fileformat.html, "B-tree Pages": the header, the pointers to the cells, the cells. */
function rowsInPage(bytes: Buffer, page: number, isLeaf: boolean): readonly Extent[] {
  const cells = bytes.readUInt16BE(page + 3);
  const pointers = page + (isLeaf ? 8 : 12);
  return Array.from({ length: cells }, (_, cell) => {
    const from = page + bytes.readUInt16BE(pointers + 2 * cell) + (isLeaf ? 0 : 4);
    const first = bytes[from] ?? 0;
    const second = bytes[from + 1] ?? 0;
    const size = first < 0x80 ? first + 1 : ((first & 0x7f) << 7) + second + 2;
    return { from, length: size };
  }).filter(({ length }) => length < 1_000);
}

/** Turns one bit of one of the extents around. */
export function flipBitIn(file: string, extents: readonly Extent[], random: Random): void {
  const { from, length } = random.pick(extents);
  const bytes = readFileSync(file);
  const at = from + random.int(length);
  bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << random.int(8)), at);
  writeFileSync(file, bytes);
}
