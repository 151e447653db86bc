import type { AppError } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Change } from '#shared/domain/change.ts';
import type { PlanState } from '#shared/domain/plan.ts';
import type { Result } from '#shared/result.ts';
import { startOfDay } from '../ledger.ts';
import type { PlanAtWork, PlansContext } from './context.ts';
import { type Done, doNext } from './do-next.ts';
import { pauseAfter } from './pause-after.ts';
import { afterChange, reasonOf, verdictOn } from './verdict.ts';
import { hasEnded, unlessEnded } from './unless-ended.ts';
import { createPatience } from './waits.ts';

/**
 * Applies a plan, row by row, until none is left, a change is uncertain, or nothing can go on without a person. What is
 * on its way when it is ended comes to its own end and is in the journal: nobody waits for it here.
 *
 * @param signal Aborted when the plan is paused, stopped or removed, and when the program ends.
 */
export async function runPlan(
  context: PlansContext,
  plan: PlanAtWork,
  goesOnAfterUncertain: boolean,
  signal: AbortSignal,
): Promise<void> {
  await new PlanRun(context, plan, goesOnAfterUncertain, signal).run();
}

/** The row to go on with; null where the run is over. */
type From = number | null;

class PlanRun {
  readonly #context: PlansContext;
  readonly #plan: PlanAtWork;
  readonly #goesOnAfterUncertain: boolean;
  readonly #signal: AbortSignal;
  readonly #patience = createPatience();
  #isWaiting = false;

  constructor(context: PlansContext, plan: PlanAtWork, goesOnAfterUncertain: boolean, signal: AbortSignal) {
    this.#context = context;
    this.#plan = plan;
    this.#goesOnAfterUncertain = goesOnAfterUncertain;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    try {
      let from: From = 0;
      while (from !== null && !hasEnded(this.#signal)) from = await this.#step(from);
    } catch (thrown) {
      const incidentId = this.#context.onBug(thrown);
      if (!hasEnded(this.#signal)) await this.#rest('halted', { kind: 'bug', incidentId });
    }
  }

  async #step(from: number): Promise<From> {
    const doing = doNext(this.#context, this.#plan, from, this.#signal);
    const done = await unlessEnded(doing, this.#signal, this.#context.onBug);
    if (done === null) return null;
    this.#context.news.changed(this.#plan.id);
    return await this.#after(done);
  }

  async #after(done: Done): Promise<From> {
    switch (done.kind) {
      case 'none':
        return await this.#rest('done', null);
      case 'again':
        return done.index;
      case 'failed':
        return await this.#rest('halted', done.error);
      case 'performed':
        return await this.#performed(done.index, done.result);
      default:
        return assertNever(done);
    }
  }

  async #performed(index: number, result: Result<Change>): Promise<From> {
    if (!result.ok) return await this.#unperformed(index, result.error);
    await this.#goesWell();
    const after = afterChange(result.value);
    if (after.kind === 'halt') return await this.#rest('halted', after.why);
    const mayGoOn = after.kind === 'next' || this.#goesOnAfterUncertain;
    return mayGoOn ? index + 1 : await this.#rest('halted', null);
  }

  /** Nothing was sent, and no change of the row is open. */
  async #unperformed(index: number, error: AppError): Promise<From> {
    const verdict = verdictOn(error);
    switch (verdict) {
      case 'row':
        return await this.#leave(index, error);
      case 'perhaps-all':
      case 'later':
        await this.#wait(error);
        return index;
      case 'person':
        return await this.#rest('halted', await this.#ofTheRest(error));
      default:
        return assertNever(verdict);
    }
  }

  /** A limit that one row goes over is told, and confirmed, with all that the rest of the batch goes over: row by row is no review. */
  async #ofTheRest(error: AppError): Promise<AppError> {
    if (error.kind !== 'over-limit') return error;
    const { kept, now } = this.#context;
    const limits = await kept.over({ id: this.#plan.id, dayStartsAt: startOfDay(now()).toISOString() });
    return limits.ok && limits.value.length > 0 ? { kind: 'over-limit', limits: limits.value } : error;
  }

  async #leave(index: number, error: AppError): Promise<From> {
    const { kept } = this.#context;
    const leftOut = reasonOf(error);
    const told = leftOut === 'open-change' ? null : error;
    const left = await kept.leaveRow({ id: this.#plan.id, index, leftOut, error: told });
    return left.ok ? index + 1 : await this.#rest('halted', left.error);
  }

  async #wait(error: AppError): Promise<void> {
    const { kept, news, waits } = this.#context;
    const { id, accountId } = this.#plan;
    // That a connection gave way to another one is nobody's trouble.
    if (error.kind !== 'cancelled') {
      this.#isWaiting = true;
      await kept.wait({ id, waitingFor: error });
      news.changed(id);
    }
    await waits.wait(accountId, pauseAfter(error, this.#patience), this.#signal);
  }

  async #goesWell(): Promise<void> {
    this.#patience.goesWell();
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    await this.#context.kept.wait({ id: this.#plan.id, waitingFor: null });
  }

  /** Tries until it is written down: nobody is told that a plan runs which does not. */
  async #rest(to: PlanState, waitingFor: AppError | null): Promise<null> {
    const { kept, news, waits, at } = this.#context;
    const { id, accountId } = this.#plan;
    const patience = createPatience();
    while (!hasEnded(this.#signal)) {
      const moved = await kept.move({ id, at: at(), from: ['running'], to, waitingFor });
      news.changed(id);
      if (moved.ok) return null;
      await waits.wait(accountId, patience.nextMs(), this.#signal);
    }
    return null;
  }
}
