import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PlanCounts } from '#shared/domain/plan.ts';
import { changeState } from '#shared/ipc/change-schemas.ts';
import { parseRow } from '../row.ts';

/**
 * Joins rows `r` of plans `p` with their changes `c`. The journal alone says what became of a row, so that no crash can
 * make the two disagree. A withdrawn change was never sent: its row is as if it had none.
 */
export const joinChanges = `
  LEFT JOIN journal_changes c ON c.domain = r.domain AND c.account_id = p.account_id AND c.family = p.kind
    AND c.plan_id = p.id AND c.state <> 'withdrawn'`;

type Outcome = Pick<PlanCounts, 'confirmed' | 'refused' | 'uncertain'>;

const stateRow = z.object({ state: changeState, count: z.int() });
const settledRow = z.object({ settled: z.enum(['applied', 'not-applied']), count: z.int() });

/** What became of a plan's changes so far. */
export function createOutcomes(database: DatabaseSync): (planId: string) => Outcome {
  // Answered by an index alone.
  const byState = database.prepare(
    'SELECT state, count(*) AS count FROM journal_changes WHERE plan_id = ? GROUP BY state',
  );
  const settled = database.prepare(`
    SELECT json_extract(change, '$.settledAs') AS settled, count(*) AS count FROM journal_changes
    WHERE plan_id = ? AND state = 'settled' GROUP BY settled`);

  return (planId) => {
    const counts = new Map<string, number>();
    for (const row of byState.all(planId)) {
      const { state, count } = parseRow(stateRow, row);
      counts.set(state, count);
    }
    const people = counts.has('settled') ? settled.all(planId) : [];
    for (const row of people) {
      const { settled: as, count } = parseRow(settledRow, row);
      counts.set(as, (counts.get(as) ?? 0) + count);
    }
    const sum = (...states: readonly string[]): number =>
      states.reduce((total, state) => total + (counts.get(state) ?? 0), 0);
    return {
      confirmed: sum('confirmed', 'applied'),
      refused: sum('refused', 'not-applied'),
      uncertain: sum('uncertain'),
    };
  };
}
