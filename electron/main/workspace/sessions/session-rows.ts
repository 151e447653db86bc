import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { countsOf } from '#shared/domain/session.ts';
import { session } from '#shared/areas/sessions.ts';
import { DamagedRow, instantColumn, isOfPresent, jsonColumn, parseRow, toMs } from '../sqlite.ts';
import { bytesOf, shortNumbersIn } from './answer-packs.ts';
import type { Matrix } from './matrix.ts';
import type { RecordedRequest } from './messages.ts';

/** A session as stored: without what only exists while the program runs. */
const sessionRecord = session.omit({ pace: true, waitingFor: true });
export type SessionRecord = z.output<typeof sessionRecord>;

/** The sessions without their cells. Everything here must run in the caller's transaction. */
export interface SessionRows {
  readonly list: () => readonly SessionRecord[];
  readonly find: (id: string) => SessionRecord | null;
  readonly add: (session: NewSession, listId: number, cells: number) => void;
  /** The list of a session's names; null where there is no such session. */
  readonly listOf: (id: string) => { readonly listId: number; readonly names: number } | null;
  readonly update: (id: string, changes: SessionChanges) => void;
  /** Stores a session's progress. */
  readonly progress: (number: number, matrix: Matrix, lastRequest: number, changedAtMs: number) => void;
  readonly shortlisted: (number: number, count: number) => void;
  /** Hides the session at once; its rows are deleted later. */
  readonly hide: (id: string) => void;
}

export type NewSession = Pick<
  SessionRecord,
  'id' | 'accountId' | 'name' | 'state' | 'createdAt' | 'source' | 'tlds' | 'rerunOf'
>;
export type SessionChanges = Partial<
  Pick<SessionRecord, 'name' | 'state' | 'changedAt' | 'finishedAt' | 'view'>
>;

/** How many cells have each code, as text; codes without cells are omitted. */
const tallyRow = z.record(z.string().regex(/^\d{1,3}$/), z.int().min(0));

const sessionRow = z
  .object({
    created_at: instantColumn,
    changed_at: instantColumn,
    finished_at: instantColumn.nullable(),
    tlds: jsonColumn(z.unknown()),
    tallies: jsonColumn(tallyRow),
  })
  .loose()
  .transform(({ created_at, changed_at, finished_at, account_id, remaining, rerun_of, tallies, ...row }) => ({
    ...row,
    ...countsOf(Object.entries(tallies).map(([code, count]) => [Number(code), count])),
    accountId: account_id,
    createdAt: created_at,
    changedAt: changed_at,
    finishedAt: finished_at,
    left: remaining,
    rerunOf: rerun_of,
  }))
  .pipe(sessionRecord);

const listRow = z.object({ list_id: z.int(), names: z.int() });

const select = `
  SELECT sessions.id, account_id, name, state, created_at, changed_at, finished_at, source, name_lists.names, tlds,
    tallies, remaining, shortlisted, rerun_of, view
  FROM sessions JOIN name_lists ON name_lists.id = list_id JOIN session_progress ON session = number
  WHERE ${isOfPresent}`;
const ofId = `(SELECT number FROM sessions WHERE id = ? AND ${isOfPresent})`;

export function createSessionRows(database: DatabaseSync): SessionRows {
  const list = database.prepare(`${select} ORDER BY created_at DESC, number DESC`);
  const find = database.prepare(`${select} AND sessions.id = ?`);
  const listOf = database.prepare(`
    SELECT list_id, names FROM name_lists JOIN (SELECT list_id FROM sessions WHERE number = ${ofId}) ON id = list_id`);
  const add = database.prepare(`
    INSERT INTO sessions (id, account_id, list_id, name, state, created_at, source, tlds, rerun_of, born_after)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT last_request FROM session_counters)) RETURNING number`);
  const addProgress = database.prepare(`
    INSERT INTO session_progress (session, changed_at, tallies, remaining, shortlisted, last_request)
    VALUES (?, ?, ?, ?, 0, (SELECT last_request FROM session_counters))`);
  const setName = database.prepare(`UPDATE sessions SET name = ? WHERE number = ${ofId}`);
  const setState = database.prepare(`UPDATE sessions SET state = ? WHERE number = ${ofId}`);
  const setFinished = database.prepare(`UPDATE sessions SET finished_at = ? WHERE number = ${ofId}`);
  const setView = database.prepare(`UPDATE sessions SET view = ? WHERE number = ${ofId}`);
  const setChanged = database.prepare(`UPDATE session_progress SET changed_at = ? WHERE session = ${ofId}`);
  const setProgress = database.prepare(`
    UPDATE session_progress SET changed_at = max(changed_at, ?), tallies = ?, remaining = ?, last_request = ?
    WHERE session = ?`);
  const setShortlisted = database.prepare('UPDATE session_progress SET shortlisted = ? WHERE session = ?');
  const hide = database.prepare('UPDATE sessions SET account_id = NULL WHERE id = ?');

  return {
    list: () => list.all().map((row) => parseRow(sessionRow, row)),
    find(id) {
      const row = find.get(id);
      return row === undefined ? null : parseRow(sessionRow, row);
    },
    listOf(id) {
      const row = listOf.get(id);
      if (row === undefined) return null;
      const { list_id: listId, names } = parseRow(listRow, row);
      return { listId, names };
    },
    add({ id, accountId, name, state, createdAt, source, tlds, rerunOf }, listId, cells) {
      const at = toMs(createdAt);
      const row = add.get(id, accountId, listId, name, state, at, source, JSON.stringify(tlds), rerunOf);
      addProgress.run(Number(row?.['number']), at, JSON.stringify({ 0: cells }), cells);
    },
    update(id, { name, state, finishedAt, view, changedAt }) {
      if (name !== undefined) setName.run(name, id);
      if (state !== undefined) setState.run(state, id);
      if (finishedAt !== undefined) setFinished.run(finishedAt === null ? null : toMs(finishedAt), id);
      if (view !== undefined) setView.run(view, id);
      if (changedAt !== undefined) setChanged.run(toMs(changedAt), id);
    },
    progress(number, { tallies, left }, lastRequest, changedAtMs) {
      setProgress.run(changedAtMs, talliesText(tallies), left, lastRequest, number);
    },
    shortlisted: (number, count) => void setShortlisted.run(count, number),
    hide: (id) => void hide.run(id),
  };
}

function talliesText(tallies: Uint32Array): string {
  const some: Record<number, number> = {};
  tallies.forEach((count, code) => {
    if (count > 0) some[code] = count;
  });
  return JSON.stringify(some);
}

/** One recorded request: which cells it asked for, what was found, and when. */
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
  /** The first of `count` consecutive ids that were never used. In a transaction. */
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
  /** Every request of a session with an id above `after`, up to `upTo`, the oldest first. */
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
  // By id, not by the index of rows: only the newest few are asked for.
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
 * Parsed by hand: opening a large session reads a hundred thousand of them. With `setReturnArrays` a row is an array of
 * its columns, which the types do not know.
 */
function readRow(row: unknown): RequestRow {
  if (!Array.isArray(row) || row.length !== 8) throw new DamagedRow();
  // Array.isArray only proves any[]; each element is checked below.
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
