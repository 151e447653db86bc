import { createLogins } from './accounts.ts';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tldList } from '#shared/areas/common-schemas.ts';
import { type Json, schemaMismatches } from '../../reseller/json.ts';
import { documentedLookup } from '../../reseller/lookup/answer.ts';
import { assertReadable, instantColumn, inTransaction, jsonColumn, rowsOf, toMs } from '../sqlite.ts';

interface OfAccount {
  readonly accountId: string;
}

/** A difference between an answer and the API document. Only paths and kinds: no value of an answer is stored. */
const longestPath = 500;
const seenDeviation = z.object({
  operation: z.string().max(64),
  path: z.string().max(longestPath),
  expected: z.string().max(100),
  seen: z.string().max(100),
});
type SeenDeviation = z.output<typeof seenDeviation>;

const deviationRow = seenDeviation.extend({ count: z.int(), lastSeenAt: instantColumn });

/** Where an account's service differs from the API document: the place, what was seen, how often, and when last. */
export function createDeviationsRepository(database: DatabaseSync) {
  const list = rowsOf(database, deviationRow).from(`deviations
    WHERE account_id = ? ORDER BY operation, path, expected, seen`);
  const note = createNoteDeviations(database);

  return {
    list: ({ accountId }: OfAccount) => list.all(accountId),
    /** Increases the count of each by one. */
    note({
      accountId,
      seen,
      at,
    }: OfAccount & { readonly seen: readonly SeenDeviation[]; readonly at: string }) {
      inTransaction(database, () => note(accountId, seen, toMs(at)));
    },
  };
}

/** Increases the count of each place by one. In the caller's transaction. */
function createNoteDeviations(database: DatabaseSync) {
  const note = database.prepare(`
    INSERT INTO deviations (account_id, operation, path, expected, seen, count, last_seen_at)
    VALUES (?, ?, ?, ?, ?, 1, ?)
    ON CONFLICT (account_id, operation, path, expected, seen)
    DO UPDATE SET count = count + 1, last_seen_at = max(last_seen_at, excluded.last_seen_at)`);

  return (accountId: string, places: readonly SeenDeviation[], atMs: number): void => {
    for (const { operation, path, expected, seen } of places) {
      // The path has names out of the answer, nested as deep as these are.
      note.run(accountId, operation, path.slice(0, longestPath).toWellFormed(), expected, seen, atMs);
    }
  };
}

/** Further differences are ignored: an answer with all unknown members would fill the table. */
const mostPlaces = 50;

/**
 * Counts where a session's answers differ from the API document, given one answer of each batch; undefined where none
 * came. In a transaction.
 *
 * Only the first answer of each batch is compared: comparing every answer would take half as long as reading it, and a
 * service that differs does so in all of them. At an ordinary rate a batch is one or two answers.
 */
export function createCountDeviations(database: DatabaseSync) {
  const note = createNoteDeviations(database);
  return (accountId: string, answer: Json | undefined, atMs: number): void => {
    if (answer === undefined) return;
    const places = schemaMismatches(answer, documentedLookup).slice(0, mostPlaces);
    note(
      accountId,
      places.map((place) => ({ operation: 'lookup', ...place })),
      atMs,
    );
  };
}

const listRow = z.object({ tlds: jsonColumn(tldList), readAt: instantColumn });

/** The TLDs that each account's service last listed. */
export function createTldsRepository(database: DatabaseSync) {
  const find = rowsOf(database, listRow).from('tld_lists WHERE account_id = ?');
  const put = database.prepare(`
    INSERT INTO tld_lists (account_id, tlds, read_at) VALUES (?, ?, ?)
    ON CONFLICT (account_id) DO UPDATE SET tlds = excluded.tlds, read_at = excluded.read_at`);

  return {
    list: ({ accountId }: OfAccount) => find.find(accountId) ?? { tlds: [], readAt: null },
    replace({
      accountId,
      tlds,
      readAt,
    }: OfAccount & { readonly tlds: readonly string[]; readonly readAt: string }) {
      inTransaction(database, () => {
        put.run(accountId, JSON.stringify(tlds), toMs(readAt));
        assertReadable(() => find.find(accountId));
      });
    },
  };
}

/** What the throttle has learned of an account. */
const storedPace = z.object({
  requestsPerSecond: z.number().nullable(),
  concurrency: z.number(),
  observedAt: instantColumn,
});

/** The latest limits that the throttle of an account's login learned: those of all accounts of one login are the same (0028). */
export function createPacesRepository(database: DatabaseSync) {
  const find = rowsOf(database, storedPace).from('paces WHERE account_id = ?');
  const logins = createLogins(database);
  const put = database.prepare(`
    INSERT INTO paces (account_id, requests_per_second, concurrency, observed_at)
    SELECT id, ?, ?, ? FROM accounts WHERE id = ?
    ON CONFLICT (account_id) DO UPDATE SET requests_per_second = excluded.requests_per_second,
      concurrency = excluded.concurrency, observed_at = excluded.observed_at`);

  return {
    /** What was learned last with the account's login; null where nothing was. */
    read({ accountId }: OfAccount) {
      const known = logins.accountsBeside(accountId).map((id) => find.find(id));
      return known.reduce(
        (last, one) => ((one?.observedAt ?? '') > (last?.observedAt ?? '') ? one : last),
        null,
      );
    },
    save({ accountId, pace }: OfAccount & { readonly pace: z.output<typeof storedPace> }) {
      // Does nothing for an account that was removed in the meantime.
      put.run(pace.requestsPerSecond, pace.concurrency, toMs(pace.observedAt), accountId);
    },
  };
}
