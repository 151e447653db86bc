import type { Plan, PlanState } from '#shared/domain/plan.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Plans } from '../plans.ts';
import { noSuchPlan, notNow, stepTaken, unlessReason } from './answers.ts';
import type { AtWork } from './at-work.ts';
import type { PlansContext } from './context.ts';
import { unlessBroken } from './unless-broken.ts';

/** What a person decides about a plan before it runs, and after. */
export function createDeciding(
  context: PlansContext,
  atWork: AtWork,
): Pick<Plans, 'leaveOut' | 'apply' | 'remove'> {
  const { kept, news, at } = context;
  return {
    async leaveOut(id, index, isLeftOut) {
      const plan = unlessReason(await kept.leaveOut({ id, at: at(), index, isLeftOut }));
      if (plan.ok) news.changed(id);
      return plan;
    },
    async apply(id, digest, typedCount, goesOn) {
      const may = await unlessBroken(context.changes);
      if (!may.ok) return may;
      const plan = unlessReason(await kept.apply({ id, at: at(), digest, typedCount, goesOn }));
      if (!plan.ok) return plan;
      atWork.run(plan.value);
      news.changed(id);
      return plan;
    },
    async remove(id) {
      const found = await kept.some({ ids: [id] });
      if (!found.ok) return found;
      const plan = found.value[0];
      if (plan === undefined) return noSuchPlan;
      const removed = await kept.remove({ id });
      if (!removed.ok) return removed;
      if (!removed.value) return notNow(plan.state);
      atWork.takeBack(plan);
      news.removed(id);
      return ok({});
    },
  };
}

const stoppable: PlanState[] = ['reading', 'ready', 'running', 'paused', 'halted'];

/** What a person decides about a plan while it runs. */
export function createSteering(
  { kept, news, waits, at }: PlansContext,
  atWork: AtWork,
): Pick<Plans, 'pause' | 'resume' | 'stop'> {
  /** Does `work` with the plan where the step was taken. */
  function then(taken: Result<Plan>, work: (plan: Plan) => void): Result<Plan> {
    if (!taken.ok) return taken;
    work(taken.value);
    news.changed(taken.value.id);
    return taken;
  }

  /** One that is under way already may wait for something. */
  function goOnNow(plan: Plan): Result<Plan> {
    if (plan.state !== 'reading' && plan.state !== 'running') return notNow(plan.state);
    if (plan.state === 'reading') atWork.readOn(plan);
    else atWork.run(plan);
    waits.wake(plan.accountId);
    return ok(plan);
  }

  return {
    async pause(id) {
      const moved = await kept.move({ id, at: at(), from: ['running'], to: 'paused', waitingFor: null });
      return then(stepTaken(moved), () => atWork.end(id));
    },
    async resume(id, goesOn) {
      const step = { from: ['paused' as const, 'halted' as const], to: 'running' as const, goesOn };
      const moved = await kept.move({ id, at: at(), ...step, waitingFor: null });
      if (moved.ok && moved.value !== null && !moved.value.isDone) return goOnNow(moved.value.plan);
      return then(stepTaken(moved), atWork.run);
    },
    async stop(id) {
      const moved = await kept.move({ id, at: at(), from: stoppable, to: 'stopped', waitingFor: null });
      return then(stepTaken(moved), atWork.takeBack);
    },
  };
}
