import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { teamChange } from '#shared/areas/activity.ts';
import { changeState } from '#shared/areas/change-schemas.ts';
import { instant, price, text } from '#shared/areas/common-schemas.ts';
import { loginIn } from '#shared/domain/account.ts';
import { type ChangeState, isChangeKind, isPaid } from '#shared/domain/change-kinds.ts';
import { decimalText, once, tenThousandths } from '#shared/domain/counting.ts';
import { mostPeople, mostTeamChanges } from '#shared/domain/team-troubles.ts';
import type { TeamChange } from '#shared/domain/activity.ts';
import { countOf, instantColumn, rowsOf, toMs } from '../sqlite.ts';
import { createLogins } from './accounts.ts';

const service = z.object({ baseUrl: text(2_048), username: text(320) });
const { by } = teamChange.shape;

/** The present state of a change that somebody in the team has claimed, as its database has it. What the page does not take is not stored. */
export const claimNow = z.object({
  ...teamChange.pick({ id: true, by: true, domain: true, kind: true }).shape,
  batchId: teamChange.shape.batchId.catch(null),
  seq: z.int().positive(),
  desk: z.string(),
  service,
  state: z.enum(['held', 'sent', 'uncertain', 'settled', 'released']),
  outcome: z.enum(['took-effect', 'had-no-effect', 'uncertain', 'unsent']).nullable(),
  /** By which event it has its state, and what the desk said of it. */
  event: z.string(),
  said: z.string().nullable(),
  /** When it was sent, or claimed where it was not; and when its outcome got known. */
  at: instant,
  settledAt: instant.nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** Another change of the same name that took effect, to which nobody agreed who knew of this one (T9). */
  beside: z.object({ by, at: instant, service }).nullable(),
});
export type ClaimNow = z.output<typeof claimNow>;

/** The changes of colleagues, one row each: what lists and sums read. Those of this workspace are in its own journal. */
export function createTeamRows(database: DatabaseSync) {
  const logins = once(() => createLogins(database));
  const put = once(() =>
    database.prepare(`
    INSERT INTO team_rows (number, id, team_id, by, login, domain, kind, state, took_effect, at, batch_id, is_paid, amount, currency)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, took_effect = excluded.took_effect, at = excluded.at,
      batch_id = excluded.batch_id, amount = excluded.amount, currency = excluded.currency
    ON CONFLICT DO NOTHING`),
  );
  const putTwice = once(() =>
    database.prepare(`
    INSERT OR REPLACE INTO paid_twice (id, team_id, domain, kind, login, by, at, other_login, other_by, other_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  );
  const isOwn = once(() => countOf(database, 'journal_changes WHERE id = ?'));
  return {
    /** In the caller's transaction. @param of The team, and this workspace's name in it. */
    put(claim: ClaimNow, { teamId, deskId }: { readonly teamId: string; readonly deskId: string }): void {
      const { seq, id, domain, service: of, beside } = claim;
      const [login, paid] = [logins().of(of), isChangeKind(claim.kind) && isPaid(claim.kind)];
      if (paid && beside !== null) {
        const other = [logins().of(beside.service), beside.by, toMs(beside.at)];
        putTwice().run(
          id,
          teamId,
          domain,
          claim.kind,
          login,
          claim.by,
          toMs(claim.settledAt ?? claim.at),
          ...other,
        );
      }
      if (claim.desk === deskId || isOwn()(id) > 0) return;
      const { state, tookEffect } = stateOf(claim);
      const cost = price.safeParse({ kind: 'given', amount: claim.amount, currency: claim.currency }).data;
      put().run(
        ...[-seq, id, teamId, claim.by, login, domain, claim.kind, state, tookEffect ? 1 : 0],
        ...[
          toMs(claim.at),
          claim.batchId,
          paid ? 1 : 0,
          amountIn(cost),
          cost?.kind === 'given' ? cost.currency : null,
        ],
      );
    },
    forget: (teamId: string): void => {
      for (const table of ['team_rows', 'paid_twice'])
        database.prepare(`DELETE FROM ${table} WHERE team_id = ?`).run(teamId);
    },
  };
}

/** In ten-thousandths; null where none is given that a sum can be made of. */
function amountIn(cost: z.output<typeof price> | undefined): number | null {
  const amount = cost?.kind === 'given' ? tenThousandths(cost.amount) : null;
  return amount !== null && amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null;
}

/** The state as the columns have it: of `settled`, which way is in `tookEffect`. Released: an admin has said what the service shows. */
function stateOf({ state, outcome, event, said }: ClaimNow): {
  readonly state: ChangeState;
  readonly tookEffect: boolean;
} {
  if (state === 'held') return { state: 'planned', tookEffect: false };
  if (state === 'sent') return { state: 'sending', tookEffect: false };
  const isReleased = event === 'released';
  if (outcome === 'took-effect')
    return {
      state: isReleased ? 'settled' : (doneState.safeParse(said).data ?? 'confirmed'),
      tookEffect: true,
    };
  if (outcome === 'had-no-effect')
    return {
      state: isReleased ? 'settled' : (undoneState.safeParse(said).data ?? 'not-applied'),
      tookEffect: false,
    };
  const isUnsent = outcome === 'unsent' || (outcome === null && !isReleased);
  return { state: isUnsent ? 'withdrawn' : 'uncertain', tookEffect: false };
}

const doneState = z.enum(['applied', 'settled']);
const undoneState = z.enum(['refused', 'settled']);

const changeRow = z.object({
  id: z.string(),
  by: z.string(),
  at: instantColumn,
  domain: z.string(),
  kind: z.string(),
  state: changeState,
  tookEffect: z.int(),
  batchId: z.string().nullable(),
  login: z.string(),
  amount: z.int().nullable(),
  amountBy: z.enum(['price', 'not-given']).nullable(),
  currency: z.string().nullable(),
});

const teamColumns = `id, by, at, domain, kind, state, took_effect AS tookEffect, batch_id AS batchId, login, amount, amount_by AS amountBy,
  currency`;

function changeOf({
  tookEffect,
  login,
  amount,
  amountBy,
  currency,
  ...row
}: z.output<typeof changeRow>): TeamChange {
  const settledAs = row.state === 'settled' ? (tookEffect === 1 ? 'applied' : 'not-applied') : null;
  const isGiven = amountBy === 'price' && amount !== null;
  return {
    ...row,
    settledAs,
    service: serviceText(login),
    paid:
      amountBy === null
        ? null
        : isGiven
          ? { by: 'price', amount: decimalText(BigInt(amount)), currency }
          : { by: 'not-given', amount: null, currency: null },
  };
}

/** "reseller@example.com · https://reseller.example"; the practice service has neither. */
export function serviceText(login: string): string {
  const { baseUrl, username } = loginIn(login);
  return username === '' ? baseUrl : `${username} · ${baseUrl}`;
}

/** What colleagues did: of one domain, by their numbers, and since an instant. */
export function createTeamChanges(database: DatabaseSync) {
  const ofDomain = rowsOf(database, changeRow).query(
    `SELECT ${teamColumns} FROM team_rows WHERE domain = ? ORDER BY at DESC LIMIT ${mostTeamChanges}`,
  );
  const byNumber = rowsOf(database, changeRow.extend({ number: z.int() })).query(
    `SELECT number, ${teamColumns} FROM team_rows WHERE number IN (SELECT value FROM json_each(?))`,
  );
  const people = rowsOf(database, z.object({ by: z.string() })).query(
    `SELECT DISTINCT by FROM team_rows ORDER BY by LIMIT ${mostPeople}`,
  );
  const done = rowsOf(database, doneRow).query(`
    SELECT by, kind, count(DISTINCT domain) AS domains, max(at) AS at FROM team_rows WHERE at >= ? AND took_effect = 1
    GROUP BY by, kind ORDER BY max(at) DESC LIMIT ${mostPeople}`);
  return {
    /** The newest first. */
    ofDomain: (domain: string): readonly TeamChange[] => ofDomain.all(domain).map(changeOf),
    byNumber: (numbers: readonly number[]): ReadonlyMap<number, TeamChange> =>
      new Map(byNumber.all(JSON.stringify(numbers)).map(({ number, ...row }) => [number, changeOf(row)])),
    /** Who did something, and what was done since then: of each person and kind, how many domains. */
    done: (since: string) => ({ people: people.all().map(({ by }) => by), done: done.all(toMs(since)) }),
  };
}

const doneRow = z.object({ by: z.string(), kind: z.string(), domains: z.int(), at: instantColumn });

const twiceRow = z.object({
  id: z.string(),
  domain: z.string(),
  login: z.string(),
  by: z.string(),
  at: instantColumn,
  otherLogin: z.string(),
  otherBy: z.string(),
  otherAt: instantColumn,
});

/** Names that were perhaps paid for twice, as got known since an instant. */
export function createPaidTwice(database: DatabaseSync) {
  const all = rowsOf(database, twiceRow).from('paid_twice WHERE at >= ? ORDER BY at DESC LIMIT 500');
  return (since: string) => all.all(toMs(since));
}
