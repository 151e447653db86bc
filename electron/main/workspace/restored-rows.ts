import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RestoreRow } from '#shared/ipc/restore-requests.ts';
import { change, changeKind } from '#shared/ipc/change-schemas.ts';
import type { Repository } from './requests.ts';
import { jsonColumn, parseRow } from './row.ts';

const foundRow = z.object({
  change: z.union([z.null(), jsonColumn.pipe(change)]),
  planId: z.string().nullable(),
  domain: z.string(),
  accountId: z.string(),
  accountLabel: z.string(),
  kind: changeKind,
});
const countRow = z.object({ count: z.int() });

/** Changes that entries in a part of the journal tell of, those that are uncertain, and rows of batches without a change. */
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

/** What needs a look after a restore, as it stands now. */
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
