import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { once } from '#shared/domain/counting.ts';
import type { AppError, StorageFault } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';

/** The open file, for nouns that keep their rows themselves. */
export type { DatabaseSync as Database } from 'node:sqlite';

/** A column of JSON text. Other text, and what `content` does not accept, is rejected as damaged. */
export const jsonColumn = <S extends z.ZodType>(content: S): z.ZodCodec<z.ZodString, S> =>
  z.codec(z.string(), content, {
    // What the text holds is proved by `content`, which parses it next.
    decode: (text, context) => parsedJson(text, context) as z.input<S>,
    encode: (value) => JSON.stringify(value),
  });

function parsedJson(text: string, context: z.core.ParsePayload): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.issues.push({ code: 'custom', input: text, message: 'not JSON' });
    return z.NEVER;
  }
}

/** A column of milliseconds since 1970, as the ISO text that the rest of the program uses. */
export const instantColumn = z.codec(z.int().min(-8.64e15).max(8.64e15), z.string(), {
  decode: (ms) => new Date(ms).toISOString(),
  encode: Date.parse,
});

export const bytesColumn = z.instanceof(Uint8Array);

export const toMs = (instant: string): number => Date.parse(instant);

/** The row, parsed by `schema`. Throws {@link DamagedRow}, without the row's content. */
export function parseRow<S extends z.ZodType>(schema: S, row: unknown): z.output<S> {
  const parsed = schema.safeParse(row);
  if (!parsed.success) throw new DamagedRow();
  return parsed.data;
}

/**
 * Queries whose rows are parsed by `row`; a row that does not fit throws {@link DamagedRow}. Each is prepared with its first use: a start
 * uses few of some hundred.
 *
 * `from`: selects the columns of the row's members, from the given tables and on. `query`: any SQL with these columns.
 */
export const rowsOf = <S extends z.ZodObject>(database: DatabaseSync, row: S) => ({
  from: (sql: string) => parsedRows(database, `SELECT ${columnsOf(row)} FROM ${sql}`, row),
  query: (sql: string) => parsedRows(database, sql, row),
});

function parsedRows<S extends z.ZodObject>(database: DatabaseSync, sql: string, row: S) {
  const parse = (found: unknown): z.output<S> => parseRow(row, found);
  const statement = once(() => database.prepare(sql));
  return {
    all: (...values: SQLInputValue[]) =>
      statement()
        .all(...values)
        .map(parse),
    /** The first row; null where there is none. */
    find(...values: SQLInputValue[]) {
      const found = statement().get(...values);
      return found === undefined ? null : parse(found);
    },
    /** The only row of a query that always has one. */
    get: (...values: SQLInputValue[]) => parse(statement().get(...values)),
    /** One row after the other, each read when it is asked for. */
    *each(...values: SQLInputValue[]) {
      for (const found of statement().iterate(...values)) yield parse(found);
    },
  };
}

/** Counts rows: of a table, with what limits them. */
export function countOf(database: DatabaseSync, tableAndWhere: string, count = 'count(*)') {
  const { get } = rowsOf(database, countRow).query(`SELECT ${count} AS count FROM ${tableAndWhere}`);
  return (...values: SQLInputValue[]): number => get(...values).count;
}

const countRow = z.object({ count: z.int() });

/** The conditions whose value is given (not null), and the values in the same order. */
export function filterOf(all: readonly (readonly [condition: string, value: string | null])[]) {
  const used = all.filter((each): each is readonly [string, string] => each[1] !== null);
  return {
    conditions: used.map(([condition]) => condition),
    values: used.map(([, value]) => value),
  };
}

/** The name of a column in the file: the record's member in snake case. */
export const columnOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** The columns that a table has in this file, which may be of an earlier version. */
export const columnsIn = (database: DatabaseSync, table: string): readonly string[] =>
  rowsOf(database, z.object({ name: z.string() }))
    .query('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name);

/** For SELECT: the columns of a row's members, each under its member's name. */
export const columnsOf = (row: z.ZodObject): string =>
  Object.keys(row.shape)
    .map((member) => `${columnOf(member)} AS "${member}"`)
    .join(', ');

/**
 * What `read` returns. Throws a bug, not {@link DamagedRow}, where it finds what was just written unreadable. In the
 * transaction of the write, so that it is not stored: a row that cannot be read would be told as damage of the file from
 * then on.
 */
export function assertReadable<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof DamagedRow)) throw thrown;
    throw new Error('What was written is unreadable, and is not stored', { cause: thrown });
  }
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

/** A name of a table, a column or a trigger, for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Runs `work` while the table has no triggers, in the caller's transaction. */
export function withoutTriggers(database: DatabaseSync, table: string, work: () => unknown): void {
  const triggers = rowsOf(database, z.object({ name: z.string(), sql: z.string() }))
    .from("sqlite_schema WHERE type = 'trigger' AND tbl_name = ?")
    .all(table);
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${quoted(name)}`);
  work();
  for (const { sql } of triggers) database.exec(sql);
}

/** For the WHERE clause of a query on `accounts`: the account is not removed. */
export const isPresent = 'removed_at IS NULL';

/** For a table with an `account_id`: the account exists and is not removed. */
export const isOfPresent = `account_id IN (SELECT id FROM accounts WHERE ${isPresent})`;

/** The same, and it is one of those that lists and sums over all accounts are of (`countedTogether`). */
export const isOfCounted = `account_id IN (SELECT id FROM accounts WHERE ${isPresent} AND (kind = 'reseller'
  OR NOT EXISTS (SELECT 1 FROM accounts WHERE ${isPresent} AND kind = 'reseller')))`;

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

/** A storage failure as a value; anything else is a bug and is thrown again. */
export function failWith(thrown: unknown): Result<never, StorageFault> {
  const fault = storageFaultOf(thrown);
  if (fault === null) throw thrown;
  return fail(fault);
}

/** SQLite was asked after the file had been closed, as work that is still going on may ask it. */
const isClosed = (thrown: unknown): boolean =>
  thrown instanceof Error && /^(?:database is not open|statement has been finalized)$/.test(thrown.message);

/** What a throw of the stores means to those who are told of it; null where that is a bug of ours, or an error of another file. */
export const failureOf = (thrown: unknown): AppError | null =>
  thrown instanceof DamagedRow || isClosed(thrown) || (thrown instanceof Error && 'errcode' in thrown)
    ? failureOfStore(thrown)
    : null;

function failureOfStore(thrown: unknown): AppError | null {
  if (isClosed(thrown)) return { kind: 'cancelled' };
  const fault = storageFaultOf(thrown);
  return fault === null ? null : { kind: 'storage', fault };
}

/** What calls of the stores give, with their failure as a value. Throws bugs. */
export async function resultOf<T>(call: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return ok(await call());
  } catch (thrown) {
    const failure = failureOfStore(thrown);
    if (failure === null) throw thrown;
    return fail(failure);
  }
}

/** As {@link resultOf}, of work that fails with values of its own, too. */
export async function flatResultOf<T>(work: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  const result = await resultOf(work);
  return result.ok ? result.value : result;
}

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
