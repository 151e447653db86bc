import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RowToDo } from '../plan-requests.ts';
import type { Repository } from '../requests.ts';
import { confirmedLimits } from '#shared/ipc/change-schemas.ts';
import { planRow } from '#shared/ipc/plan-requests.ts';
import { instantColumn, jsonColumn, parseRow } from '../row.ts';
import { joinChanges } from './of-journal.ts';

type Plans = Repository<'plans'>;

/** What a person confirmed of the batch's limits. */
export const limitsColumn = z
  .union([z.null(), jsonColumn.pipe(confirmedLimits)])
  .transform((limits) => limits ?? []);

const todoRow = z.object({
  index: z.int(),
  domain: z.string(),
  plannedId: z.string().nullable(),
  seen: z.string(),
  lastEffect: z.int(),
  consentedAt: instantColumn,
  baseUrl: z.string(),
  username: z.string(),
  limits: limitsColumn,
  renewal: z.union([z.null(), jsonColumn.pipe(planRow.shape.renewal)]),
});
const idRow = z.object({ id: z.string() });

/** The rows of a plan that is being applied. */
export function createRunningRows(database: DatabaseSync): Pick<Plans, 'next' | 'leaveRow' | 'planned'> {
  // A row whose change was sent, or is on its way, is never to be done again; one that was only written down is.
  const next = database.prepare(`
    SELECT r.number AS "index", r.domain, r.seen, c.id AS plannedId, r.last_effect AS lastEffect, r.renewal,
      p.consented_at AS consentedAt, p.base_url AS baseUrl, p.username, p.limit_accepted AS limits
    FROM plan_rows r JOIN plans p ON p.id = r.plan_id ${joinChanges}
    WHERE r.plan_id = ? AND p.state = 'running' AND p.consented_at IS NOT NULL AND r.number >= ? AND r.is_read = 1 AND r.left_out IS NULL AND r.by_hand = 0
      AND (c.id IS NULL OR c.state = 'planned')
    ORDER BY r.number LIMIT 1`);
  const leave = database.prepare(`
    UPDATE plan_rows SET left_out = ?, error = ? WHERE plan_id = ? AND number = ?`);
  const planned = database.prepare(
    "SELECT id FROM journal_changes WHERE plan_id = ? AND state = 'planned' ORDER BY number",
  );

  return {
    next({ id, from }): RowToDo | null {
      const row = next.get(id, from);
      return row === undefined ? null : toDo(parseRow(todoRow, row));
    },
    leaveRow({ id, index, leftOut, error }) {
      leave.run(leftOut, error && JSON.stringify(error), id, index);
      return {};
    },
    planned: ({ id }) => planned.all(id).map((row) => parseRow(idRow, row).id),
  };
}

function toDo(row: z.output<typeof todoRow>): RowToDo {
  const { index, domain, plannedId, seen, lastEffect, consentedAt, baseUrl, username, limits, renewal } = row;
  return {
    index,
    domain,
    plannedId,
    consent: {
      at: consentedAt,
      service: { baseUrl, username },
      present: seen,
      lastEffect,
      price: renewal?.price ?? null,
      premiumAccepted: false,
      limits,
    },
  };
}
