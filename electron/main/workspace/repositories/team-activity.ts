import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ActivityLine } from '#shared/domain/activity.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { type ReadChanges, readingFrom, readOwn, type Sources } from '../journal/journal-repository.ts';
import { instantColumn, rowsOf } from '../sqlite.ts';
import { createLogins } from './accounts.ts';
import { accountIn } from './activity-sums.ts';
import { createTeamChanges } from './team-rows.ts';

// Colleagues' changes among the lines of the activity. Their numbers are below 0.

export const lineRow = z.object({
  at: instantColumn,
  number: z.int(),
  batchId: z.string().nullable(),
  isOfBatch: z.int(),
});
export type LineRow = z.output<typeof lineRow>;

/** For changes `c`: whose the domain is, or will be. */
export const clientOf = `coalesce(
  (SELECT nullif(d.client, '') FROM domains d WHERE d.account_id = c.account_id AND d.name = c.domain),
  (SELECT o.client FROM ordered_clients o WHERE o.account_id = c.account_id AND o.domain = c.domain), '')`;

export const isChange = ({ batchId, isOfBatch }: LineRow): boolean => batchId === null || isOfBatch === 1;

/** With the columns of `journal_changes` that lists and sums name; see {@link accountIn}. */
const team = `(SELECT r.*, 0 AS is_uncertain, coalesce(l.value ->> 1, r.login) AS account_id
  FROM team_rows r LEFT JOIN json_each(?) l ON l.value ->> 0 = r.login) c`;
const ofTeam: Sources = {
  any: [team, '1'],
  byTime: [team, '1'],
  inBatches: [team, 'batch_id IS NOT NULL'],
  amounts: [team, 'amount_by IS NOT NULL'],
  accepted: [team, "state = 'confirmed'"],
  proven: [team, '0'],
};

/**
 * One's own changes and those of colleagues as one, each with the account of this workspace that has its login. Without a team, one's own.
 *
 * @returns For what is asked of an account, or of all.
 */
export function createChangesOfAll(database: DatabaseSync): (accountId: string | null) => ReadChanges {
  const logins = createLogins(database);
  const some = rowsOf(database, z.object({ number: z.int() })).query('SELECT number FROM team_rows LIMIT 1');
  const accounts = rowsOf(database, z.object({ id: z.string() })).from(
    'accounts ORDER BY removed_at IS NOT NULL, added',
  );
  return (accountId) => {
    if (some.find() === null) return readOwn;
    const ids = accountId === null ? accounts.all().map(({ id }) => id) : [accountId];
    const accountOf = new Map(ids.toReversed().map((id) => [logins.ofAccount(id), id]));
    const readTeam = readingFrom(ofTeam, [JSON.stringify([...accountOf])]);
    return (wanted) => {
      const [own, theirs] = [readOwn(wanted), readTeam(wanted)];
      return { sql: `${own.sql} UNION ALL ${theirs.sql}`, values: [...own.values, ...theirs.values] };
    };
  };
}

const whoseRow = z.object({ number: z.int(), accountId: z.string(), client: z.string() });

/** The lines of colleagues' changes on a page, by their numbers. */
export function createTeamLines(database: DatabaseSync) {
  const { byNumber } = createTeamChanges(database);
  return (read: ReadChanges, rows: readonly LineRow[]): ReadonlyMap<number, ActivityLine> => {
    const changes = byNumber(rows.map(({ number }) => number));
    const whose = read({
      filter: emptyChangeFilter,
      columns: `number, account_id AS accountId, ${clientOf} AS client`,
      and: 'AND number IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify([...changes.keys()])],
    });
    const whoseOf = new Map(
      rowsOf(database, whoseRow)
        .query(whose.sql)
        .all(...whose.values)
        .map((row) => [row.number, row]),
    );
    return new Map(
      rows.flatMap(({ number, isOfBatch }): (readonly [number, ActivityLine])[] => {
        const [change, of] = [changes.get(number), whoseOf.get(number)];
        if (change === undefined || of === undefined) return [];
        const account = { accountId: accountIn(of.accountId), client: of.client };
        return [[number, { kind: 'team', isOfBatch: isOfBatch === 1, change, ...account }]];
      }),
    );
  };
}
