import type { Batch, FullBatchAsk } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import { isNoMoreThan, type Overcharge } from '#shared/domain/limits.ts';
import type { AppError, RefusalReason } from '#shared/errors.ts';
import { assertNever, ok, type Result } from '#shared/result.ts';
import { classifyFailure } from '../../jobs/failures.ts';
import { Job, type JobConnection, type Step } from '../../jobs/job.ts';
import { hasEnded, unlessEnded } from '../../jobs/waiting.ts';
import type { RowToDo } from '../../workspace/batches/batches-repository.ts';
import { startOfDay } from '../ledger.ts';
import type { Facts } from '../kinds/kind.ts';
import type { BatchOfClaim } from '../referee.ts';
import { leftOutBy, nothingAsked, weigh } from '../weigh.ts';
import {
  askOfRow,
  type BatchAtWork,
  type BatchesContext,
  changeAskOf,
  fullAskOf,
  reasonOf,
} from './context.ts';
import { type ChangeState, isPaid } from '#shared/domain/change-kinds.ts';

/** As it was when it began to run: nothing that it sends changes meanwhile. */
interface RunningBatch extends BatchAtWork {
  readonly ofClaim: () => Promise<BatchOfClaim>;
}

/** The gate connects for each change by itself. */
const connectsItself = { ended: new AbortController().signal };

/**
 * Applies a batch row by row, until none is left, a change is uncertain, or only a person can continue. A change that is being
 * sent when the run is ended still completes and is in the journal; the run does not wait for it.
 *
 * @param signal Aborted when the batch is paused, stopped or removed, and at shutdown.
 */
export function createRun(
  context: BatchesContext,
  batch: BatchAtWork & Pick<Batch, 'goesOnAfterUncertain'>,
  signal: AbortSignal,
): Job<number, JobConnection> {
  const { kept, news, at } = context;
  const { id } = batch;
  // Who resumes it has seen what has completed until now.
  context.completed.delete(id);
  /** Where to look for the next row; null where none is left. */
  let from: number | null = 0;
  /** Where more was taken than was agreed to: whoever started or resumed it has seen that. */
  let seen: readonly Overcharge[] | null = null;
  let digest: Promise<Result<string>> | null = null;
  const ofClaim = async () => {
    const sent = await (digest ??= kept.sentDigest({ id }));
    // Without it, no approval is this batch's.
    return { id, digest: sent.ok ? sent.value : '' };
  };
  const running = { ...batch, ofClaim };
  const job = new Job<number, JobConnection>(
    {
      connect: () => Promise.resolve(ok(connectsItself)),
      atOnce: 1,
      next: () => from,
      isThrough: () => from === null,
      async work(index) {
        seen ??= await overchargesIn(context, batch);
        const done = await unlessEnded(doNext(context, running, index, signal), signal, context.onBug);
        if (done === null) return { kind: 'next' };
        news.changed(id);
        if (done.kind === 'performed' && done.result.ok) await job.goesWell();
        const after = await stepAfter(context, batch, done, seen);
        from = after.from;
        return after.step;
      },
      async showWaiting(error) {
        await kept.wait({ id, waitingFor: error });
        news.changed(id);
      },
      async conclude(end) {
        const [to, waitingFor] =
          end.kind === 'done' ? (['done', null] as const) : (['halted', end.error] as const);
        const moved = await kept.move({ id, at: at(), from: ['running'], to, waitingFor });
        news.changed(id);
        return moved.ok ? null : moved.error;
      },
    },
    context,
  );
  return job;
}

/** What follows, and the row to continue with; null where none is left. */
interface After {
  readonly step: Step;
  readonly from: number | null;
}

const onFrom = (from: number | null): After => ({ step: { kind: 'next' }, from });
const haltAt = (from: number, error: AppError | null): After => ({ step: { kind: 'stop', error }, from });

async function stepAfter(
  context: BatchesContext,
  batch: BatchAtWork & Pick<Batch, 'goesOnAfterUncertain'>,
  done: Done,
  seen: readonly Overcharge[],
): Promise<After> {
  switch (done.kind) {
    case 'none':
      return onFrom(null);
    case 'again':
      return onFrom(done.index);
    case 'failed':
      return haltAt(0, done.error);
    case 'performed': {
      const { index, result } = done;
      if (!result.ok) return await unperformed(context, batch.id, index, result.error);
      const after = afterChange(result.value);
      if (after.kind === 'halt') return haltAt(index, after.why);
      const charged = await chargedMore(context, batch, seen);
      if (charged !== null) return haltAt(index, charged);
      const mayGoOn = after.kind === 'next' || batch.goesOnAfterUncertain;
      return mayGoOn ? onFrom(index + 1) : haltAt(index, null);
    }
    default:
      return assertNever(done);
  }
}

const overchargesIn = async (
  { kept }: BatchesContext,
  { id, ask }: BatchAtWork,
): Promise<readonly Overcharge[]> => {
  const found = isPaid(ask.kind) ? await kept.overcharges({ id }) : ok([]);
  return found.ok ? found.value.map(({ charge }) => charge) : [];
};

/**
 * More was taken than was agreed to, for the change that was just sent, or for an earlier one whose bill came late. A person sees it once, and
 * again where it is more still: taxes may be the same for all (H6).
 */
async function chargedMore(
  { kept }: BatchesContext,
  { id, ask }: BatchAtWork,
  seen: readonly Overcharge[],
): Promise<AppError | null> {
  if (!isPaid(ask.kind)) return null;
  const found = await kept.overcharges({ id });
  if (!found.ok) return found.error;
  const unseen = found.value.find(({ charge }) => !seen.some((before) => isNoMoreThan(charge, before)));
  return unseen === undefined ? null : { kind: 'charged-more', number: unseen.number, ...unseen.charge };
}

/** What follows from a row whose change was not sent. No change of the row is open. */
async function unperformed(
  context: BatchesContext,
  id: string,
  index: number,
  error: AppError,
): Promise<After> {
  const means = classifyFailure(error, 'batch');
  switch (means) {
    case 'item':
      return await leaveRow(context, id, index, error);
    case 'perhaps-all':
    case 'wait':
    case 'later':
    case 'retry':
      return { step: { kind: 'wait', error }, from: index };
    case 'stop':
      return haltAt(index, await ofTheRest(context, id, error));
    default:
      return assertNever(means);
  }
}

/** Extends an exceeded limit to all that the remaining rows exceed, so that a person confirms the rest of the batch at once. */
async function ofTheRest({ kept, now }: BatchesContext, id: string, error: AppError): Promise<AppError> {
  if (error.kind !== 'over-limit') return error;
  const limits = await kept.over({ id, dayStartsAt: startOfDay(now()).toISOString() });
  return limits.ok && limits.value.length > 0 ? { kind: 'over-limit', limits: limits.value } : error;
}

async function leaveRow(
  { kept }: BatchesContext,
  id: string,
  index: number,
  error: AppError,
): Promise<After> {
  const leftOut = reasonOf(error);
  const shownError = error.kind === 'open-change' ? null : error;
  const left = await kept.leaveRow({ id, index, leftOut, error: shownError, remarks: [] });
  return left.ok ? onFrom(index + 1) : haltAt(index, left.error);
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
  batch: RunningBatch,
  from: number,
  signal: AbortSignal,
): Promise<Done | null> {
  const { turns, kept, completed } = context;
  const endTurn = await turns.take(batch.accountId);
  try {
    if (hasEnded(signal)) return null;
    const before = completed.get(batch.id);
    if (before !== undefined) {
      completed.delete(batch.id);
      return { kind: 'performed', index: before.index, result: ok(before.change) };
    }
    const next = await kept.next({ id: batch.id, from });
    if (hasEnded(signal)) return null;
    if (!next.ok) return { kind: 'failed', error: next.error };
    if (next.value === null) return { kind: 'none' };
    const done = await doRow(context, batch, next.value, signal);
    if (hasEnded(signal) && done.kind === 'performed' && done.result.ok)
      completed.set(batch.id, { index: done.index, change: done.result.value });
    return done;
  } finally {
    endTurn();
  }
}

async function doRow(
  context: BatchesContext,
  batch: RunningBatch,
  row: RowToDo,
  signal: AbortSignal,
): Promise<Done> {
  const { changes, kept } = context;
  const { id, accountId } = batch;
  const { index, domain, consent, plannedId } = row;
  if (plannedId !== null) {
    // Planned before the program ended, and never sent: it is withdrawn, and the row gets a new change.
    const withdrawn = await changes.withdraw(plannedId);
    const isMoved = withdrawn.ok || withdrawn.error.kind === 'invalid-input';
    return isMoved ? { kind: 'again', index } : { kind: 'failed', error: withdrawn.error };
  }
  const common = await fullAskOf(context, batch);
  if (!common.ok) return { kind: 'failed', error: common.error };
  const own = await askOfRow(context, common.value, row);
  if (!own.ok) return { kind: 'failed', error: own.error };
  const { leftOut, remarks } = weighedNow(context, row, own.value?.ask ?? common.value);
  if (leftOut !== null || own.value === null) {
    const left = await kept.leaveRow({ id, index, leftOut: leftOut ?? 'not-kept', error: null, remarks });
    return left.ok ? { kind: 'again', index } : { kind: 'failed', error: left.error };
  }
  const ask = changeAskOf(own.value.ask);
  const order = { accountId, domain, ask, batch: await batch.ofClaim(), consent, signal };
  return { kind: 'performed', index, result: await changes.perform(order) };
}

/**
 * Why a row is to be excluded, though it was not when it was read: archived, transferred away, not found or removed from the portfolio
 * since, it may have been let go. What was done before, the gate compares with what was consented to.
 */
function weighedNow({ now }: Pick<BatchesContext, 'now'>, row: RowToDo, own: FullBatchAsk) {
  const ask = changeAskOf(own);
  const facts: Facts = {
    ...nothingAsked,
    domain: row.domain,
    ask,
    now: now(),
    known: { domain: row.known, heldBy: null, children: [], usersOfHost: [] },
  };
  const remarks = weigh(facts);
  // What was unlocked is locked again, whoever has it.
  const isIncluded = row.isIncluded || row.step === 'lock-again';
  return { remarks, leftOut: row.isHeld ? 'step-before' : leftOutBy(remarks, facts, isIncluded) } as const;
}

/** Refusals that every other change of the batch would get as well. */
const refusesAll: ReadonlySet<RefusalReason> = new Set([
  'credentials',
  'address',
  'permission',
  'rate',
  'credit',
]);

/** What an ended change means for the next ones; `why` is shown to the person who has to check. */
type AfterChange =
  | { readonly kind: 'next' }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'halt'; readonly why: AppError };

/** `no`: a refusal, which may concern every other change as well. */
const byState: Readonly<Record<ChangeState, 'next' | 'uncertain' | 'no'>> = {
  // These have not ended, contrary to what `perform` promises: their result is unknown.
  planned: 'uncertain',
  sending: 'uncertain',
  uncertain: 'uncertain',
  refused: 'no',
  'not-applied': 'no',
  confirmed: 'next',
  applied: 'next',
  settled: 'next',
  withdrawn: 'next',
};

export function afterChange({ state, error }: Pick<Change, 'state' | 'error'>): AfterChange {
  const kind = byState[state];
  if (kind !== 'no') return { kind };
  const isOfAll = error?.kind === 'refused' && refusesAll.has(error.why);
  return isOfAll ? { kind: 'halt', why: error } : { kind: 'next' };
}
