import type { AppError } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { BeforeState, Change } from '#shared/domain/change.ts';
import type { JournalEvent } from '#shared/domain/change-entry.ts';
import { fail, type Result } from '#shared/result.ts';
import type { KeptAnswer } from '../reseller/client.ts';
import { answeredBy } from './answered.ts';
import type { Context } from './context.ts';
import type { Addressed } from './prepare.ts';
import { presentFor } from './prepare.ts';
import type { ReadBack } from './reconcile/read-back.ts';
import { sleepingUntil } from './sleeping.ts';
import { throttled } from './throttled.ts';
import { orderable } from './orderable.ts';

/** One attempt to send a change that is written down. */
export interface Attempt {
  /** `planned`. */
  readonly change: Change;
  readonly to: Addressed;
  /** What was read just before; null for a registration, which is looked up here, right before it goes out. */
  readonly before: BeforeState | null;
  readonly premiumAccepted: boolean;
  /** Gives it up as long as it waits; once it is on its way, it is not called back. */
  readonly stop: AbortSignal | null;
  readonly onSending: (change: Change) => void;
}

/** What an attempt came to. `unsent`: not a byte left, and why; the change is `planned` still, or `withdrawn`. */
export type Attempted =
  | { readonly kind: 'over'; readonly change: Change }
  | { readonly kind: 'unsent'; readonly change: Change; readonly error: AppError };

/**
 * Sends a change, once: what was read before and `sending` are on disk before a connection is opened (C6, D8); what it
 * came to is written down and read back. Whatever goes wrong on the way, it is not sent again from here (C8).
 */
export async function attempt(context: Context, readBack: ReadBack, job: Attempt): Promise<Attempted> {
  const unsent = (error: AppError, change = job.change): Attempted => ({ kind: 'unsent', change, error });
  const before = job.before === null ? await lookedUpAgain(context, job) : job.before;
  if ('error' in before) return unsent(before.error, before.change);
  const sent = await sendOnce(context, job, before);
  if (!sent.ok) return unsent(sent.error);
  const answered = await writtenDown(context, sent.value);
  if (!answered.ok) return { kind: 'over', change: sent.value.change };
  const change = answered.value;
  const after = await readAfter(readBack, change, sent.value.answered.verdict);
  return { kind: 'over', change: after?.ok === true ? after.value : change };
}

/** What nobody can order is withdrawn; what cannot be looked up now stays planned. */
async function lookedUpAgain(
  context: Context,
  { change, to, premiumAccepted }: Attempt,
): Promise<BeforeState | { readonly error: AppError; readonly change: Change }> {
  const present = await presentFor(context, to);
  if (!present.ok) return { error: present.error, change };
  const against = orderable(change.what, present.value.finding, premiumAccepted);
  if (against === null) return present.value.before;
  const withdrawn = await context.ledger.append(change.id, { type: 'withdrawn', error: against });
  return { error: against, change: withdrawn.ok ? withdrawn.value : change };
}

interface Sent {
  readonly change: Change;
  readonly answered: Extract<JournalEvent, { readonly type: 'answered' }>;
}

/** Fails with: `cancelled`, `storage`, `invalid-input`, `journal-broken`. Then nothing was sent. */
async function sendOnce(context: Context, job: Attempt, before: BeforeState): Promise<Result<Sent>> {
  const { change, to, stop, onSending } = job;
  const { connection } = to;
  const attemptNumber = change.attempts + 1;
  const given = [connection.ended, context.closing, ...(stop === null ? [] : [stop])];
  const work = async (): Promise<Result<Sent>> => {
    const sending = await context.ledger.append(change.id, {
      type: 'sending',
      attempt: attemptNumber,
      before,
    });
    if (!sending.ok) return sending;
    onSending(sending.value);
    const { result, kept } = await written(context, to);
    const answered = answeredBy(attemptNumber, result, kept, change.what.kind === 'register');
    return { ok: true, value: { change: sending.value, answered } };
  };
  return await throttled(connection.throttle, work, AbortSignal.any(given));
}

/** The one place from which anything is written to a service. A throw in it may have come after the first byte. */
async function written(
  { onBug }: Context,
  { connection, order }: Addressed,
): Promise<{ readonly result: Result<object>; readonly kept: KeptAnswer | null }> {
  const heard: { kept: KeptAnswer | null } = { kept: null };
  try {
    const result = await order.write(connection.client, {
      signal: connection.ended,
      onAnswer: (answer) => (heard.kept = answer),
    });
    return { result, kept: heard.kept };
  } catch (thrown) {
    onBug(thrown);
    return { result: fail({ kind: 'uncertain', why: 'no-complete-answer' }), kept: heard.kept };
  }
}

/** Pauses between the tries to write an answer down; after them it is `sending` until the next start. */
const patienceMs = [1_000, 5_000, 30_000] as const;

/** An answer is worth waiting for the disk: without it, the change is uncertain at the next start. */
async function writtenDown(context: Context, { change, answered }: Sent): Promise<Result<Change>> {
  const sleep = sleepingUntil(context.timer, context.closing);
  let result = await context.ledger.append(change.id, answered);
  for (const pauseMs of patienceMs) {
    if (result.ok || result.error.kind !== 'storage' || !(await sleep(pauseMs))) return result;
    result = await context.ledger.append(change.id, answered);
  }
  return result;
}

async function readAfter(
  readBack: ReadBack,
  change: Change,
  verdict: Sent['answered']['verdict'],
): Promise<Result<Change> | null> {
  switch (verdict) {
    case 'claimed':
    case 'refused':
    case 'refused-unconfirmed':
      return await readBack.afterAnswer(change);
    case 'uncertain':
      return await readBack.afterDoubt(change);
    case 'not-sent':
      return null;
    default:
      return assertNever(verdict);
  }
}
