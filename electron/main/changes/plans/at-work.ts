import type { Plan } from '#shared/domain/plan.ts';
import type { PlansContext } from './context.ts';
import { readPlan } from './reading.ts';
import { runPlan } from './running.ts';
import { withdrawPlanned } from './withdraw-planned.ts';
import type { Works } from './works.ts';

/** What is done for plans while nobody waits for it: one thing at a time for each. */
export interface AtWork extends Pick<Works, 'end' | 'isAtWork' | 'close'> {
  readonly readOn: (plan: Plan) => void;
  readonly run: (plan: Plan) => void;
  /** Ends what is being done, and takes back what was written down and not sent. */
  readonly takeBack: (plan: Plan) => void;
}

export const createAtWork = (context: PlansContext, works: Works): AtWork => ({
  ...works,
  readOn: (plan) => works.begin(plan.id, (signal) => readPlan(context, plan, signal)),
  run: (plan) => works.begin(plan.id, (signal) => runPlan(context, plan, plan.goesOnAfterUncertain, signal)),
  takeBack(plan) {
    works.end(plan.id);
    works.begin(plan.id, (signal) => withdrawPlanned(context, plan, signal));
  },
});
