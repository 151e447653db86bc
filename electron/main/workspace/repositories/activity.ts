import { domainsOfTask, excludedDomains, isExcluded, notReadDomains } from '../batches/batches.ts';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { activityListing } from '#shared/areas/activity.ts';
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
import {
  createCountChanges,
  type Filter,
  type Query,
  type ReadChanges,
  readOwn,
} from '../journal/journal-repository.ts';
import { countOf, instantColumn, isOfCounted, isOfPresent, jsonColumn, rowsOf } from '../sqlite.ts';
import {
  accountIn,
  amountSums,
  type AccountOf,
  createAccountsOf,
  type Outcomes,
  outcomeRow,
  partsOf,
  sumRow,
  talliesOf,
} from './activity-sums.ts';
import {
  clientOf,
  createChangesOfAll,
  createTeamLines,
  isChange,
  type LineRow,
  lineRow,
} from './team-activity.ts';
import { serviceText } from './team-rows.ts';

type Listed = z.output<typeof activityListing>;

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
  const count = createCountChanges(database);
  const changesOfAll = createChangesOfAll(database);
  const sums = createSums(database);
  const list = createList(database);
  return {
    list({ filter: asked, ...page }: Listed) {
      const filter = counted(asked);
      return list({ ...page, filter, read: changesOfAll(filter.accountId) });
    },
    summary({ filter: asked }: { readonly filter: Filter }) {
      const filter = counted(asked);
      const read = changesOfAll(filter.accountId);
      const ofTeam = read({ filter, columns: 'number', and: 'AND number < 0' });
      return {
        ...count(filter, read),
        ofTeam: countOf(database, `(${ofTeam.sql})`)(...ofTeam.values),
        sums: sums(filter, read),
      };
    },
    paid: createPaid(database),
  };
}

/** Of all accounts, those that are counted together. A batch is of one account, which is the one that it was asked of. */
const counted = (filter: Filter): Filter => (filter.batchId === null ? { ...filter, counted: true } : filter);

interface Shown extends Listed {
  readonly read: ReadChanges;
}

const ofBatches = 'batch_id IN (SELECT value FROM json_each(?))';
const inList = `AND ${ofBatches}`;

function createList(database: DatabaseSync) {
  const outcomesOf = createOutcomes(database);
  const batchesOf = createBatchLines(database);
  const changesOf = createChangeLines(database);
  const linesOfTeam = createTeamLines(database);
  return (shown: Shown) => {
    const { sql, values } = linesQuery(shown);
    const rows = rowsOf(database, lineRow)
      .query(sql)
      .all(...values);
    const outcomes = outcomesOf(
      shown,
      rows.flatMap((row) => (isChange(row) ? [] : (row.batchId ?? []))),
    );
    const singles = rows.filter(isChange);
    const ofTeam = linesOfTeam(shown.read, singles.filter(isOfTeam));
    const changes = changesOf(singles.map(({ number }) => number));
    const batches = batchesOf(
      outcomes,
      rows.filter((row) => !isChange(row)),
    );
    const lines = rows.flatMap((row): readonly ActivityLine[] => {
      const found = batches.get(row.batchId ?? '');
      if (!isChange(row)) return found === undefined ? [] : [{ kind: 'batch', batch: found, at: row.at }];
      const one = changes.get(row.number);
      if (one !== undefined) return [{ kind: 'change', isOfBatch: row.isOfBatch === 1, ...one }];
      return [ofTeam.get(row.number)].filter((line) => line !== undefined);
    });
    return { lines, ...countLines(database, shown) };
  };
}

/** The numbers of colleagues' changes are below 0. */
const isOfTeam = ({ number }: LineRow): boolean => number < 0;

/**
 * The lines of a page: uncertain changes (part 0), then changes without a batch and batches by the time of their last change; after
 * an unfolded batch its changes, in their order.
 */
function linesQuery({ filter, read, unfolded, offset, limit }: Shown): Query {
  const [columns, value] = ['at, number, batch_id', JSON.stringify(unfolded)];
  const groups = read({
    filter,
    columns: 'batch_id, max(at) AS at, max(number) AS number',
    from: 'inBatches',
    and: 'GROUP BY batch_id',
  });
  const single = read({ filter, columns, from: 'byTime', and: 'AND batch_id IS NULL AND is_uncertain = 0' });
  const uncertain = read({ filter, columns, and: 'AND is_uncertain = 1' });
  const unsent = unsentBatches(filter);
  const ofUnfolded = read({ filter, columns, from: 'inBatches', and: inList, values: [value] });
  return {
    // Of what is sorted, no more is taken than the page can reach.
    sql: `
      WITH groups AS (${groups.sql}),
      single AS (${single.sql} ORDER BY at DESC, number DESC LIMIT ?),
      line (part, at, number, batch_id, is_of_batch, group_at, group_number) AS (
        SELECT 0, at, number, NULL, 0, at, number FROM (${uncertain.sql})
        UNION ALL SELECT 1, at, number, NULL, 0, at, number FROM single
        UNION ALL SELECT 1, at, number, batch_id, 0, at, number FROM groups
        UNION ALL SELECT 1, created_at, 0, id, 0, created_at, 0 FROM ${unsent.sql}
        UNION ALL SELECT 1, c.at, c.number, c.batch_id, 1, g.at, g.number FROM (${ofUnfolded.sql}) c
          JOIN groups g ON g.batch_id = c.batch_id)
      SELECT at, number, batch_id AS batchId, is_of_batch AS isOfBatch FROM line
      ORDER BY part, group_at DESC, group_number DESC, batch_id, is_of_batch, abs(number) * (CASE is_of_batch WHEN 1 THEN 1 ELSE -1 END)
      LIMIT ? OFFSET ?`,
    values: [
      ...groups.values,
      ...single.values,
      offset + limit,
      ...uncertain.values,
      ...unsent.values,
      ...ofUnfolded.values,
      limit,
      offset,
    ],
  };
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

const countsRow = z.object({
  uncertain: z.int(),
  single: z.int(),
  batches: z.int(),
  ofUnfolded: z.int(),
  unsent: z.int(),
});

function countLines(database: DatabaseSync, { filter, read, unfolded }: Shown) {
  const unsent = unsentBatches(filter);
  const alone = read({
    filter,
    columns: `count(*) FILTER (WHERE is_uncertain = 1) AS uncertain,
      count(*) FILTER (WHERE batch_id IS NULL AND is_uncertain = 0) AS single`,
    from: 'byTime',
  });
  const batches = read({ filter, columns: 'count(DISTINCT batch_id) AS count', from: 'inBatches' });
  const [columns, value] = ['count(*) AS count', JSON.stringify(unfolded)];
  const ofUnfolded = read({ filter, columns, from: 'inBatches', and: inList, values: [value] });
  const { uncertain, ...others } = rowsOf(database, countsRow)
    .query(
      `SELECT sum(uncertain) AS uncertain, sum(single) AS single, (SELECT sum(count) FROM (${batches.sql})) AS batches,
        (SELECT sum(count) FROM (${ofUnfolded.sql})) AS ofUnfolded, (SELECT count(*) FROM ${unsent.sql}) AS unsent
      FROM (${alone.sql})`,
    )
    .get(...batches.values, ...ofUnfolded.values, ...unsent.values, ...alone.values);
  return { total: Object.values(others).reduce((sum, count) => sum + count, uncertain), uncertain };
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
  domains: z.int(),
  leftOut: z.int(),
  notRead: z.int(),
  proposal: jsonColumn(proposal).nullable(),
});
const domainRow = z.object({ batchId: z.string(), domain: z.string() });
const madeRow = z.object({ batchId: z.string(), by: z.string(), login: z.string() });

/** What became of the changes of batches that match. */
function createOutcomes(database: DatabaseSync) {
  return ({ filter, read }: Shown, ids: readonly string[]): Outcomes => {
    if (ids.length === 0) return new Map();
    const { sql, values } = read({
      filter,
      columns: `batch_id AS batchId, account_id AS accountId, kind, state, took_effect AS tookEffect, currency, amount_by AS amountBy,
        count(*) AS count, ${amountSums}`,
      from: 'inBatches',
      and: `${inList} GROUP BY batch_id, account_id, kind, state, took_effect, currency, amount_by`,
      values: [JSON.stringify(ids)],
    });
    const found = rowsOf(database, outcomeRow)
      .query(sql)
      .all(...values);
    return Map.groupBy(found, ({ batchId }) => batchId);
  };
}

function createBatchLines(database: DatabaseSync) {
  const accounts = createAccountsOf(database);
  const records = rowsOf(database, recordRow).query(`
    SELECT p.id, p.account_id AS accountId, p.kind, p.ask, p.state, p.created_at AS createdAt, p.stopped_by AS stoppedBy,
      p.proposal, ${notReadDomains} AS notRead, ${domainsOfTask} AS domains, ${excludedDomains} AS leftOut
    FROM batches p LEFT JOIN batch_rows r ON r.batch_id = p.id
    WHERE p.id IN (SELECT value FROM json_each(?)) GROUP BY p.id`);
  const firstRows = rowsOf(database, domainRow).query(`
    SELECT batchId, domain FROM (
      SELECT batch_id AS batchId, domain, row_number() OVER (PARTITION BY batch_id ORDER BY ${isExcluded}, number) AS place
      FROM batch_rows r WHERE ${ofBatches} AND step IS NULL) WHERE place <= ${mostFirstDomains} ORDER BY place`);
  const firstChanges = rowsOf(database, domainRow).query(`
    SELECT u.value AS batchId, c.domain FROM json_each(?) u JOIN journal_changes c ON c.number IN (
      SELECT number FROM journal_changes WHERE batch_id = u.value ORDER BY number LIMIT ${mostFirstDomains})`);

  const made = rowsOf(database, madeRow).query(`
    SELECT batch_id AS batchId, min(by) AS by, min(login) AS login FROM team_rows WHERE ${ofBatches} GROUP BY batch_id`);
  const firstOfTeam = rowsOf(database, domainRow).query(`
    SELECT batchId, domain FROM (
      SELECT batch_id AS batchId, domain, row_number() OVER (PARTITION BY batch_id ORDER BY number DESC) AS place FROM team_rows
      WHERE ${ofBatches}) WHERE place <= ${mostFirstDomains}`);

  return (outcomes: Outcomes, rows: readonly LineRow[]): ReadonlyMap<string, ActivityBatch> => {
    if (rows.length === 0) return new Map();
    const ids = rows.map(({ batchId }) => batchId ?? '');
    const asked = JSON.stringify(ids);
    const theirs = JSON.stringify(rows.filter(isOfTeam).map(({ batchId }) => batchId));
    const madeBy = new Map(
      made.all(theirs).map(({ batchId, by, login }) => [batchId, { by, service: serviceText(login) }]),
    );
    const stored = new Map(records.all(asked).map((record) => [record.id, record]));
    const deleted = ids.filter((id) => !stored.has(id));
    const first = Map.groupBy(
      [...firstRows.all(asked), ...firstChanges.all(JSON.stringify(deleted)), ...firstOfTeam.all(theirs)],
      ({ batchId }) => batchId,
    );
    const accountOf = accounts();
    return new Map(
      ids.flatMap((id) => {
        const firstDomains = (first.get(id) ?? []).slice(0, mostFirstDomains).map(({ domain }) => domain);
        const found = batchLine(id, stored.get(id) ?? null, outcomes.get(id) ?? [], accountOf);
        return found === null ? [] : [[id, { ...found, firstDomains, team: madeBy.get(id) ?? null }]];
      }),
    );
  };
}

function batchLine(
  id: string,
  record: z.output<typeof recordRow> | null,
  outcomes: readonly z.output<typeof outcomeRow>[],
  accountOf: AccountOf,
): Omit<ActivityBatch, 'firstDomains' | 'team'> | null {
  const { accountId, kind } = record ?? outcomes[0] ?? {};
  if (accountId === undefined || kind === undefined) return null;
  return {
    id,
    accountId: accountIn(accountId),
    kind,
    record,
    changes: talliesOf(outcomes),
    sums: sumsOfParts(partsOf(outcomes, accountOf)),
  };
}

function createSums(database: DatabaseSync): (filter: Filter, read: ReadChanges) => PaidSums {
  const accounts = createAccountsOf(database);
  return (filter, read) => {
    const { sql, values } = read({
      filter,
      columns: `account_id AS accountId, state, currency, amount_by AS amountBy, count(*) AS count, ${amountSums}`,
      from: 'amounts',
      and: 'GROUP BY account_id, state, currency, amount_by',
    });
    const rows = rowsOf(database, sumRow)
      .query(sql)
      .all(...values);
    return sumsOfParts(partsOf(rows, accounts()));
  };
}

/** Pages of paid changes, in the order in which they were sent: what real money was paid for, whichever account is asked for. */
function createPaid(database: DatabaseSync) {
  return ({ filter, offset, limit }: PaidPage): readonly PaidChange[] => {
    const numbers = readOwn({
      filter,
      columns: 'number',
      from: 'amounts',
      and: `AND ${isOfReal} ORDER BY at, number LIMIT ? OFFSET ?`,
      values: [limit, offset],
    });
    return rowsOf(database, changeLine)
      .query(
        `SELECT c.change, ${clientOf} AS client FROM journal_changes c WHERE c.number IN (${numbers.sql})
        ORDER BY c.at, c.number`,
      )
      .all(...numbers.values);
  };
}
