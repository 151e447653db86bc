import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { LeftOutReason } from '#shared/domain/plan.ts';
import type { RowToRead } from '../plan-requests.ts';
import type { Repository } from '../requests.ts';
import { known } from '#shared/ipc/portfolio-schemas.ts';
import { jsonColumn, parseRow } from '../row.ts';
import { inTransaction } from '../transaction.ts';

type Plans = Repository<'plans'>;

const unreadRow = z.object({
  index: z.int(),
  domain: z.string(),
  archivedAt: z.int().nullable(),
  isAway: z.int().nullable(),
  expiresOn: z.union([z.null(), jsonColumn.pipe(known(z.string()))]),
  openChange: z.string().nullable(),
  lastEffect: z.int().nullable(),
  changedAt: z.string().nullable(),
});

/** The rows of a plan that is being read. */
export function createReadingRows(database: DatabaseSync): Pick<Plans, 'unread' | 'noteRead'> {
  const unread = database.prepare(`
    SELECT r.number AS "index", r.domain, d.archived_at AS archivedAt,
      json_extract(d.known, '$.transferredAway.value') AS isAway,
      d.known -> '$.expiresOn' AS expiresOn, c.id AS openChange,
      e.number AS lastEffect, json_extract(e.change, '$.sentAt') AS changedAt
    FROM plan_rows r JOIN plans p ON p.id = r.plan_id
    LEFT JOIN domains d ON d.account_id = p.account_id AND d.name = r.domain
    LEFT JOIN journal_changes c
      ON c.is_open = 1 AND c.service = p.service AND c.domain = r.domain AND c.family = p.kind
    LEFT JOIN journal_changes e ON e.number = (
      SELECT max(number) FROM journal_changes
      WHERE domain = r.domain AND service = p.service AND family = p.kind AND took_effect = 1)
    WHERE r.plan_id = ? AND r.number > ? AND r.is_read = 0
    ORDER BY r.number LIMIT ?`);
  const note = database.prepare(`
    UPDATE plan_rows SET is_read = 1, before = ?, seen = ?, left_out = ?, error = ?, last_effect = ?, renewal = ?
    WHERE plan_id = ? AND number = ?`);

  return {
    unread: ({ id, after, limit }) =>
      unread.all(id, after, limit).map((row): RowToRead => {
        const { index, domain, expiresOn, lastEffect, changedAt, ...facts } = parseRow(unreadRow, row);
        return { index, domain, expiresOn, lastEffect: lastEffect ?? 0, changedAt, leftOut: reasonIn(facts) };
      }),
    noteRead: ({ id, rows }) =>
      inTransaction(database, () => {
        for (const { index, before, seen, leftOut, error, lastEffect, renewal } of rows) {
          const texts = [error && JSON.stringify(error), lastEffect, renewal && JSON.stringify(renewal)];
          note.run(before, seen, leftOut, ...texts, id, index);
        }
        return {};
      }),
  };
}

type Facts = Pick<z.output<typeof unreadRow>, 'archivedAt' | 'isAway' | 'openChange'>;

function reasonIn({ archivedAt, isAway, openChange }: Facts): LeftOutReason | null {
  if (openChange !== null) return 'open-change';
  if (archivedAt !== null) return 'archived';
  return isAway === 1 ? 'transferred-away' : null;
}
