import { ok } from '#shared/result.ts';
import type { Plans } from './plans.ts';
import { noSuchPlan } from './plans/answers.ts';
import { createAtWork } from './plans/at-work.ts';
import type { PlansContext, PlansDeps } from './plans/context.ts';
import { createDeciding, createSteering } from './plans/deciding.ts';
import { createMaking } from './plans/making.ts';
import { createNews } from './plans/news.ts';
import { createTakeUp } from './plans/take-up.ts';
import { createTurns } from './plans/turns.ts';
import { createWaits } from './plans/waits.ts';
import { createWorks } from './plans/works.ts';

export type { PlansDeps } from './plans/context.ts';

export function createPlans(deps: PlansDeps): Plans {
  const kept = deps.workspace.plans;
  const context: PlansContext = {
    ...deps,
    kept,
    news: createNews(deps),
    turns: createTurns(),
    waits: createWaits(deps.timer),
    at: () => deps.now().toISOString(),
  };
  const atWork = createAtWork(context, createWorks(deps.onBug));

  return {
    ...createMaking(context, atWork),
    ...createDeciding(context, atWork),
    ...createSteering(context, atWork),
    list: (accountId) => kept.list({ accountId }),
    async find(id) {
      const found = await kept.some({ ids: [id] });
      if (!found.ok) return found;
      return found.value[0] === undefined ? noSuchPlan : ok(found.value[0]);
    },
    async rows(id, asked) {
      const rows = await kept.rows({ id, ...asked });
      if (!rows.ok) return rows;
      return rows.value === null ? noSuchPlan : ok(rows.value);
    },
    heard(changes) {
      for (const { planId } of changes) if (planId !== null) context.news.changed(planId);
    },
    wake: context.waits.wake,
    takeUp: createTakeUp(context, atWork),
    async close() {
      context.news.close();
      await atWork.close();
    },
  };
}
