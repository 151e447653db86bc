import type { AppError } from '#shared/app-error.ts';
import type { PlanAtWork, PlansContext } from './context.ts';
import { type Pass, readThrough } from './reading-pass.ts';
import { pauseAfter } from './pause-after.ts';
import { createPatience } from './waits.ts';
import { hasEnded } from './unless-ended.ts';

/** Reads every row of a plan that is not read yet; waits where that cannot be done now, and goes on by itself. */
export async function readPlan(context: PlansContext, plan: PlanAtWork, signal: AbortSignal): Promise<void> {
  const { news, waits } = context;
  const { id, accountId } = plan;
  const patience = createPatience();
  while (!hasEnded(signal)) {
    const pass = await unlessBug(context, () => readThrough(context, plan, signal));
    if (hasEnded(signal)) return;
    if (pass.hasRead) patience.goesWell();
    const error = pass.error ?? (await ended(context, id));
    // With the account its plans went.
    if (error === null || error.kind === 'no-account' || hasEnded(signal)) {
      news.changed(id);
      return;
    }
    await tellWaiting(context, id, error);
    await waits.wait(accountId, pauseAfter(error, patience), signal);
  }
}

async function unlessBug({ onBug }: PlansContext, read: () => Promise<Pass>): Promise<Pass> {
  try {
    return await read();
  } catch (thrown) {
    return { error: { kind: 'bug', incidentId: onBug(thrown) }, hasRead: false };
  }
}

/** Null where the plan is not being read any more, be it because it is read. */
async function ended({ kept, at }: PlansContext, id: string): Promise<AppError | null> {
  const done = await kept.endReading({ id, at: at() });
  return done.ok ? null : done.error;
}

/** That a connection gave way to another one is nobody's trouble. */
async function tellWaiting({ kept, news }: PlansContext, id: string, error: AppError): Promise<void> {
  if (error.kind === 'cancelled') return;
  await kept.wait({ id, waitingFor: error });
  news.changed(id);
}
