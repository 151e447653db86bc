import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { mostFirstDomains } from '#shared/areas/batches.ts';
import { changeState } from '#shared/areas/change-schemas.ts';
import { type ActivityLine, type PaidPart, sumsOfParts } from '#shared/domain/activity.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import type { sharingStates } from '#shared/domain/change-kinds.ts';
import { type createCountChanges, type Filter, type Query, where } from '../journal/journal-repository.ts';
import { countOf, instantColumn, rowsOf } from '../sqlite.ts';
import { createLogins } from './accounts.ts';
import {
  amountSums,
  type AccountOf,
  createAccountsOf,
  outcomeRow,
  partsOf,
  sumRow,
  talliesOf,
} from './activity-sums.ts';
import { createTeamChanges, serviceText } from './team-rows.ts';

// Colleagues' changes among the lines of the activity. Their numbers are below 0.

export const lineRow = z.object({
  at: instantColumn,
  number: z.int(),
  batchId: z.string().nullable(),
  isOfBatch: z.int(),
});

/** For changes `c`: whose the domain is, or will be. */
export const clientOf = `coalesce(
  (SELECT nullif(d.client, '') FROM domains d WHERE d.account_id = c.account_id AND d.name = c.domain),
  (SELECT o.client FROM ordered_clients o WHERE o.account_id = c.account_id AND o.domain = c.domain), '')`;

export const isChange = ({ batchId, isOfBatch }: z.output<typeof lineRow>): boolean =>
  batchId === null || isOfBatch === 1;

/** Colleagues' changes that match a filter; with the columns of `journal_changes` that lists and sums name. */
export interface TeamQuery {
  readonly rows: string;
  /** The conditions, each whole: `WHERE 1 AND …`. */
  readonly where: string;
  readonly values: readonly (string | number)[];
}

/**
 * Colleagues' changes, each with the account of this workspace that has its login. Null where there are none, as without a team.
 *
 * Of `filter.by` the empty text is the person at this workspace, who may have another one.
 */
export function createTeamQuery(database: DatabaseSync) {
  const logins = createLogins(database);
  const some = rowsOf(database, z.object({ number: z.int() })).query('SELECT number FROM team_rows LIMIT 1');
  const accounts = rowsOf(database, z.object({ id: z.string() })).from(
    'accounts ORDER BY removed_at IS NOT NULL, added',
  );
  return ({ by, ...filter }: Filter): TeamQuery | null => {
    if (some.find() === null) return null;
    const ids = filter.accountId === null ? accounts.all().map(({ id }) => id) : [filter.accountId];
    const accountOf = new Map<string, string>();
    for (const id of ids) {
      const login = logins.ofAccount(id);
      if (login !== null && !accountOf.has(login)) accountOf.set(login, id);
    }
    const { without = [], ...rest } = filter;
    // What a colleague does at the practice service stays with him.
    const matching = where({ ...rest, counted: false });
    // What a colleague's journal confirms was seen by nobody here: it counts as accepted.
    const unlike = without.flatMap((shown) => unlikeOf[shown] ?? []);
    const isBy = by == null ? '' : by === '' ? ' AND by = (SELECT user FROM team)' : ' AND by = ?';
    return {
      rows: `(SELECT r.*, l.value ->> 1 AS account_id FROM team_rows r LEFT JOIN json_each(?) l ON l.value ->> 0 = r.login)`,
      where: `${[matching.sql === '' ? ' WHERE 1' : matching.sql, ...unlike].join(' AND ')}${isBy}`,
      values: [JSON.stringify([...accountOf]), ...matching.values, ...(by ? [by] : [])],
    };
  };
}

const unlikeOf: Partial<Readonly<Record<(typeof sharingStates)[number], string>>> = {
  accepted: "state <> 'confirmed'",
  applied: "state <> 'applied'",
};

/** Of colleagues: changes without a batch, batches, and the changes of unfolded ones. */
export function teamLines(
  { rows, where: matching, values }: TeamQuery,
  unfolded: readonly string[],
  most: number,
): Query {
  const groups = `SELECT batch_id, max(at) AS at, min(number) AS number FROM ${rows}${matching} AND batch_id IS NOT NULL GROUP BY batch_id`;
  return {
    sql: `
      UNION ALL SELECT * FROM (SELECT 1, at, number, NULL, 0, at, number FROM ${rows}${matching} AND batch_id IS NULL
        ORDER BY at DESC, number LIMIT ?)
      UNION ALL SELECT 1, at, number, batch_id, 0, at, number FROM (${groups})
      UNION ALL SELECT 1, c.at, c.number, c.batch_id, 1, g.at, g.number FROM (
        SELECT at, number, batch_id FROM ${rows}${matching} AND batch_id IN (SELECT value FROM json_each(?))) c
        JOIN (${groups}) g ON g.batch_id = c.batch_id`,
    values: [...values, most, ...values, ...values, JSON.stringify(unfolded), ...values],
  };
}

export function countTeamLines(
  count: (rows: string, values: Query['values']) => number,
  { rows, where: matching, values }: TeamQuery,
  unfolded: readonly string[],
): number {
  const all = `${rows}${matching}`;
  return (
    count(`${all} AND batch_id IS NULL`, values) +
    count(`(SELECT DISTINCT batch_id FROM ${all} AND batch_id IS NOT NULL)`, values) +
    (unfolded.length === 0
      ? 0
      : count(`${all} AND batch_id IN (SELECT value FROM json_each(?))`, [
          ...values,
          JSON.stringify(unfolded),
        ]))
  );
}

/** The lines of colleagues' changes and batches on a page. */
export function createTeamLines(database: DatabaseSync) {
  const { byNumber } = createTeamChanges(database);
  const accounts = createAccountsOf(database);
  const outcomeOfTeam = outcomeRow.extend({
    accountId: z.string().nullable(),
    kind: z.string(),
    by: z.string(),
    login: z.string(),
  });
  const firstDomains = rowsOf(database, z.object({ batchId: z.string(), domain: z.string() })).query(`
    SELECT batchId, domain FROM (
      SELECT batch_id AS batchId, domain, row_number() OVER (PARTITION BY batch_id ORDER BY number DESC) AS place FROM team_rows
      WHERE batch_id IN (SELECT value FROM json_each(?))) WHERE place <= ${mostFirstDomains}`);
  return (team: TeamQuery | null, rows: readonly z.output<typeof lineRow>[]) => {
    if (team === null || rows.length === 0) return () => null;
    const changes = byNumber(rows.filter(isChange).map(({ number }) => number));
    const ids = rows.flatMap((row) => (isChange(row) ? [] : (row.batchId ?? [])));
    const accountOf = new Map(
      rowsOf(database, z.object({ number: z.int(), accountId: z.string().nullable(), client: z.string() }))
        .query(
          `SELECT c.number, c.account_id AS accountId, ${clientOf} AS client FROM ${team.rows} c
          WHERE c.number IN (SELECT value FROM json_each(?))`,
        )
        .all(team.values[0] ?? '', JSON.stringify([...changes.keys()]))
        .map((row) => [row.number, row]),
    );
    const outcomes = Map.groupBy(
      ids.length === 0
        ? []
        : rowsOf(database, outcomeOfTeam)
            .query(
              `SELECT batch_id AS batchId, account_id AS accountId, min(by) AS by, min(login) AS login, kind, state,
                took_effect AS tookEffect, currency, amount_by AS amountBy, count(*) AS count,
                ${amountSums}
              FROM ${team.rows}${team.where} AND batch_id IN (SELECT value FROM json_each(?))
              GROUP BY batch_id, account_id, kind, state, took_effect, currency, amount_by`,
            )
            .all(...team.values, JSON.stringify(ids)),
      ({ batchId }) => batchId,
    );
    const firstOf = Map.groupBy(firstDomains.all(JSON.stringify(ids)), ({ batchId }) => batchId);
    const accountOfId = accounts();
    return (row: z.output<typeof lineRow>): ActivityLine | null => {
      const change = changes.get(row.number);
      const of = accountOf.get(row.number);
      if (isChange(row))
        return change === undefined || of === undefined
          ? null
          : {
              kind: 'team',
              isOfBatch: row.isOfBatch === 1,
              change,
              accountId: of.accountId,
              client: of.client,
            };
      const found = outcomes.get(row.batchId ?? '') ?? [];
      const [first] = found;
      if (first === undefined) return null;
      return {
        kind: 'team-batch',
        at: row.at,
        batch: {
          ...{ id: first.batchId, by: first.by, kind: first.kind, accountId: first.accountId },
          service: serviceText(first.login),
          firstDomains: (firstOf.get(first.batchId) ?? []).map(({ domain }) => domain),
          changes: talliesOf(found),
          sums: sumsOfParts(partsOf(found.map(withWhose), accountOfId)),
        },
      };
    };
  };
}

export type OfTeam = ReturnType<typeof createTeamQuery>;

const stateRow = z.object({ state: changeState, count: z.int() });

/** The counts with those of colleagues' changes; nothing where there are none. */
export function withTeam(
  database: DatabaseSync,
  ofTeam: OfTeam,
  filter: Filter,
  own: ReturnType<ReturnType<typeof createCountChanges>>,
) {
  const count = (asked: Filter): number => {
    const team = ofTeam(asked);
    return team === null ? 0 : countOf(database, `${team.rows}${team.where}`)(...team.values);
  };
  const whatever = ofTeam({ ...filter, states: null, without: [] });
  if (whatever === null) return { ofTeam: 0 };
  const states = rowsOf(database, stateRow)
    .query(`SELECT state, count(*) AS count FROM ${whatever.rows}${whatever.where} GROUP BY state`)
    .all(...whatever.values);
  const { accountId, domain } = filter;
  return {
    total: own.total + count(filter),
    unfiltered: own.unfiltered + count({ ...emptyChangeFilter, accountId, domain }),
    accepted: own.accepted + (states.find(({ state }) => state === 'confirmed')?.count ?? 0),
    ofTeam: count(filter),
    byState: {
      ...own.byState,
      ...Object.fromEntries(
        states.map(({ state, count: more }) => [state, (own.byState[state] ?? 0) + more]),
      ),
    },
  };
}

/** What colleagues' changes cost. */
export function partsOfTeam(
  database: DatabaseSync,
  team: TeamQuery | null,
  accountOf: AccountOf,
): readonly PaidPart[] {
  if (team === null) return [];
  const rows = rowsOf(database, sumRow.extend({ accountId: z.string().nullable(), login: z.string() }))
    .query(
      `SELECT account_id AS accountId, login, state, currency, amount_by AS amountBy, count(*) AS count, ${amountSums}
      FROM ${team.rows}${team.where} AND amount_by IS NOT NULL GROUP BY account_id, login, state, currency, amount_by`,
    )
    .all(...team.values);
  return partsOf(rows.map(withWhose), accountOf);
}

/** An account that only a colleague has is told by its login. */
const withWhose = <T extends { readonly login: string }>(row: T) => ({
  ...row,
  whose: serviceText(row.login),
});
