import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { changeState } from '#shared/areas/change-schemas.ts';
import { price } from '#shared/areas/common-schemas.ts';
import { loginIn } from '#shared/domain/account.ts';
import { changeKinds, type ChangeState, isPaid } from '#shared/domain/change-kinds.ts';
import { decimalText, once, tenThousandths } from '#shared/domain/counting.ts';
import { mostPeople, mostTeamChanges } from '#shared/domain/team-troubles.ts';
import type { TeamChange } from '#shared/domain/activity.ts';
import { instantColumn, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import { createLogins } from './accounts.ts';

/** What an entry of the team's journal says, as far as it is listed. A newer version may say more, or otherwise: then it is not known. */
const entryBody = z
  .object({
    state: changeState.nullable().catch(null),
    outcome: z.string().nullable().catch(null),
    readBack: z.int().nullable().catch(null),
    finding: z.string().nullable().catch(null),
    batchId: z.uuid().nullable().catch(null),
    what: z.object({ price }).nullable().catch(null),
  })
  .partial();
type EntryBody = z.output<typeof entryBody>;

const entryRow = z.object({
  seq: z.int(),
  at: z.string(),
  by: z.string(),
  isOwn: z.int(),
  id: z.string(),
  baseUrl: z.string(),
  username: z.string(),
  domain: z.string(),
  kind: z.string(),
  event: z.string(),
  body: jsonColumn(entryBody),
});
type Entry = z.output<typeof entryRow>;

/** A state as the columns have it: of `settled`, which way is in `tookEffect`. */
interface RowState {
  readonly state: ChangeState;
  readonly tookEffect: boolean;
}

const stateRow = z.object({ state: changeState, tookEffect: z.int() });

/** What a change's entries of a page come to. */
interface Folded extends Entry {
  readonly sentAt: string | null;
  readonly batchId: string | null;
  readonly price: z.output<typeof price> | null;
  readonly now: RowState;
}

const perPage = 5_000;

/**
 * The changes of colleagues, one row each, as far as `team_changes` has entries of them: what lists and sums read. Those of this
 * workspace, whatever it was called in the team, are in its own journal.
 */
export function createTeamRows(database: DatabaseSync) {
  const news = rowsOf(database, entryRow).query(`
    SELECT c.seq, c.at, c.by, c.desk IS t.desk_id AS isOwn, c.change_id AS id, coalesce(c.service_base_url, '') AS baseUrl,
      coalesce(c.service_username, '') AS username, c.domain, c.kind, c.event, c.body
    FROM team t JOIN team_changes c ON c.team_id = t.team_id
    WHERE c.seq > t.listed_seq AND c.change_id IS NOT NULL AND c.domain IS NOT NULL AND c.kind IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM journal_changes j WHERE j.id = c.change_id)
    ORDER BY c.seq LIMIT ${perPage}`);
  const listed = once(() => database.prepare('UPDATE team SET listed_seq = ?'));
  const allListed = once(() => database.prepare('UPDATE team SET listed_seq = last_seq'));
  const forget = once(() => database.prepare('DELETE FROM team_rows WHERE team_id = ?'));
  const foldedOf = createFolding(database);
  const store = createWriting(database);
  return {
    /** Lists what `team_changes` has more, in the caller's transaction. */
    update(): void {
      for (;;) {
        const entries = news.all();
        for (const change of foldedOf(entries)) store(change);
        const last = entries.at(-1);
        if (last === undefined || entries.length < perPage) break;
        listed().run(last.seq);
      }
      allListed().run();
    },
    forget: (teamId: string): void => void forget().run(teamId),
  };
}

/** What the entries of a page make of each change. */
function createFolding(database: DatabaseSync) {
  const before = rowsOf(database, stateRow).query(
    'SELECT state, took_effect AS tookEffect FROM team_rows WHERE id = ?',
  );
  const found = rowsOf(database, z.object({ body: jsonColumn(entryBody) })).query(
    'SELECT c.body FROM team t JOIN team_changes c ON c.team_id = t.team_id AND c.seq = ?',
  );

  function storedState(id: string): RowState | null {
    const stored = before.find(id);
    return stored === null ? null : { state: stored.state, tookEffect: stored.tookEffect === 1 };
  }

  const findingAt = (seq: number): string | null => found.find(seq)?.body.finding ?? null;

  return (entries: readonly Entry[]): Iterable<Folded> => {
    const changes = new Map<string, Folded>();
    for (const entry of entries) {
      const known = changes.get(entry.id) ?? null;
      const earlier = known?.now ?? storedState(entry.id);
      // What begins with another event, or at this desk, is none that is listed here.
      if (earlier === null && (entry.isOwn === 1 || !begins.has(entry.event))) continue;
      const now = stateAfter(entry, earlier, findingAt);
      if (now !== null) changes.set(entry.id, foldedWith(known, entry, now));
    }
    return changes.values();
  };
}

function foldedWith(known: Folded | null, entry: Entry, now: RowState): Folded {
  const { event, at, body } = entry;
  return {
    ...(known ?? entry),
    sentAt: event === 'sent' ? at : (known?.sentAt ?? null),
    batchId: body.batchId ?? known?.batchId ?? null,
    price: body.what?.price ?? known?.price ?? null,
    now,
  };
}

function createWriting(database: DatabaseSync): (change: Folded) => void {
  const logins = once(() => createLogins(database));
  // Selected from `team`, it might be several rows: SQLite would note each page before it is changed, and take twice the time.
  const put = once(() =>
    database.prepare(`
    INSERT INTO team_rows (number, id, team_id, by, login, domain, kind, state, took_effect, at, batch_id, is_paid, amount, currency)
      VALUES (?, ?, (SELECT team_id FROM team), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, took_effect = excluded.took_effect, at = coalesce(?, at),
      batch_id = coalesce(excluded.batch_id, batch_id), amount = coalesce(excluded.amount, amount),
      currency = coalesce(excluded.currency, currency)`),
  );
  return ({ seq, id, by, baseUrl, username, domain, kind, at, sentAt, batchId, price: cost, now }) => {
    put().run(
      ...[-seq, id, by, logins().of({ baseUrl, username }), domain, kind, now.state, now.tookEffect ? 1 : 0],
      ...[toMs(sentAt ?? at), batchId, isPaidKind(kind) ? 1 : 0, amountIn(cost)],
      ...[cost?.kind === 'given' ? cost.currency : null, sentAt === null ? null : toMs(sentAt)],
    );
  };
}

/** In ten-thousandths; null where none is given that a sum can be made of. */
function amountIn(cost: Folded['price']): number | null {
  const amount = cost?.kind === 'given' ? tenThousandths(cost.amount) : null;
  return amount !== null && amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null;
}

/** A change's first entry. */
const begins: ReadonlySet<string> = new Set(['held', 'sent', 'settled']);

const isPaidKind = (kind: string): boolean => changeKinds.some((known) => known === kind && isPaid(known));

const notSent: RowState = { state: 'withdrawn', tookEffect: false };

/**
 * What an entry makes of a change.
 *
 * @param findingAt What an admin found about it, by the entry that says so.
 */
function stateAfter(
  { event, body }: Entry,
  now: RowState | null,
  findingAt: (seq: number) => string | null,
): RowState | null {
  switch (event) {
    case 'held':
      return { state: 'planned', tookEffect: false };
    case 'sent':
      return { state: 'sending', tookEffect: false };
    case 'settled':
      return settledState(body);
    case 'lease-ended':
      return notSent;
    case 'released':
      // Only of what was sent, an admin has said what the service shows.
      return body.readBack == null ? notSent : releasedState(findingAt(body.readBack));
    default:
      return now;
  }
}

function releasedState(finding: string | null): RowState {
  if (finding === null || finding === 'cannot-tell') return { state: 'uncertain', tookEffect: false };
  return { state: 'settled', tookEffect: finding === 'took-effect' };
}

function settledState({ outcome, state }: EntryBody): RowState {
  if (outcome === 'took-effect')
    return { state: state === 'applied' || state === 'settled' ? state : 'confirmed', tookEffect: true };
  if (outcome === 'had-no-effect')
    return { state: state === 'refused' || state === 'settled' ? state : 'not-applied', tookEffect: false };
  return outcome === 'unsent' ? notSent : { state: 'uncertain', tookEffect: false };
}

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
