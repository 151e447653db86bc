import { notReadDomains } from '../batches/batches.ts';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { activityRequests } from '#shared/areas/activity.ts';
import { batch, batchAsk, mostFirstDomains, proposal } from '#shared/areas/batches.ts';
import { change, changeKind } from '#shared/areas/change-schemas.ts';
import {
  type ActivityBatch,
  type ActivityLine,
  type PaidSums,
  sumsOfParts,
} from '#shared/domain/activity.ts';
import type { Change } from '#shared/domain/change.ts';
import { isOfReal } from '../journal/changes.ts';
import { createCountChanges, type Filter, type Query, where } from '../journal/journal-repository.ts';
import { countOf, instantColumn, isOfCounted, isOfPresent, jsonColumn, rowsOf } from '../sqlite.ts';
import {
  amountSums,
  type AccountOf,
  createAccountsOf,
  outcomeRow,
  partsOf,
  sumRow,
  talliesOf,
} from './activity-sums.ts';
import {
  clientOf,
  countTeamLines,
  createTeamLines,
  createTeamQuery,
  isChange,
  lineRow,
  type OfTeam,
  partsOfTeam,
  teamLines,
  type TeamQuery,
  withTeam,
} from './team-activity.ts';

type Listed = z.output<typeof activityRequests.activity.list.input>;

interface PaidPage {
  readonly filter: Filter;
  readonly offset: number;
  readonly limit: number;
}

/** A change that was charged, or may have been. */
export interface PaidChange {
  readonly change: Change;
  /** Whose its domain is, or will be; empty where that is nobody's. */
  readonly client: string;
}

/** Changes and batches in one list, read page by page, and what they cost; derived from the journal and the batches at each call. */
export function createActivityRepository(database: DatabaseSync) {
  const countChanges = createCountChanges(database);
  const ofTeam = createTeamQuery(database);
  const sums = createSums(database, ofTeam);
  const list = createList(database, ofTeam);
  return {
    list: ({ filter, ...asked }: Listed) => list({ ...asked, filter: counted(filter) }),
    summary({ filter: asked }: { readonly filter: Filter }) {
      const filter = counted(asked);
      const own = countChanges(filter);
      return { ...own, ...withTeam(database, ofTeam, filter, own), sums: sums(filter) };
    },
    paid: createPaid(database),
  };
}

/** Of all accounts, those that are counted together. A batch is of one account, which is the one that it was asked of. */
const counted = (filter: Filter): Filter => (filter.batchId === null ? { ...filter, counted: true } : filter);

type Values = Query['values'];

// Each has every column that lists and filters ask for. Left to itself, SQLite takes one that has not, and reads the whole rows.
const byTime = 'journal_changes INDEXED BY journal_changes_by_time';
const inBatches = 'journal_changes INDEXED BY journal_changes_of_batches';
const amounts = 'journal_changes INDEXED BY journal_changes_amounts';

/** A condition more beside those of a filter. */
const also = ({ sql }: Query, condition: string): string =>
  sql === '' ? `WHERE ${condition}` : `${sql} AND ${condition}`;

function createList(database: DatabaseSync, ofTeam: OfTeam) {
  const batchesOf = createBatchLines(database);
  const changesOf = createChangeLines(database);
  const linesOfTeam = createTeamLines(database);
  return ({ filter, unfolded, offset, limit }: Listed) => {
    const team = ofTeam(filter);
    const counts = countLines(database, { filter, team, unfolded });
    const { sql, values } = linesQuery({ filter, team, unfolded }, offset, limit);
    const rows = rowsOf(database, lineRow)
      .query(sql)
      .all(...values);
    const own = rows.filter((row) => !isOfTeam(row));
    const teamLine = linesOfTeam(team, rows.filter(isOfTeam));
    const changes = changesOf(own.filter(isChange).map(({ number }) => number));
    const batches = batchesOf(
      filter,
      own.flatMap((row) => (isChange(row) ? [] : (row.batchId ?? []))),
    );
    const lines = rows.flatMap((row): ActivityLine[] => {
      if (isOfTeam(row)) return [teamLine(row)].filter((line) => line !== null);
      const found = batches.get(row.batchId ?? '');
      if (!isChange(row)) return found === undefined ? [] : [{ kind: 'batch', batch: found, at: row.at }];
      const one = changes.get(row.number);
      return one === undefined ? [] : [{ kind: 'change', isOfBatch: row.isOfBatch === 1, ...one }];
    });
    return { lines, ...counts };
  };
}

/** The numbers of colleagues' changes are below 0. */
const isOfTeam = ({ number }: z.output<typeof lineRow>): boolean => number < 0;

/**
 * The lines of a page: uncertain changes (part 0), then changes without a batch and batches by the time of their last change; after
 * an unfolded batch its changes, in their order.
 */
function linesQuery({ filter, team, unfolded }: Shown, offset: number, limit: number): Query {
  const of = where(filter);
  const unsent = unsentBatches(filter);
  const theirs = team === null ? null : teamLines(team, unfolded, offset + limit);
  return {
    // Of what is sorted, no more is taken than the page can reach.
    sql: `
      WITH groups AS (
        SELECT batch_id, max(at) AS at, max(number) AS number FROM ${inBatches}
        ${also(of, 'batch_id IS NOT NULL')} GROUP BY batch_id),
      single AS (
        SELECT at, number FROM ${byTime} ${also(of, 'batch_id IS NULL AND is_uncertain = 0')}
        ORDER BY at DESC, number DESC LIMIT ?),
      line (part, at, number, batch_id, is_of_batch, group_at, group_number) AS (
        SELECT 0, at, number, NULL, 0, at, number FROM journal_changes ${also(of, 'is_uncertain = 1')}
        UNION ALL SELECT 1, at, number, NULL, 0, at, number FROM single
        UNION ALL SELECT 1, at, number, batch_id, 0, at, number FROM groups
        UNION ALL SELECT 1, created_at, 0, id, 0, created_at, 0 FROM ${unsent.sql}
        UNION ALL SELECT 1, c.at, c.number, c.batch_id, 1, g.at, g.number FROM (
          SELECT at, number, batch_id FROM ${inBatches} ${also(of, 'batch_id IN (SELECT value FROM json_each(?))')}) c
          JOIN groups g ON g.batch_id = c.batch_id
        ${theirs?.sql ?? ''})
      SELECT at, number, batch_id AS batchId, is_of_batch AS isOfBatch FROM line
      ORDER BY part, group_at DESC, group_number DESC, batch_id, is_of_batch, abs(number) * (CASE is_of_batch WHEN 1 THEN 1 ELSE -1 END)
      LIMIT ? OFFSET ?`,
    values: [
      ...of.values,
      ...of.values,
      offset + limit,
      ...of.values,
      ...unsent.values,
      ...of.values,
      JSON.stringify(unfolded),
      ...(theirs?.values ?? []),
      limit,
      offset,
    ],
  };
}

interface Shown {
  readonly filter: Filter;
  readonly team: TeamQuery | null;
  readonly unfolded: readonly string[];
}

/** Batches without a change yet, which match where one of their rows does. A filter of states is one of changes; no colleague's is here. */
function unsentBatches({
  accountId,
  counted: isCountedAlone,
  states,
  without = [],
  kinds,
  text,
  batchId,
  domain,
  from,
  until,
  client,
  by,
}: Filter): Query {
  const isOfChanges = states !== null || without.length > 0 || (by ?? '') !== '';
  const conditions: readonly (readonly [sql: string, value: string | number | null | undefined])[] = [
    ['p.account_id = ?', accountId],
    ['p.id = ?', batchId],
    ['p.kind IN (SELECT value FROM json_each(?))', kinds === null ? null : JSON.stringify(kinds)],
    ['p.created_at >= ?', from == null ? null : Date.parse(from)],
    ['p.created_at < ?', until == null ? null : Date.parse(until)],
    [hasRow('instr(r.domain, ?) > 0'), text === '' ? null : text.toLowerCase()],
    [hasRow('r.domain = ?'), domain],
    [
      hasRow(
        'EXISTS (SELECT 1 FROM domains d WHERE d.account_id = p.account_id AND d.name = r.domain AND d.client = ?)',
      ),
      client,
    ],
  ];
  const used = conditions.filter(([, value]) => value != null);
  return {
    sql: `batches p WHERE ${isCountedAlone === true && accountId === null ? isOfCounted : isOfPresent} AND NOT EXISTS (SELECT 1 FROM journal_changes c WHERE c.batch_id = p.id)
      ${isOfChanges ? 'AND 0' : ''} ${used.map(([sql]) => `AND ${sql}`).join(' ')}`,
    values: used.flatMap(([, value]) => value ?? []),
  };
}

const hasRow = (condition: string): string =>
  `EXISTS (SELECT 1 FROM batch_rows r WHERE r.batch_id = p.id AND ${condition})`;

const countsRow = z.object({ uncertain: z.int(), single: z.int() });

function countLines(database: DatabaseSync, { filter, team, unfolded }: Shown) {
  const of = where(filter);
  const unsent = unsentBatches(filter);
  const count = (rows: string, values: Values): number => countOf(database, rows)(...values);
  const { uncertain, single } = rowsOf(database, countsRow)
    .query(
      `SELECT count(*) FILTER (WHERE is_uncertain = 1) AS uncertain,
        count(*) FILTER (WHERE batch_id IS NULL AND is_uncertain = 0) AS single FROM ${byTime} ${of.sql}`,
    )
    .get(...of.values);
  const batches = count(
    `(SELECT batch_id FROM ${inBatches} ${also(of, 'batch_id IS NOT NULL')} GROUP BY batch_id)`,
    of.values,
  );
  const ofUnfolded =
    unfolded.length === 0
      ? 0
      : count(`${inBatches} ${also(of, 'batch_id IN (SELECT value FROM json_each(?))')}`, [
          ...of.values,
          JSON.stringify(unfolded),
        ]);
  const own = uncertain + single + batches + count(unsent.sql, unsent.values) + ofUnfolded;
  return { total: own + (team === null ? 0 : countTeamLines(count, team, unfolded)), uncertain };
}

const changeLine = z.object({ change: jsonColumn(change), client: z.string() });

function createChangeLines(database: DatabaseSync) {
  const some = rowsOf(database, changeLine).query(`
    SELECT c.change, ${clientOf} AS client FROM journal_changes c WHERE c.number IN (SELECT value FROM json_each(?))`);
  return (numbers: readonly number[]) =>
    new Map(some.all(JSON.stringify(numbers)).map((row) => [row.change.number, row]));
}

const recordRow = z.object({
  ...batch.pick({ state: true, stoppedBy: true, accountId: true }).shape,
  id: z.string(),
  kind: changeKind,
  ask: jsonColumn(batchAsk),
  createdAt: instantColumn,
  rows: z.int(),
  leftOut: z.int(),
  notRead: z.int(),
  proposal: jsonColumn(proposal).nullable(),
});
const domainRow = z.object({ batchId: z.string(), domain: z.string() });

function createBatchLines(database: DatabaseSync) {
  const accounts = createAccountsOf(database);
  const records = rowsOf(database, recordRow).query(`
    SELECT p.id, p.account_id AS accountId, p.kind, p.ask, p.state, p.created_at AS createdAt, p.stopped_by AS stoppedBy,
      p.proposal, ${notReadDomains} AS notRead, count(r.number) AS rows, count(CASE WHEN r.step IS NULL AND (r.left_out IS NOT NULL OR r.by_hand = 1) THEN 1 END) AS leftOut
    FROM batches p LEFT JOIN batch_rows r ON r.batch_id = p.id
    WHERE p.id IN (SELECT value FROM json_each(?)) GROUP BY p.id`);
  const firstRows = rowsOf(database, domainRow).query(`
    SELECT batch_id AS batchId, domain FROM batch_rows
    WHERE batch_id IN (SELECT value FROM json_each(?)) AND number < ${3 * mostFirstDomains} AND step IS NULL ORDER BY number`);
  const firstChanges = rowsOf(database, domainRow).query(`
    SELECT u.value AS batchId, c.domain FROM json_each(?) u JOIN journal_changes c ON c.number IN (
      SELECT number FROM journal_changes WHERE batch_id = u.value ORDER BY number LIMIT ${mostFirstDomains})`);

  return (filter: Filter, ids: readonly string[]): ReadonlyMap<string, ActivityBatch> => {
    if (ids.length === 0) return new Map();
    const asked = JSON.stringify(ids);
    const of = where(filter);
    const outcomes = Map.groupBy(
      rowsOf(database, outcomeRow)
        .query(
          `SELECT batch_id AS batchId, account_id AS accountId, kind, state, took_effect AS tookEffect, currency, amount_by AS amountBy,
            count(*) AS count, ${amountSums}
          FROM ${inBatches} ${also(of, 'batch_id IN (SELECT value FROM json_each(?))')}
          GROUP BY batch_id, account_id, kind, state, took_effect, currency, amount_by`,
        )
        .all(...of.values, asked),
      ({ batchId }) => batchId,
    );
    const stored = new Map(records.all(asked).map((record) => [record.id, record]));
    const deleted = ids.filter((id) => !stored.has(id));
    const first = Map.groupBy(
      [...firstRows.all(asked), ...firstChanges.all(JSON.stringify(deleted))],
      ({ batchId }) => batchId,
    );
    const accountOf = accounts();
    return new Map(
      ids.flatMap((id) => {
        const firstDomains = (first.get(id) ?? []).slice(0, mostFirstDomains).map(({ domain }) => domain);
        const found = batchLine(id, stored.get(id) ?? null, outcomes.get(id) ?? [], accountOf);
        return found === null ? [] : [[id, { ...found, firstDomains }]];
      }),
    );
  };
}

function batchLine(
  id: string,
  record: z.output<typeof recordRow> | null,
  outcomes: readonly z.output<typeof outcomeRow>[],
  accountOf: AccountOf,
): Omit<ActivityBatch, 'firstDomains'> | null {
  const { accountId, kind } = record ?? outcomes[0] ?? {};
  if (accountId === undefined || kind === undefined) return null;
  return {
    id,
    accountId,
    kind,
    record,
    changes: talliesOf(outcomes),
    sums: sumsOfParts(partsOf(outcomes, accountOf)),
  };
}

function createSums(database: DatabaseSync, ofTeam: OfTeam): (filter: Filter) => PaidSums {
  const accounts = createAccountsOf(database);
  return (filter) => {
    const of = where(filter);
    const rows = rowsOf(database, sumRow)
      .query(
        `SELECT account_id AS accountId, state, currency, amount_by AS amountBy, count(*) AS count, ${amountSums}
        FROM ${amounts} ${also(of, 'amount_by IS NOT NULL')} GROUP BY account_id, state, currency, amount_by`,
      )
      .all(...of.values);
    const accountOf = accounts();
    return sumsOfParts([...partsOf(rows, accountOf), ...partsOfTeam(database, ofTeam(filter), accountOf)]);
  };
}

/** Pages of paid changes, in the order in which they were sent: what real money was paid for, whichever account is asked for. */
function createPaid(database: DatabaseSync) {
  return ({ filter, offset, limit }: PaidPage): readonly PaidChange[] => {
    const of = where(filter);
    return rowsOf(database, changeLine)
      .query(
        `SELECT c.change, ${clientOf} AS client FROM journal_changes c WHERE c.number IN (
          SELECT number FROM ${amounts} ${also(of, `amount_by IS NOT NULL AND ${isOfReal}`)} ORDER BY at, number LIMIT ? OFFSET ?)
        ORDER BY c.at, c.number`,
      )
      .all(...of.values, limit, offset);
  };
}
