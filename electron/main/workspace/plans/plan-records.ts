import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Plan, rowsWithoutTyping, shareWithoutTyping } from '#shared/domain/plan.ts';
import { appError } from '#shared/ipc/error-schema.ts';
import { plan, planAsk } from '#shared/ipc/plan-requests.ts';
import { isOfPresent } from '../present.ts';
import { instantColumn, jsonColumn, parseRow } from '../row.ts';
import { createOutcomes, joinChanges } from './of-journal.ts';

/** Plans as they stand: what is kept, with counts made from rows and journal. */
export interface PlanRecords {
  readonly find: (id: string) => Plan | null;
  /** The newest first. */
  readonly ofAccount: (accountId: string) => Plan[];
  readonly underWay: () => Plan[];
}

const planRow = z.object({
  id: plan.shape.id,
  account_id: plan.shape.accountId,
  ask: jsonColumn.pipe(planAsk),
  state: plan.shape.state,
  created_at: instantColumn,
  changed_at: instantColumn,
  digest: plan.shape.digest,
  goes_on: z.int().transform(Boolean),
  waiting_for: z.union([z.null(), jsonColumn.pipe(appError)]),
  stopped_by: plan.shape.stoppedBy,
});

const countsRow = z.object({ rows: z.int(), read: z.int(), left_out: z.int() });
const countRow = z.object({ count: z.int() });

const columns =
  'id, account_id, ask, state, created_at, changed_at, digest, goes_on, waiting_for, stopped_by';
/** As many as the page takes. */
const mostPlans = 1_000;

export function createPlanRecords(database: DatabaseSync): PlanRecords {
  const one = database.prepare(`SELECT ${columns} FROM plans WHERE id = ? AND ${isOfPresent}`);
  const ofAccount = database.prepare(`
    SELECT ${columns} FROM plans WHERE account_id = ? ORDER BY created_at DESC, id LIMIT ${mostPlans}`);
  const underWay = database.prepare(`
    SELECT ${columns} FROM plans WHERE state IN ('reading', 'running') AND ${isOfPresent}
    ORDER BY created_at, id`);
  const counts = database.prepare(`
    SELECT count(*) AS rows, coalesce(sum(is_read), 0) AS read,
      count(CASE WHEN left_out IS NOT NULL OR by_hand = 1 THEN 1 END) AS left_out
    FROM plan_rows WHERE plan_id = ?`);
  const left = database.prepare(`
    SELECT count(*) AS count FROM plan_rows r JOIN plans p ON p.id = r.plan_id ${joinChanges}
    WHERE r.plan_id = ? AND r.left_out IS NULL AND r.by_hand = 0 AND (c.id IS NULL OR c.state = 'planned')`);
  const portfolio = database.prepare(`
    SELECT count(*) AS count FROM domains WHERE account_id = ? AND archived_at IS NULL`);
  const outcomes = createOutcomes(database);

  function told(row: unknown): Plan {
    const { id, account_id, ask, state, created_at, changed_at, digest, goes_on, waiting_for, stopped_by } =
      parseRow(planRow, row);
    const { rows, read, left_out } = parseRow(countsRow, counts.get(id));
    const toDo = rows - left_out;
    const became = outcomes(id);
    const { confirmed, refused, uncertain } = became;
    const remaining =
      state === 'ready' ? parseRow(countRow, left.get(id)).count : toDo - confirmed - refused - uncertain;
    const owned = (): number => parseRow(countRow, portfolio.get(account_id)).count;
    return {
      id,
      accountId: account_id,
      ask,
      state,
      createdAt: created_at,
      changedAt: changed_at,
      counts: { rows, read, leftOut: left_out, toDo, remaining: Math.max(0, remaining), ...became },
      digest,
      typedCount: state === 'ready' && isTyped(remaining, owned) ? remaining : null,
      goesOnAfterUncertain: goes_on,
      waitingFor: waiting_for,
      stoppedBy: stopped_by,
    };
  }

  return {
    find(id) {
      const row = one.get(id);
      return row === undefined ? null : told(row);
    },
    ofAccount: (accountId) => ofAccount.all(accountId).map(told),
    underWay: () => underWay.all().map(told),
  };
}

/** @param owned How many domains the account has; asked only where it decides. */
const isTyped = (toDo: number, owned: () => number): boolean =>
  toDo > rowsWithoutTyping || (toDo > 0 && toDo > shareWithoutTyping * owned());
