import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { domainText, tld } from '#shared/areas/common-schemas.ts';
import { day } from '#shared/areas/portfolio.ts';
import { findingKinds } from '#shared/domain/finding-kinds.ts';
import { mostWatchedNames } from '#shared/domain/bounds.ts';
import { registryStates } from '#shared/domain/registry-names.ts';
import { inTransaction, instantColumn, rowsOf, toMs } from '../sqlite.ts';

const watchedRow = z.object({
  accountId: z.string(),
  domain: domainText,
  tld,
  addedAt: instantColumn,
  /** What the person was told last of the name. */
  seen: z.enum(findingKinds).nullable(),
  triedAt: instantColumn.nullable(),
});
export type WatchedRow = z.output<typeof watchedRow>;

const notifiedRow = z.object({ accountId: z.string(), domain: domainText, date: day, days: z.int() });
export type NotifiedExpiry = z.output<typeof notifiedRow>;

const notifiedStateRow = z.object({
  accountId: z.string(),
  domain: domainText,
  state: z.enum(registryStates),
  since: z.iso.datetime(),
});
export type NotifiedState = z.output<typeof notifiedStateRow>;

interface OfAccount {
  readonly accountId: string;
}

/** The names that are watched, and what a person was told of while nobody looked. */
export function createWatchingRepository(database: DatabaseSync) {
  const names = rowsOf(database, watchedRow).from('watched_names WHERE account_id = ? ORDER BY domain');
  const put = database.prepare(`INSERT INTO watched_names (account_id, domain, tld, added_at, seen)
    SELECT ?1, ?2, ?3, ?4, ?5 WHERE (SELECT count(*) FROM watched_names WHERE account_id = ?1) < ${mostWatchedNames}
    ON CONFLICT (account_id, domain) DO NOTHING`);
  const remove = database.prepare('DELETE FROM watched_names WHERE account_id = ? AND domain = ?');
  const see = database.prepare('UPDATE watched_names SET seen = ? WHERE account_id = ? AND domain = ?');
  const attempt = database.prepare(
    'UPDATE watched_names SET tried_at = ? WHERE account_id = ? AND domain = ?',
  );

  return {
    names: ({ accountId }: OfAccount) => names.all(accountId),
    /** Names that are watched already stay as they are. @returns How many could be added. */
    add: ({
      accountId,
      watched,
      at,
    }: OfAccount & {
      readonly watched: readonly Pick<WatchedRow, 'domain' | 'tld' | 'seen'>[];
      readonly at: string;
    }) =>
      inTransaction(database, () => ({
        added: watched.reduce(
          (sum, each) => sum + Number(put.run(accountId, each.domain, each.tld, toMs(at), each.seen).changes),
          0,
        ),
      })),
    remove: ({ accountId, domains }: OfAccount & { readonly domains: readonly string[] }) =>
      inTransaction(database, () => ({
        removed: domains.reduce((sum, domain) => sum + Number(remove.run(accountId, domain).changes), 0),
      })),
    /** The names were looked up. */
    tried: ({
      accountId,
      domains,
      at,
    }: OfAccount & { readonly domains: readonly string[]; readonly at: string }) =>
      inTransaction(database, () => {
        for (const domain of domains) attempt.run(toMs(at), accountId, domain);
      }),
    /** What is told of the names from now on is compared with this. */
    saw: ({
      accountId,
      seen,
    }: OfAccount & { readonly seen: readonly Pick<WatchedRow, 'domain' | 'seen'>[] }) =>
      inTransaction(database, () => {
        for (const { domain, seen: kind } of seen) see.run(kind, accountId, domain);
      }),
    ...createNotified(database),
  };
}

/** What a person was told of. */
function createNotified(database: DatabaseSync) {
  const notified = rowsOf(database, notifiedRow).from('notified_expiries');
  const note = database.prepare(
    `INSERT OR REPLACE INTO notified_expiries (account_id, domain, date, days) VALUES (?, ?, ?, ?)`,
  );
  const notifiedStates = rowsOf(database, notifiedStateRow).from('notified_states');
  const noteState = database.prepare(
    'INSERT OR REPLACE INTO notified_states (account_id, domain, state, since) VALUES (?, ?, ?, ?)',
  );
  const forgetState = database.prepare(
    'DELETE FROM notified_states WHERE account_id = ? AND domain = ? AND state = ?',
  );
  const forget = database.prepare('DELETE FROM notified_expiries WHERE date < ?');

  return {
    notifiedExpiries: () => notified.all(),
    notifiedStates: () => notifiedStates.all(),
    /** Those that are over are forgotten first: the same may have begun again. */
    noteStates: ({
      began,
      over,
    }: {
      readonly began: readonly NotifiedState[];
      readonly over: readonly NotifiedState[];
    }) =>
      inTransaction(database, () => {
        for (const { accountId, domain, state } of over) forgetState.run(accountId, domain, state);
        for (const { accountId, domain, state, since } of began)
          noteState.run(accountId, domain, state, since);
      }),
    /** Forgets what was told of expiries before `today`. */
    noteExpiries: ({
      expiries,
      today,
    }: {
      readonly expiries: readonly NotifiedExpiry[];
      readonly today: string;
    }) =>
      inTransaction(database, () => {
        for (const { accountId, domain, date, days } of expiries) note.run(accountId, domain, date, days);
        forget.run(today);
      }),
  };
}
