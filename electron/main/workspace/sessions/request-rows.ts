import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { RecordedRequest } from '../session-records.ts';
import { DamagedRow } from '../storage-fault.ts';
import { bytesOf, shortNumbersIn } from './bytes.ts';

/** What was recorded of one request: which cells it was about, what was found, and when. */
export interface RequestRow {
  readonly id: number;
  readonly row: number;
  readonly columns: Uint16Array;
  /** One for each of `columns`. */
  readonly codes: Uint8Array;
  readonly checkedAtMs: number;
  readonly hasAnswer: boolean;
  readonly message: string;
}

export interface RequestRows {
  /** The first of `count` ids that nobody had before, without a gap between them. In a transaction. */
  readonly take: (count: number) => number;
  readonly add: (
    id: number,
    session: number,
    request: RecordedRequest,
    codes: Uint8Array,
    said: string,
  ) => void;
  /** All requests of one name, the oldest first. */
  readonly ofRow: (session: number, row: number) => readonly RequestRow[];
  /** Every request of a session from behind one id up to another, the oldest first. */
  readonly between: (session: number, after: number, upTo: number) => Iterable<RequestRow>;
  readonly remove: (id: number) => void;
}

const names = 'id, row, first_column, columns, codes, checked_at, has_answer, message';

export function createRequestRows(database: DatabaseSync): RequestRows {
  const take = database.prepare(
    'UPDATE session_counters SET last_request = last_request + ? RETURNING last_request',
  );
  const add = database.prepare(`
    INSERT INTO session_requests
      (id, session, row, first_column, columns, codes, checked_at, has_answer, message)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const ofRow = database.prepare(
    `SELECT ${names} FROM session_requests WHERE session = ? AND row = ? ORDER BY id`,
  );
  // By the order of recording, not by the index of rows: what is asked for is the short end of it.
  const between = database.prepare(`
    SELECT ${names} FROM session_requests NOT INDEXED WHERE id > ? AND id <= ? AND session = ? ORDER BY id`);
  const remove = database.prepare('DELETE FROM session_requests WHERE id = ?');
  ofRow.setReturnArrays(true);
  between.setReturnArrays(true);

  return {
    take: (count) => Number(take.get(count)?.['last_request'] ?? 0) - count + 1,
    add(id, session, { row, columns, checkedAtMs, body }, codes, said) {
      const first = columns[0] ?? 0;
      const listed = isRange(columns) ? null : bytesOf(columns);
      add.run(id, session, row, first, listed, codes, checkedAtMs, body === null ? 0 : 1, said);
    },
    ofRow: (session, row) => ofRow.all(session, row).map(readRow),
    *between(session, after, upTo) {
      for (const row of between.iterate(after, upTo, session)) yield readRow(row);
    },
    remove: (id) => void remove.run(id),
  };
}

const isRange = (columns: Uint16Array): boolean =>
  columns.every((column, at) => column === (columns[0] ?? 0) + at);

/**
 * Read by hand: opening a large session reads a hundred thousand of them. With `setReturnArrays` a row is an array of
 * its columns, which the types do not know.
 */
function readRow(row: unknown): RequestRow {
  if (!Array.isArray(row) || row.length !== 8) throw new DamagedRow();
  // Array.isArray says no more than any[]; each of them is checked below.
  const [id, at, first, listed, codes, checkedAtMs, hasAnswer, message] = row as SQLOutputValue[];
  if (!(codes instanceof Uint8Array) || typeof message !== 'string') throw new DamagedRow();
  const columns = columnsOf(wholeOf(first), listed, codes.length);
  return {
    id: wholeOf(id),
    row: wholeOf(at),
    columns,
    codes,
    checkedAtMs: wholeOf(checkedAtMs),
    hasAnswer: hasAnswer === 1,
    message,
  };
}

function columnsOf(first: number, listed: SQLOutputValue | undefined, count: number): Uint16Array {
  if (listed === null) {
    const columns = new Uint16Array(count);
    for (let at = 0; at < count; at += 1) columns[at] = first + at;
    return columns;
  }
  if (!(listed instanceof Uint8Array)) throw new DamagedRow();
  const columns = shortNumbersIn(listed);
  if (columns.length !== count) throw new DamagedRow();
  return columns;
}

function wholeOf(value: SQLOutputValue | undefined): number {
  if (typeof value !== 'number' || value < 0) throw new DamagedRow();
  return value;
}
