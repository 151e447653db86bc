import type { Plan, PlanState } from '#shared/domain/plan.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Plans } from '../plans.ts';
import { startOfDay } from '../ledger.ts';
import { consentLastsMs } from '../reviews.ts';
import { noSuchPlan, notNow, stepTaken, unlessReason } from './answers.ts';
import type { AtWork } from './at-work.ts';
import type { PlansContext } from './context.ts';
import { readAnew } from './making.ts';
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
    async apply(id, digest, typedCount, goesOn, typedLimit = null) {
      const may = await unlessBroken(context.changes);
      if (!may.ok) return may;
      const given = { digest, typedCount, goesOn, typedLimit, validForMs: consentLastsMs };
      const dayStartsAt = startOfDay(context.now()).toISOString();
      const plan = unlessReason(await kept.apply({ id, at: at(), dayStartsAt, ...given }));
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

/** After a longer rest, what is left is read and looked at anew. */
const mostRestMs = 12 * 3_600_000;

const stoppable: PlanState[] = ['reading', 'ready', 'running', 'paused', 'halted'];

/** What a person decides about a plan while it runs. */
export function createSteering(
  context: PlansContext,
  atWork: AtWork,
): Pick<Plans, 'pause' | 'resume' | 'stop'> {
  const { kept, news, waits, at } = context;

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
    async resume(id, goesOn, typedLimit = null) {
      const dayStartsAt = startOfDay(context.now()).toISOString();
      const resumed = await kept.resume({ id, at: at(), goesOn, typedLimit, mostRestMs, dayStartsAt });
      if (!resumed.ok) return resumed;
      if (resumed.value === null) return noSuchPlan;
      const { reason, limits, plan } = resumed.value;
      if (reason === 'not-now') return goOnNow(plan);
      if (reason === 'consent') return await readAnew(context, atWork, id);
      if (reason === 'limit') news.changed(id);
      return then(unlessReason(ok({ reason, limits, plan })), atWork.run);
    },
    async stop(id) {
      const moved = await kept.move({ id, at: at(), from: stoppable, to: 'stopped', waitingFor: null });
      return then(stepTaken(moved), atWork.takeBack);
    },
  };
}
