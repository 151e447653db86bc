import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { change, serviceIdentity } from '#shared/areas/change-schemas.ts';
import { refusedOutcome } from '#shared/areas/team.ts';
import { loginIn, type ServiceIdentity } from '#shared/domain/account.ts';
import { familyOf } from '#shared/domain/change-kinds.ts';
import { once } from '#shared/domain/counting.ts';
import { type Change, settledOutcomeOf, settledOutcomes, teamEntryOf } from '#shared/domain/change.ts';
import { countOf, inTransaction, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import { createLogins } from './accounts.ts';

const claimRow = z.object({
  ticket: z.int(),
  attempt: z.int(),
  lastEffect: z.string().nullable(),
  noted: z.enum(settledOutcomes).nullable(),
});
const changeRow = z.object({ change: jsonColumn(change) });
const outboxRow = z.object({
  seq: z.int(),
  changeId: z.string(),
  ticket: z.int(),
  outcome: z.enum(settledOutcomes),
  body: jsonColumn(
    z.object({
      entry: z.record(z.string(), z.unknown()),
      /** Of what it was; null where the journal never had the change. */
      matter: z
        .object({
          service: serviceIdentity,
          domain: z.string(),
          kind: z.string(),
          family: z.string(),
          /** The change that had taken effect last, as was agreed to: a server that was put back does not know it. */
          lastEffect: z.string().nullable().default(null),
        })
        .nullable(),
    }),
  ),
});
export type OutboxRow = z.output<typeof outboxRow>;

/**
 * Attempts that a team's database was asked to allow. Each outcome gets into the outbox in the transaction of the entry that it follows
 * from, so that no kill can come between them. Everything here must run in the caller's transaction.
 */
export function createTeamClaims(database: DatabaseSync) {
  const find = rowsOf(database, claimRow).from('team_claims WHERE change_id = ?');
  const put = once(() =>
    database.prepare('INSERT INTO team_outbox (change_id, ticket, outcome, body) VALUES (?, ?, ?, ?)'),
  );
  const note = once(() => database.prepare('UPDATE team_claims SET noted = ? WHERE change_id = ?'));
  const end = once(() => database.prepare('DELETE FROM team_claims WHERE change_id = ?'));
  const logins = once(() => createLogins(database));

  function bodyOf(now: Change | null, lastEffect: string | null): OutboxRow['body'] {
    if (now === null) return { entry: {}, matter: null };
    const { domain, service, what } = now;
    const of = { domain, kind: what.kind, family: familyOf(what.kind), lastEffect };
    return { entry: teamEntryOf(now), matter: { ...of, service: loginIn(logins().of(service)) } };
  }

  return {
    /**
     * Notes what became of the claimed attempt of a change, unless it goes on or that is noted. Nothing where there is no claim.
     *
     * @param isMarked Whether the attempt may count as sent in the database.
     */
    note(changeId: string, now: Change | null, isMarked = true): void {
      const claim = find.find(changeId);
      if (claim === null) return;
      const { ticket, attempt, lastEffect, noted } = claim;
      const known = now === null ? 'unsent' : settledOutcomeOf(now, attempt);
      const outcome = known === 'unsent' && !isMarked ? 'released' : known;
      if (outcome === null || outcome === noted) return;
      put().run(changeId, ticket, outcome, JSON.stringify(bodyOf(now, lastEffect)));
      if (outcome === 'uncertain') note().run(outcome, changeId);
      else end().run(changeId);
    },
  };
}

interface OfClaim {
  readonly changeId: string;
  readonly ticket: number;
}

/** What the team's database is still to be told. */
export const waitingOutcomes = 'team_outbox WHERE refused IS NULL AND taken_as IS NULL';

/** A database that is put back to an older state than so many outcomes ago is a matter for people, not for the outbox. */
const mostKept = 2_000;

const takenRow = z.object({ seq: z.int(), changeId: z.string() });

/** The attempts that a team's database is asked to allow, and what it is still to be told of them. */
export function createTeamOutbox(database: DatabaseSync) {
  const claims = createTeamClaims(database);
  const logins = createLogins(database);
  const claimed = rowsOf(database, z.object({ id: z.string() })).query(
    'SELECT change_id AS id FROM team_claims',
  );
  const ticketOf = rowsOf(database, z.object({ ticket: z.int() })).from('team_claims WHERE change_id = ?');
  const waiting = rowsOf(database, outboxRow).query(`
    SELECT seq, change_id AS changeId, ticket, outcome, body FROM ${waitingOutcomes}
    ORDER BY seq LIMIT ?`);
  const refused = rowsOf(database, refusedOutcome).query(`
    SELECT o.change_id AS changeId, o.outcome, c.domain, c.kind, coalesce(json_extract(o.refused, '$.kind'), '') AS why
    FROM team_outbox o LEFT JOIN journal_changes c ON c.id = o.change_id WHERE o.refused IS NOT NULL ORDER BY o.seq LIMIT 500`);
  const found = rowsOf(database, changeRow).from('journal_changes WHERE id = ?');
  const open = countOf(database, 'team_claims');
  const unsaid = countOf(database, waitingOutcomes);
  const lastTaken = rowsOf(database, takenRow).query(
    'SELECT taken_as AS seq, change_id AS changeId FROM team_outbox WHERE taken_as > 0 ORDER BY taken_as DESC LIMIT 1',
  );
  const run = (sql: string, ...values: (string | number | null)[]) => {
    database.prepare(sql).run(...values);
  };
  const noteOne = (id: string, isMarked: boolean): void =>
    claims.note(id, found.find(id)?.change ?? null, isMarked);

  return {
    /** The login that a service belongs to here, as the team's database has it. */
    login: ({ service }: { readonly service: ServiceIdentity }): ServiceIdentity =>
      loginIn(logins.of(service)),
    /** Before the database is asked: whatever ends the program then, the attempt is noted as not sent by the next start. */
    claiming: ({ changeId, attempt, at, lastEffect = null }: ToClaim) =>
      inTransaction(database, () => {
        // One that is there was claimed and never begun.
        noteOne(changeId, true);
        run(
          'INSERT INTO team_claims (change_id, attempt, at, last_effect) VALUES (?, ?, ?, ?)',
          ...[changeId, attempt, toMs(at), lastEffect],
        );
        return ticketOf.get(changeId);
      }),
    /** The database has refused it: there is nothing to tell. */
    unclaim: ({ changeId, ticket }: OfClaim) =>
      run('DELETE FROM team_claims WHERE change_id = ? AND ticket = ?', changeId, ticket),
    /** See {@link createTeamClaims}. */
    note: ({ changeId, isMarked }: { readonly changeId: string; readonly isMarked: boolean }) =>
      inTransaction(database, () => {
        noteOne(changeId, isMarked);
      }),
    /** At a start, when no attempt goes on: what an earlier run had claimed and not begun was not sent. */
    noteAll: () =>
      inTransaction(database, () => {
        for (const { id } of claimed.all()) noteOne(id, true);
      }),
    /** What the database is to be told next, in order. */
    outbox: ({ limit }: { readonly limit: number }) => waiting.all(limit),
    ...createDelivered(database),
    /** The entry of the team's journal that this desk wrote last by telling an outcome. */
    lastTaken: () => lastTaken.find(),
    /** It is stored, and keeps nothing else waiting. */
    refused: ({ seq, answer }: Pick<OutboxRow, 'seq'> & { readonly answer: string }) =>
      run('UPDATE team_outbox SET refused = ? WHERE seq = ?', answer, seq),
    refusedOnes: () => refused.all(),
    /** A person wants the database to be asked again. */
    offerAgain: () => run('UPDATE team_outbox SET refused = NULL'),
    /** Nobody else could tell it: while there is any, the team is not left. */
    counts: () => ({ open: open(), waiting: unsaid() }),
  };
}

function createDelivered(database: DatabaseSync) {
  const note = database.prepare('UPDATE team_outbox SET taken_as = ?, is_seen = 0 WHERE seq = ?');
  const tellAgain = database.prepare(
    'UPDATE team_outbox SET taken_as = NULL, is_seen = 0 WHERE taken_as >= ? AND seq < ?',
  );
  const tidy = database.prepare('DELETE FROM team_outbox WHERE taken_as IS NOT NULL AND seq <= ?');
  return {
    /**
     * Entries have ascending numbers: what was delivered before, under the same number or a higher one, a database that was put back has
     * lost since, and it is delivered again.
     *
     * @param takenAs The number of the team's entry that says so; 0 where it had nothing to write.
     */
    delivered: ({ seq, takenAs }: Pick<OutboxRow, 'seq'> & { readonly takenAs: number }) =>
      inTransaction(database, () => {
        note.run(takenAs, seq);
        if (takenAs > 0) tellAgain.run(takenAs, seq);
        tidy.run(seq - mostKept);
      }),
  };
}

interface ToClaim {
  readonly changeId: string;
  /** The number that its next `sending` has. */
  readonly attempt: number;
  readonly at: string;
  /** The change that had taken effect last, as was agreed to. */
  readonly lastEffect?: string | null;
}
