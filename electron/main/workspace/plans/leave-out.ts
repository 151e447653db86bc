import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PlanState } from '#shared/domain/plan.ts';
import type { Repository } from '../requests.ts';
import { parseRow } from '../row.ts';
import { inTransaction } from '../transaction.ts';
import { joinChanges } from './of-journal.ts';
import type { PlanRecords } from './plan-records.ts';

type LeaveOut = Repository<'plans'>['leaveOut'];

const resting: readonly PlanState[] = ['ready', 'paused', 'halted'];
const factsRow = z.object({ leftOut: z.string().nullable(), changeId: z.string().nullable() });

/**
 * Leaves a row out by hand, or includes it. What the program left out is not a person's to include, but for what was renewed
 * recently; what has its change is neither.
 */
export function createLeaveOut(
  database: DatabaseSync,
  records: PlanRecords,
  digestOf: (id: string) => string,
): LeaveOut {
  const facts = database.prepare(`
    SELECT r.left_out AS leftOut, c.id AS changeId
    FROM plan_rows r JOIN plans p ON p.id = r.plan_id ${joinChanges}
    WHERE r.plan_id = ? AND r.number = ?`);
  const put = database.prepare('UPDATE plan_rows SET by_hand = ? WHERE plan_id = ? AND number = ?');
  const takeIn = database.prepare(`
    UPDATE plan_rows SET left_out = NULL, taken_in = 1 WHERE plan_id = ? AND number = ? AND left_out = 'renewed'`);
  const seal = database.prepare('UPDATE plans SET digest = ? WHERE id = ?');

  const reasonAgainst = (state: PlanState, row: unknown, isLeftOut: boolean) => {
    if (!resting.includes(state)) return 'not-now';
    if (row === undefined) return 'no-row';
    const { leftOut, changeId } = parseRow(factsRow, row);
    const isFixed = leftOut !== null && leftOut !== 'renewed' && !isLeftOut;
    return changeId !== null || isFixed ? 'otherwise' : null;
  };

  return ({ id, index, isLeftOut }) =>
    inTransaction(database, () => {
      const plan = records.find(id);
      if (plan === null) return null;
      const reason = reasonAgainst(plan.state, facts.get(id, index), isLeftOut);
      if (reason === null) {
        put.run(isLeftOut ? 1 : 0, id, index);
        if (!isLeftOut) takeIn.run(id, index);
        // What was applied keeps the digest that it was applied with.
        if (plan.state === 'ready') seal.run(digestOf(id), id);
      }
      return { reason, plan: records.find(id) ?? plan };
    });
}
