import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { countsOf } from '#shared/domain/session.ts';
import { session } from '#shared/areas/sessions.ts';
import { DamagedRow, instantColumn, isOfPresent, jsonColumn, parseRow, rowsOf, toMs } from '../sqlite.ts';
import { bytesOf, shortNumbersIn } from './answer-packs.ts';
import type { Matrix } from './matrix.ts';
import type { RecordedRequest } from './messages.ts';

/** A session as stored: without what only exists while the program runs, and what depends on the portfolio. */
const sessionRecord = session.omit({ own: true, pace: true, waitingFor: true });
export type SessionRecord = z.output<typeof sessionRecord>;

export type NewSession = Pick<
  SessionRecord,
  'id' | 'accountId' | 'name' | 'state' | 'createdAt' | 'source' | 'tlds' | 'rerunOf'
> & {
  /** An assistant asked for it: it counts against the budget of a day, and goes with the oldest of these. */
  readonly byAssistant?: true;
};
export type SessionChanges = Partial<
  Pick<SessionRecord, 'name' | 'state' | 'changedAt' | 'finishedAt' | 'view'>
>;

/** How many cells have each code, as text; codes without cells are omitted. */
const tallyRow = z.record(z.string().regex(/^\d{1,3}$/), z.int().min(0));

const sessionRow = sessionRecord
  .pick({ id: true, accountId: true, name: true, state: true, source: true, names: true })
  .extend({
    ...sessionRecord.pick({ shortlisted: true, rerunOf: true, view: true }).shape,
    createdAt: instantColumn,
    changedAt: instantColumn,
    finishedAt: instantColumn.nullable(),
    tlds: jsonColumn(sessionRecord.shape.tlds),
    tallies: jsonColumn(tallyRow),
    remaining: sessionRecord.shape.left,
  });

function toRecord({ tallies, remaining, ...row }: z.output<typeof sessionRow>): SessionRecord {
  const counted = countsOf(Object.entries(tallies).map(([code, count]) => [Number(code), count]));
  return parseRow(sessionRecord, { ...row, ...counted, left: remaining });
}

const ofAssistantRow = z.object({ id: z.string(), createdAtMs: z.int(), cells: z.int(), isListed: z.int() });

const listRow = z.object({ listId: z.int(), names: z.int() });

/** Sessions with the length of their lists of names, and their progress. */
export const sessionTables = `sessions JOIN (SELECT id AS list, names FROM name_lists) ON list = list_id
  JOIN session_progress ON session = number`;
const ofId = `(SELECT number FROM sessions WHERE id = ? AND ${isOfPresent})`;

export type SessionRows = ReturnType<typeof createSessionRows>;

/** The sessions without their cells. Everything here must run in the caller's transaction. */
export function createSessionRows(database: DatabaseSync) {
  const sessions = rowsOf(database, sessionRow);
  const list = sessions.from(`${sessionTables} WHERE ${isOfPresent} ORDER BY created_at DESC, number DESC`);
  const find = sessions.from(`${sessionTables} WHERE ${isOfPresent} AND id = ?`);
  const listOf = rowsOf(database, listRow).from(`${sessionTables} WHERE ${isOfPresent} AND id = ?`);
  const add = database.prepare(`
    INSERT INTO sessions (id, account_id, list_id, name, state, created_at, source, tlds, rerun_of, by_assistant, born_after)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT last_request FROM session_counters)) RETURNING number`);
  const addProgress = database.prepare(`
    INSERT INTO session_progress (session, changed_at, tallies, remaining, shortlisted, last_request)
    VALUES (?, ?, ?, ?, 0, (SELECT last_request FROM session_counters))`);
  const ofAssistants = rowsOf(database, ofAssistantRow).query(`
    SELECT id, created_at AS createdAtMs, names * json_array_length(tlds) AS cells, account_id IS NOT NULL AS isListed
    FROM sessions JOIN (SELECT id AS list, names FROM name_lists) ON list = list_id
    WHERE by_assistant = 1 ORDER BY created_at DESC, number DESC`);
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
    list: (): readonly SessionRecord[] => list.all().map(toRecord),
    find(id: string): SessionRecord | null {
      const row = find.find(id);
      return row === null ? null : toRecord(row);
    },
    /** The list of a session's names; null where there is no such session. */
    listOf: (id: string) => listOf.find(id),
    add(session: NewSession, listId: number, cells: number): void {
      const { id, accountId, name, state, createdAt, source, tlds, rerunOf, byAssistant } = session;
      const at = toMs(createdAt);
      const row = add.get(
        ...([id, accountId, listId, name, state, at, source] as const),
        ...([JSON.stringify(tlds), rerunOf, byAssistant === true ? 1 : 0] as const),
      );
      addProgress.run(Number(row?.['number']), at, JSON.stringify({ 0: cells }), cells);
    },
    /** Of all sessions of assistants: how many cells each has and since when, the newest first. One that is being removed counts too. */
    ofAssistants: () =>
      ofAssistants.all().map(({ isListed, ...session }) => ({ ...session, isListed: isListed === 1 })),
    update(id: string, { name, state, finishedAt, view, changedAt }: SessionChanges): void {
      if (name !== undefined) setName.run(name, id);
      if (state !== undefined) setState.run(state, id);
      if (finishedAt !== undefined) setFinished.run(finishedAt === null ? null : toMs(finishedAt), id);
      if (view !== undefined) setView.run(view, id);
      if (changedAt !== undefined) setChanged.run(toMs(changedAt), id);
    },
    /** Stores a session's progress. */
    progress(number: number, { tallies, left }: Matrix, lastRequest: number, changedAtMs: number): void {
      setProgress.run(changedAtMs, talliesText(tallies), left, lastRequest, number);
    },
    shortlisted: (number: number, count: number) => void setShortlisted.run(count, number),
    /** Hides the session at once; its rows are deleted later. */
    hide: (id: string) => void hide.run(id),
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

const names = 'id, row, first_column, columns, codes, checked_at, has_answer, message';

export type RequestRows = ReturnType<typeof createRequestRows>;

export function createRequestRows(database: DatabaseSync) {
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
    /** The first of `count` consecutive ids that were never used. In a transaction. */
    take: (count: number): number => Number(take.get(count)?.['last_request'] ?? 0) - count + 1,
    add(id: number, session: number, request: RecordedRequest, codes: Uint8Array, said: string): void {
      const { row, columns, checkedAtMs, body } = request;
      const first = columns[0] ?? 0;
      const listed = isRange(columns) ? null : bytesOf(columns);
      add.run(id, session, row, first, listed, codes, checkedAtMs, body === null ? 0 : 1, said);
    },
    /** All requests of one name, the oldest first. */
    ofRow: (session: number, row: number): readonly RequestRow[] => ofRow.all(session, row).map(readRow),
    /** Every request of a session with an id above `after`, up to `upTo`, the oldest first. */
    *between(session: number, after: number, upTo: number): Generator<RequestRow> {
      for (const row of between.iterate(after, upTo, session)) yield readRow(row);
    },
    remove: (id: number) => void remove.run(id),
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
