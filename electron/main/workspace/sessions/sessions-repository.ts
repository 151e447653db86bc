import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { cellCode, findingBits, isShortlisted } from '#shared/domain/session.ts';
import type { Json } from '../../reseller/json.ts';
import { codesIn, findingsIn, quickCodesIn } from '../../reseller/lookup/codes.ts';
import { assertReadable, inTransaction, rowsOf, unlessDamaged } from '../sqlite.ts';
import { createAnsweredIn, createFound, createOfDomains, findingsOf } from './found.ts';
import { type Loaded, packedList, type SessionParts } from './loaded-sessions.ts';
import { putCell, setPending, setShortlisted } from './matrix.ts';
import type { RecordedRequest } from './messages.ts';
import type {
  NewSession,
  RequestRow,
  RequestRows,
  SessionChanges,
  SessionRecord,
  SessionRows,
} from './session-rows.ts';

interface OfSession {
  readonly id: string;
}

/** In these states a session has no pending request: a snapshot of its cells is stored. */
const restingStates: ReadonlySet<string> = new Set(['paused', 'stopped', 'finished']);

/** Repository of bulk lookups: the sessions, their cells, and the answers behind these. */
export const createSessionsRepository = (parts: SessionParts) => ({
  ...lives(parts),
  ...cells(parts),
  /** Deletes a part of what was removed; returns whether there is more. */
  sweep: createSweep(parts),
  /** Stores snapshots of the loaded sessions, so that loading them is fast; for the end of the program. */
  settle: () => parts.loaded.snapshotIfChanged(),
});

/** Operations on a session as a whole. */
function lives(parts: SessionParts) {
  const { database, rows, lists, loaded } = parts;
  const pricesOf = createPricesOfRemoved(parts);
  const find = (id: string): SessionRecord => existing(rows.find(id));
  return {
    list: rows.list,
    ofAssistants: rows.ofAssistants,
    find: ({ id }: OfSession) => rows.find(id),
    /** `names`: A-labels, joined by line feeds, in order. */
    create({ session, names }: { readonly session: NewSession; readonly names: string }) {
      // Before the other connection has to wait.
      const list = packedList(names === '' ? [] : names.split('\n'));
      return inTransaction(database, () => {
        rows.add(session, lists.add(list), list.names * session.tlds.length);
        return assertReadable(() => find(session.id));
      });
    },
    /** Creates a session with the names of another one. */
    copy: ({ fromId, session }: { readonly fromId: string; readonly session: NewSession }) =>
      inTransaction(database, () => {
        const { listId, names } = existing(rows.listOf(fromId));
        rows.add(session, listId, names * session.tlds.length);
        return assertReadable(() => find(session.id));
      }),
    update({ id, changes }: OfSession & { readonly changes: SessionChanges }) {
      if (changes.state !== undefined && restingStates.has(changes.state)) loaded.snapshotIfChanged(id);
      return inTransaction(database, () => {
        rows.update(id, changes);
        return find(id);
      });
    },
    /** The session, its findings and answers; but what names of ours and watched ones cost stays. */
    remove({ id }: OfSession) {
      const keepPrices = pricesOf(id);
      inTransaction(database, () => {
        keepPrices();
        rows.hide(id);
      });
      loaded.forget(id);
      return {};
    },
    names: ({ id }: OfSession) => lists.textOf(existing(rows.listOf(id)).listId),
    ofDomains: createOfDomains(parts),
  };
}

/** All cells of a session. */
interface SessionCells {
  /** Cell codes with the shortlist's bit, see `shared/domain/session.ts`. */
  readonly codes: Uint8Array<ArrayBuffer>;
  /** Unix seconds. */
  readonly checkedAt: Uint32Array<ArrayBuffer>;
  /** One bit for each cell (cell `i` is bit `i & 7` of byte `i >> 3`): to be asked again, and not asked since. */
  readonly pending: Uint8Array<ArrayBuffer>;
}

/** Operations on a session's cells. */
function cells(parts: SessionParts) {
  const { database, rows, loaded } = parts;
  const shortlist = createShortlist(database, rows);
  const found = createFound(parts);
  const flush = createFlush(database);

  /** A failure may leave memory ahead of the file. */
  const changing = <T>(id: string, change: (session: Loaded) => T): T => {
    try {
      return change(existing(loaded.get(id)));
    } catch (thrown) {
      loaded.forget(id);
      throw thrown;
    }
  };
  return {
    /** All cells, in arrays that are transferred to main and not copied. */
    cells({ id }: OfSession): SessionCells {
      const { codes, checkedAt, pending } = existing(loaded.get(id)).matrix;
      return { codes: codes.slice(), checkedAt: checkedAt.slice(), pending: pending.slice() };
    },
    /**
     * Reads the answers and stores them with their findings, all or none. Returns when all of it survives the end of
     * the process; it survives a power cut after the next `seal`.
     *
     * Output: one code for each column of each request, in their order, without the shortlist's bit.
     */
    record: ({ id, requests }: OfSession & { readonly requests: readonly RecordedRequest[] }) => ({
      codes: changing(id, (session) => record(parts, session, requests)),
    }),
    /** Flushes everything recorded so far, so that it survives a power cut. */
    seal() {
      flush();
      return {};
    },
    /** Sets which cells are to be asked again, one bit each as in {@link SessionCells}; replaces the earlier ones. */
    askAgain: ({ id, pending }: OfSession & { readonly pending: Uint8Array }) =>
      changing(id, (session) =>
        inTransaction(database, () => {
          setPending(session.matrix, pending);
          loaded.snapshot(session);
          rows.progress(session.number, session.matrix, session.upTo, 0);
          return existing(rows.find(id));
        }),
      ),
    shortlist: (of: OfSession & { readonly cells: readonly number[]; readonly isOn: boolean }) => ({
      shortlisted: changing(of.id, (session) => shortlist(session, of.cells, of.isOn)),
    }),
    /** The findings of `cells` (`row * tlds + column`), in their order, with prices and messages; unchecked ones too. */
    findings: ({ id, cells: wanted }: OfSession & { readonly cells: Uint32Array }) =>
      found.at(existing(loaded.get(id)), wanted),
    /** What `cells` cost whose names can be bought. */
    prices: ({ id, cells: wanted }: OfSession & { readonly cells: Uint32Array }) =>
      found.prices(existing(loaded.get(id)), wanted),
    /** One cell with its whole answer (empty where there is none). */
    details: ({ id, cell }: OfSession & { readonly cell: number }) =>
      found.details(existing(loaded.get(id)), cell),
  };
}

/** Throws where the session is missing: callers only name existing sessions. */
function existing<T>(value: T | null): T {
  if (value === null) throw new Error('There is no such session');
  return value;
}

/** A snapshot is stored after this many requests, which limits what has to be read after a crash. */
const requestsPerSnapshot = (cells: number): number => Math.max(5_000, Math.ceil(cells / 50));

/**
 * Reads the outcomes of requests and stores them with the whole answers, all or none. Where it throws, the session in
 * memory may be ahead of the file.
 *
 * @returns One code for each column of each request, in their order.
 */
function record(
  parts: SessionParts,
  session: Loaded,
  requests: readonly RecordedRequest[],
): Uint8Array<ArrayBuffer> {
  const { database, packs } = parts;
  if (requests.length === 0) return new Uint8Array();
  try {
    return withoutWaiting(database, () => inTransaction(database, () => keep(parts, session, requests)));
  } catch (thrown) {
    packs.forget();
    throw thrown;
  }
}

function keep(
  parts: SessionParts,
  session: Loaded,
  recorded: readonly RecordedRequest[],
): Uint8Array<ArrayBuffer> {
  const { rows, requests, packs, loaded, countDeviations } = parts;
  const { number, matrix } = session;
  const firstId = requests.take(recorded.length);
  const all: Uint8Array[] = [];
  const gone: number[] = [];
  let sample: Json | undefined;
  recorded.forEach((request, index) => {
    const { codes, said, body } = readOne(session, request, sample !== undefined);
    sample ??= body;
    const superseded = supersededBy(requests, session, request);
    requests.add(firstId + index, number, request, codes, request.message || said);
    putCells(session, request, codes);
    for (const old of superseded) {
      notePrices(parts, session, request, old);
      requests.remove(old.id);
    }
    gone.push(...superseded.map(({ id }) => id));
    all.push(codes);
  });
  const bodies = recorded.map(({ body }) => body);
  packs.add(number, firstId, bodies);
  packs.release(gone);
  session.upTo = firstId + recorded.length - 1;
  const changedAtMs = recorded.reduce((latest, { checkedAtMs }) => Math.max(latest, checkedAtMs), 0);
  countDeviations(session.accountId, sample, changedAtMs);
  rows.progress(number, matrix, session.upTo, changedAtMs);
  if (session.upTo - session.snapshotUpTo > requestsPerSnapshot(matrix.codes.length))
    loaded.snapshot(session);
  return joined(all);
}

/** @param isCodesEnough The answer's JSON is not needed, so it is not built. */
function readOne(
  { labels, columns: all }: Loaded,
  { row, columns, body, cause }: RecordedRequest,
  isCodesEnough: boolean,
) {
  if (row >= labels.count) throw new Error('There is no such row to record');
  const asked = all.asked(columns);
  if (body === null) {
    const code = cellCode('unknown', cause ?? 'unreachable');
    return { codes: new Uint8Array(columns.length).fill(code), said: '', body: undefined };
  }
  const label = labels.at(row);
  const codes = isCodesEnough ? quickCodesIn(body, label, asked) : null;
  return codes === null ? codesIn(body, label, asked) : { codes, said: '', body: undefined };
}

function putCells(
  { matrix, columns: all }: Loaded,
  { row, columns, checkedAtMs }: RecordedRequest,
  codes: Uint8Array,
) {
  const at = Math.floor(checkedAtMs / 1_000);
  columns.forEach((column, index) => putCell(matrix, row * all.count + column, codes[index] ?? 0, at));
}

/**
 * Earlier requests whose results are all replaced once this one is stored. A failed request replaces only earlier
 * failures: a known answer is kept.
 */
function supersededBy(
  requests: RequestRows,
  { number, matrix, columns: all }: Loaded,
  { row, columns, body }: RecordedRequest,
): readonly RequestRow[] {
  if (columns.every((column) => findingBits(matrix.codes[row * all.count + column] ?? 0) === 0)) return [];
  const covered = new Set(columns);
  return requests
    .ofRow(number, row)
    .filter((old) => (body !== null || !old.hasAnswer) && old.columns.every((column) => covered.has(column)));
}

/** Keeps what names cost by an answer that is about to be replaced. New answers need none of this: the session keeps them whole. */
function notePrices(
  { packs, seenNotes }: SessionParts,
  { number, accountId, labels, columns: all }: Loaded,
  { row, columns, body, checkedAtMs }: RecordedRequest,
  old: RequestRow,
): void {
  if (body === null || !old.hasAnswer) return;
  const label = labels.at(row);
  // An answer that is damaged can be replaced like any other.
  const answer = unlessDamaged<Uint8Array | null>(() => packs.read(number, old.id), null);
  if (answer === null) return;
  const isAlike = Buffer.compare(body, answer) === 0;
  if (isAlike && !seenNotes.hasAny(accountId, label)) return;
  const before = findingsOf(packs, number, old, label, all.asked(old.columns));
  const now = isAlike
    ? before
    : findingsIn(body, label, all.asked(columns), new Date(checkedAtMs).toISOString());
  const byDomain = new Map(now.map((finding) => [finding.domain, finding]));
  for (const finding of before)
    seenNotes.noteReplaced(accountId, finding, byDomain.get(finding.domain) ?? null);
}

const namesOfOurs = z.object({ domain: z.string() });

/** Keeps what names of ours and watched ones cost by the answers of a session that is about to be removed. @returns Stores that, in the caller's transaction. */
function createPricesOfRemoved(parts: SessionParts) {
  const { database, seenNotes } = parts;
  const ofSession = rowsOf(database, z.object({ accountId: z.string() })).from(
    'sessions WHERE id = ? AND account_id IS NOT NULL',
  );
  const ours = rowsOf(database, namesOfOurs).query(`
    SELECT name AS domain FROM domains WHERE account_id = ?1
    UNION SELECT domain FROM watched_names WHERE account_id = ?1`);
  const answeredIn = createAnsweredIn(parts);

  return (id: string): (() => void) => {
    const session = ofSession.find(id);
    if (session === null) return () => undefined;
    const domains = ours.all(session.accountId).map(({ domain }) => domain);
    const findings = unlessDamaged(() => answeredIn(id, domains), []);
    return () => {
      for (const finding of findings) seenNotes.noteReplaced(session.accountId, finding, null);
    };
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Runs `work` so that its commits survive the end of the process at once, and a power cut only after the next full
 * commit: nothing waits for the disk. In WAL mode the file stays consistent either way. Checkpoints wait for the disk
 * too, and are left to the full commits.
 *
 * Source: https://www.sqlite.org/pragma.html#pragma_synchronous; D2.
 */
function withoutWaiting<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  try {
    return work();
  } finally {
    database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000');
  }
}

/**
 * One full commit. The log is one file, so everything committed earlier survives a power cut with it. A row has to
 * change: SQLite does not write an unchanged one.
 */
function createFlush(database: DatabaseSync): () => void {
  const mark = database.prepare('UPDATE session_counters SET seals = seals + 1');
  return () => {
    inTransaction(database, () => mark.run());
  };
}

/** Adds cells to a session's shortlist or removes them; returns how many are on it afterwards. */
function createShortlist(database: DatabaseSync, rows: SessionRows) {
  const add = database.prepare('INSERT OR IGNORE INTO session_shortlist (session, cell) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM session_shortlist WHERE session = ? AND cell = ?');

  return (session: Loaded, cells: readonly number[], isOn: boolean): number =>
    inTransaction(database, () => {
      const { number, matrix } = session;
      for (const cell of cells) {
        if (cell < 0 || cell >= matrix.codes.length) throw new Error('There is no such cell');
        if (setShortlisted(matrix, cell, isOn)) (isOn ? add : remove).run(number, cell);
      }
      const count = matrix.codes.reduce((sum, code) => sum + (isShortlisted(code) ? 1 : 0), 0);
      rows.shortlisted(number, count);
      return count;
    });
}

/** About 20 ms each. */
const requestsPerStep = 1_000;
const packsPerStep = 500;

const goneRow = z.object({ id: z.string(), number: z.int(), listId: z.int() });

/**
 * Deletes a part of what was removed; returns whether there is more. A session of a million cells takes seconds in all,
 * because deleted content is overwritten (D10); other calls are served in between.
 */
function createSweep({ database, loaded }: SessionParts) {
  const gone = rowsOf(database, goneRow).from('sessions WHERE account_id IS NULL LIMIT 1');
  const removeRequests = database.prepare(`
    DELETE FROM session_requests WHERE id IN (SELECT id FROM session_requests WHERE session = ? LIMIT ${requestsPerStep})`);
  const removePacks = database.prepare(`
    DELETE FROM session_answers WHERE first_request IN
      (SELECT first_request FROM session_answers WHERE session = ? LIMIT ${packsPerStep})`);
  const removeSession = database.prepare('DELETE FROM sessions WHERE number = ?');
  const removeList = database.prepare(
    'DELETE FROM name_lists WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE list_id = ?1)',
  );

  return (): boolean => {
    const row = gone.find();
    if (row === null) return false;
    const { id, number, listId } = row;
    // One that went with its account is still in memory: what was stored of it later would be of the next one with its number.
    loaded.forget(id);
    inTransaction(database, () => {
      const removed = Number(removePacks.run(number).changes) + Number(removeRequests.run(number).changes);
      if (removed > 0) return;
      removeSession.run(number);
      removeList.run(listId);
    });
    return true;
  };
}
