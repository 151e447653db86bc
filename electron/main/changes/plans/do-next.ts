import type { AppError } from '#shared/app-error.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Result } from '#shared/result.ts';
import type { RowToDo } from '../../workspace/plan-requests.ts';
import { changeAskOf } from './ask.ts';
import type { PlanAtWork, PlansContext } from './context.ts';
import { hasEnded } from './unless-ended.ts';

/** What came of looking for the next row. `again`: it has to be looked at once more. `failed`: it could not be looked for. */
export type Done =
  | { readonly kind: 'none' }
  | { readonly kind: 'again'; readonly index: number }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'performed'; readonly index: number; readonly result: Result<Change> };

/**
 * Performs the first row from `from` on that has no change yet. The account's turn is kept until that change is over, even
 * where nobody waits for it any more: the row is looked for within the turn, so that no two changes are made of it.
 *
 * @returns Null where it was ended before.
 */
export async function doNext(
  context: PlansContext,
  plan: PlanAtWork,
  from: number,
  signal: AbortSignal,
): Promise<Done | null> {
  const endTurn = await context.turns.take(plan.accountId);
  try {
    if (hasEnded(signal)) return null;
    const next = await context.kept.next({ id: plan.id, from });
    if (hasEnded(signal)) return null;
    if (!next.ok) return { kind: 'failed', error: next.error };
    return next.value === null ? { kind: 'none' } : await doRow(context, plan, next.value, signal);
  } finally {
    endTurn();
  }
}

async function doRow(
  { changes }: PlansContext,
  { id, accountId, ask }: PlanAtWork,
  { index, domain, consent, plannedId }: RowToDo,
  signal: AbortSignal,
): Promise<Done> {
  if (plannedId !== null) {
    // Written down before the program ended, and never sent: it makes way for one that is read anew.
    const withdrawn = await changes.withdraw(plannedId);
    const isMoved = withdrawn.ok || withdrawn.error.kind === 'invalid-input';
    return isMoved ? { kind: 'again', index } : { kind: 'failed', error: withdrawn.error };
  }
  const order = { accountId, domain, ask: changeAskOf(ask), planId: id, consent, signal };
  return { kind: 'performed', index, result: await changes.perform(order) };
}
