import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { change, changeKind, changeState } from '#shared/areas/change-schemas.ts';
import type { RestoreRow } from '#shared/areas/maintenance.ts';
import type { JournalHealth } from '#shared/domain/journal.ts';
import type { ChainCheck, Head } from '../chain.ts';
import type { Repository } from '../requests.ts';
import { inTransaction, jsonColumn, parseRow, unlessDamaged } from '../sqlite.ts';
import { createChangeRows, createServicesBefore } from './changes.ts';
import { createCheckOfAccesses } from './code-accesses.ts';
import { createCheck, createEntryRows, createSealedRows, listWithin } from './entries.ts';
import { createSending, createWriting } from './write.ts';

/** The journal in the workspace's file. The whole chain is checked before the first entry of a start is added. */
export function createJournalRepository(
  database: DatabaseSync,
  now: () => Date = () => new Date(),
  accesses: ChainCheck<Head> = createCheckOfAccesses(database, now),
): Repository<'journal'> {
  const [entries, changes, sealed] = [
    createEntryRows(database),
    createChangeRows(database),
    createSealedRows(database),
  ];
  const serviceBefore = createServicesBefore(database);
  // A migration that changes the columns of the list of changes leaves it empty.
  if (changes.count() === 0 && unlessDamaged(() => entries.head().changes, 0) > 0) {
    inTransaction(database, () => listWithin(entries, changes, sealed, serviceBefore));
  }
  const check = createCheck(database, entries, changes, sealed, serviceBefore, now);
  const writing = createWriting(database, entries, changes, sealed, serviceBefore);
  const send = createSending(database, changes, writing);

  const health = (): JournalHealth => {
    const { head, checkedAt, broken } = check.health();
    const ofAccesses = accesses.health();
    return {
      entries: head.length,
      changes: head.changes,
      head: head.hash,
      checkedAt,
      broken,
      accesses: {
        lines: ofAccesses.head.length,
        head: ofAccesses.head.hash,
        broken: ofAccesses.broken,
      },
    };
  };

  return {
    begin: (input) => check.unlessBroken(() => writing.begin(input)),
    send: (input) => check.unlessBroken(() => send(input)),
    append: (input) => check.unlessBroken(() => writing.append(input)),
    find: ({ id }) => changes.find(id)?.change ?? null,
    entries: ({ id }) => entries.ofChange(id),
    list: createListChanges(database),
    open: ({ accountId }) => changes.open(accountId),
    lastOf: ({ service, domain }) => changes.lastOf(service, domain),
    lastEffectOf: ({ service, domain, family }) => changes.lastEffectOf(service, domain, family),
    spent: (input) => [...changes.spent(input)],
    sealed: ({ id }) => sealed.find(id),
    page: ({ after, limit }) => entries.after(after, limit),
    health: ({ check: isWanted }) =>
      isWanted ? Promise.all([check.walk(), accesses.walk()]).then(health) : health(),
  };
}

type List = Repository<'journal'>['list'];
type Filter = Parameters<List>[0]['filter'];

/** SQL with its values. Filters use indexed columns only, so that only the rows shown are read. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const changeRow = z.object({ change: jsonColumn.pipe(change) });
const stateRow = z.object({ state: changeState, count: z.int() });

/** Lists changes, uncertain ones first, then the newest, and counts them by state. */
const createListChanges =
  (database: DatabaseSync): List =>
  ({ filter, offset, limit }) => {
    const all = ({ sql, values }: Query) => database.prepare(sql).all(...values);
    const counts = all(countQuery(filter)).map((row) => parseRow(stateRow, row));
    const shown = counts.filter(({ state }) => filter.states?.includes(state) ?? true);
    return {
      changes: all(pageQuery(filter, offset, limit)).map((row) => parseRow(changeRow, row).change),
      total: shown.reduce((sum, { count }) => sum + count, 0),
      byState: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    };
  };

/** The number of changes in each state, over all that match the filter without its states. */
export function countQuery(filter: Filter): Query {
  const { sql, values } = where({ ...filter, states: null });
  return { sql: `SELECT state, count(*) AS count FROM journal_changes${sql} GROUP BY state`, values };
}

export function pageQuery(filter: Filter, offset: number, limit: number): Query {
  const { sql, values } = where(filter);
  const numbers = `SELECT number FROM journal_changes${sql} ORDER BY is_uncertain DESC, number DESC LIMIT ? OFFSET ?`;
  return {
    // The numbers are found in an index; only the rows shown are read from the table.
    sql: `SELECT change FROM journal_changes WHERE number IN (${numbers}) ORDER BY is_uncertain DESC, number DESC`,
    values: [...values, limit, offset],
  };
}

function where({ accountId, states, kinds, text, domain, planId }: Filter): Query {
  const conditions: readonly (readonly [string, string | null])[] = [
    ['account_id = ?', accountId],
    ['domain = ?', domain],
    ['plan_id = ?', planId],
    ['state IN (SELECT value FROM json_each(?))', states === null ? null : JSON.stringify(states)],
    ['kind IN (SELECT value FROM json_each(?))', kinds === null ? null : JSON.stringify(kinds)],
    ['instr(domain, ?) > 0', text === '' ? null : text.toLowerCase()],
  ];
  const used = conditions.filter((each): each is readonly [string, string] => each[1] !== null);
  return {
    sql: used.length === 0 ? '' : ` WHERE ${used.map(([sql]) => sql).join(' AND ')}`,
    values: used.map(([, value]) => value),
  };
}

const foundRow = z.object({
  change: z.union([z.null(), jsonColumn.pipe(change)]),
  planId: z.string().nullable(),
  domain: z.string(),
  accountId: z.string(),
  accountLabel: z.string(),
  kind: changeKind,
});
const countRow = z.object({ count: z.int() });

/** Changes with entries in a part of the journal, uncertain changes, and rows of batches without a change. */
const found = `
  WITH found AS (
    SELECT CASE WHEN c.state IN ('uncertain', 'sending') THEN 0
        WHEN c.state = 'withdrawn' AND json_extract(c.change, '$.error.kind') = 'from-backup' THEN 1 ELSE 3 END AS rank,
      -c.number AS place, c.change AS change, NULL AS planId, c.domain AS domain, c.account_id AS accountId,
      json_extract(c.change, '$.accountLabel') AS accountLabel, c.kind AS kind
    FROM journal_changes c
    WHERE c.is_uncertain = 1 OR c.id IN (SELECT change_id FROM journal_entries WHERE seq > ?1 AND seq <= ?2)
    UNION ALL
    SELECT 2, r.number, NULL, p.id, r.domain, p.account_id, a.label, p.kind
    FROM json_each(?3) u JOIN plans p ON p.id = u.value JOIN accounts a ON a.id = p.account_id
    JOIN plan_rows r ON r.plan_id = p.id
    WHERE r.left_out IS NULL AND r.by_hand = 0
      -- One that was withdrawn before the backup was made, as by a pause, says nothing of what the batch did afterwards.
      AND NOT EXISTS (SELECT 1 FROM journal_changes c WHERE c.plan_id = p.id AND c.domain = r.domain
        AND (c.state <> 'withdrawn'
          OR c.id IN (SELECT change_id FROM journal_entries WHERE seq > ?1 AND seq <= ?2)))
  )`;

/** What needs review after a restore, in its present state. */
export function createRestoredRows(database: DatabaseSync): Repository<'restored'> {
  const count = database.prepare(`${found} SELECT count(*) AS count FROM found`);
  const page = database.prepare(`${found}
    SELECT change, planId, domain, accountId, accountLabel, kind FROM found
    ORDER BY rank, planId, place LIMIT ?4 OFFSET ?5`);
  return {
    rows({ after, upTo, planIds, offset, limit }) {
      const where = [after, upTo, JSON.stringify(planIds)] as const;
      return {
        rows: page.all(...where, limit, offset).map((row) => asRow(parseRow(foundRow, row))),
        total: parseRow(countRow, count.get(...where)).count,
      };
    },
  };
}

function asRow({ change: known, planId, ...row }: z.output<typeof foundRow>): RestoreRow {
  return known === null
    ? { why: 'batch-row', planId: planId ?? '', ...row }
    : { why: 'change', change: known };
}
