import type { BatchState } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, type Result } from '#shared/result.ts';
import { createBackoff, hasEnded, unlessEnded } from '../../jobs/waiting.ts';
import type { RowToDo } from '../../workspace/batches/batches-repository.ts';
import { startOfDay } from '../ledger.ts';
import { type BatchAtWork, type BatchesContext, changeAskOf } from './context.ts';
import { afterChange, classifyFailure, pauseAfter, reasonOf } from './failures.ts';

/**
 * Applies a batch row by row, until none is left, a change is uncertain, or only a person can continue. A change that is being
 * sent when the run is ended still completes and is in the journal; this function does not wait for it.
 *
 * @param signal Aborted when the batch is paused, stopped or removed, and at shutdown.
 */
export async function runBatch(
  context: BatchesContext,
  plan: BatchAtWork,
  goesOnAfterUncertain: boolean,
  signal: AbortSignal,
): Promise<void> {
  await new PlanRun(context, plan, goesOnAfterUncertain, signal).run();
}

/** The row to continue with; null where the run has ended. */
type From = number | null;

class PlanRun {
  readonly #context: BatchesContext;
  readonly #plan: BatchAtWork;
  readonly #goesOnAfterUncertain: boolean;
  readonly #signal: AbortSignal;
  readonly #patience = createBackoff();
  #isWaiting = false;

  constructor(
    context: BatchesContext,
    plan: BatchAtWork,
    goesOnAfterUncertain: boolean,
    signal: AbortSignal,
  ) {
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

  /** Handles a row whose change was not sent. No change of the row is open. */
  async #unperformed(index: number, error: AppError): Promise<From> {
    const verdict = classifyFailure(error);
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

  /** Extends an exceeded limit to all that the remaining rows exceed, so that a person confirms the rest of the batch at once. */
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
    // A replaced connection is not worth showing.
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

  /** Stores the final state, and retries until that succeeds, so that no batch is shown as running that does not run. */
  async #rest(to: BatchState, waitingFor: AppError | null): Promise<null> {
    const { kept, news, waits, at } = this.#context;
    const { id, accountId } = this.#plan;
    const patience = createBackoff();
    while (!hasEnded(this.#signal)) {
      const moved = await kept.move({ id, at: at(), from: ['running'], to, waitingFor });
      news.changed(id);
      if (moved.ok) return null;
      await waits.wait(accountId, patience.nextMs(), this.#signal);
    }
    return null;
  }
}

/** The result of looking for the next row. `again`: the row has to be checked again. `failed`: the search for it failed. */
type Done =
  | { readonly kind: 'none' }
  | { readonly kind: 'again'; readonly index: number }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'performed'; readonly index: number; readonly result: Result<Change> };

/**
 * Performs the first row at or after `from` that has no change yet. Holds the account's queue until that change has ended, even
 * where the run was ended meanwhile. The row is looked up inside the queue, so that it cannot get two changes.
 *
 * @returns Null where the run was ended before.
 */
async function doNext(
  context: BatchesContext,
  plan: BatchAtWork,
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
  { changes }: BatchesContext,
  { id, accountId, ask }: BatchAtWork,
  { index, domain, consent, plannedId }: RowToDo,
  signal: AbortSignal,
): Promise<Done> {
  if (plannedId !== null) {
    // Planned before the program ended, and never sent: it is withdrawn, and the row gets a new change.
    const withdrawn = await changes.withdraw(plannedId);
    const isMoved = withdrawn.ok || withdrawn.error.kind === 'invalid-input';
    return isMoved ? { kind: 'again', index } : { kind: 'failed', error: withdrawn.error };
  }
  const order = { accountId, domain, ask: changeAskOf(ask), planId: id, consent, signal };
  return { kind: 'performed', index, result: await changes.perform(order) };
}
