import type { PlanAtWork, PlansContext } from './context.ts';
import { hasEnded } from './unless-ended.ts';

/**
 * Takes back what a plan wrote down and did not send, so that nothing of it stands in the way of other changes. In the
 * account's turn: what is on its way comes to its end first.
 */
export async function withdrawPlanned(
  { kept, changes, turns }: PlansContext,
  { id, accountId }: Pick<PlanAtWork, 'id' | 'accountId'>,
  signal: AbortSignal,
): Promise<void> {
  const endTurn = await turns.take(accountId);
  try {
    if (hasEnded(signal)) return;
    const planned = await kept.planned({ id });
    // What cannot be taken back now stands among the changes, where a person can.
    for (const changeId of planned.ok ? planned.value : []) {
      if (!hasEnded(signal)) await changes.withdraw(changeId);
    }
  } finally {
    endTurn();
  }
}
