import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { StorageFault } from '#shared/errors.ts';

/** A column of JSON text, parsed. Other text is rejected as damaged. */
export const jsonColumn = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

/** A column of milliseconds since 1970, as the ISO text that the rest of the program uses. */
export const instantColumn = z
  .int()
  .min(-8.64e15)
  .max(8.64e15)
  .transform((ms) => new Date(ms).toISOString());

export const toMs = (instant: string): number => Date.parse(instant);

/** The row, parsed by `schema`. Throws {@link DamagedRow}, without the row's content. */
export function parseRow<S extends z.ZodType>(schema: S, row: unknown): z.output<S> {
  const parsed = schema.safeParse(row);
  if (!parsed.success) throw new DamagedRow();
  return parsed.data;
}

/** Runs `work` in a transaction: all of it takes effect, or none. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (thrown) {
    // SQLite has already rolled back by itself after some failures, a full disk among them.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

/** For the WHERE clause of a query on `accounts`: the account is not removed. */
export const isPresent = 'removed_at IS NULL';

/** For a table with an `account_id`: the account exists and is not removed. */
export const isOfPresent = `account_id IN (SELECT id FROM accounts WHERE ${isPresent})`;

const byResultCode: Readonly<Record<number, StorageFault>> = {
  5: 'busy', // SQLITE_BUSY
  6: 'busy', // SQLITE_LOCKED
  8: 'read-only', // SQLITE_READONLY
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'read-only', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};

const byErrno: Readonly<Record<string, StorageFault>> = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOTDIR: 'read-only',
  EISDIR: 'read-only',
  EEXIST: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

/** The storage fault behind a thrown error; null where that is a bug of ours. */
export function storageFaultOf(thrown: unknown): StorageFault | null {
  if (thrown instanceof DamagedRow) return 'damaged';
  if (!(thrown instanceof Error)) return null;
  if ('errcode' in thrown && typeof thrown.errcode === 'number') {
    // The low byte is the primary result code. Source: https://www.sqlite.org/rescode.html
    return byResultCode[thrown.errcode & 0xff] ?? null;
  }
  return 'code' in thrown && typeof thrown.code === 'string' ? (byErrno[thrown.code] ?? null) : null;
}

/**
 * A row that SQLite returned without an error but that is not what was written: SQLite does not detect most bit rot.
 */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}

/** Whether an error means damaged content: detected by SQLite or a schema, or a number out of range. */
export const isDamage = (thrown: unknown): boolean =>
  storageFaultOf(thrown) === 'damaged' ||
  (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_OUT_OF_RANGE');

/** The result of `read`; `otherwise` where the content is damaged. */
export function unlessDamaged<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return otherwise;
  }
}
