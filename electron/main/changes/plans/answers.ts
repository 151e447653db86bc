import type { Plan, PlanState } from '#shared/domain/plan.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import { fail, ok, type Result } from '#shared/result.ts';

const invalid = (field: string, reason: string): Result<never> =>
  fail({ kind: 'invalid-input', field, reason });

export const noSuchPlan = invalid('id', 'There is no such plan.');
export const notNow = (state: PlanState): Result<never> =>
  invalid('id', `This cannot be done with a plan that is ${state}.`);

/** The plan after a step; a failure where it is not there or could not take it. */
export function stepTaken(
  moved: Result<{ readonly isDone: boolean; readonly plan: Plan } | null>,
): Result<Plan> {
  if (!moved.ok) return moved;
  if (moved.value === null) return noSuchPlan;
  return moved.value.isDone ? ok(moved.value.plan) : notNow(moved.value.plan.state);
}

type Reason = 'not-now' | 'no-row' | 'otherwise' | 'digest' | 'count' | 'limit';

/** As {@link stepTaken}, where there is more than one reason against it. */
export function unlessReason(
  answer: Result<{
    readonly reason: Reason | null;
    readonly limits?: readonly OverLimit[];
    readonly plan: Plan;
  } | null>,
): Result<Plan> {
  if (!answer.ok) return answer;
  if (answer.value === null) return noSuchPlan;
  const { reason, plan, limits = [] } = answer.value;
  switch (reason) {
    case null:
      return ok(plan);
    case 'not-now':
      return notNow(plan.state);
    case 'no-row':
      return invalid('index', 'There is no such row.');
    case 'otherwise':
      return invalid('index', 'This row has its change, or is left out for another reason.');
    case 'digest':
      return fail({ kind: 'changed-since', what: 'plan' });
    case 'count':
      return invalid('typedCount', `Type ${plan.counts.remaining} to confirm.`);
    case 'limit':
      return fail({ kind: 'over-limit', limits });
  }
}
