import { type ChangeAsk, comparedPartOf } from '#shared/changes/index.ts';
import type { BeforeState } from '#shared/changes/parts.ts';
import { type ChangeKind, isPaid } from '#shared/domain/change-kinds.ts';
import type { Change, Consent, JournalEvent } from '#shared/domain/change.ts';
import { isSameService, serviceOf } from '#shared/domain/account.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Keyed } from '../accounts/encryption.ts';
import { sleepingUntil, throttled, withinTime } from '../jobs/waiting.ts';
import type { CallOptions, KeptAnswer } from '../reseller/client.ts';
import { uncertain, type WriteResult } from '../reseller/decode.ts';
import { kindInMain, seenText } from './kinds/index.ts';
import { note, type SeenNow } from './kinds/kind.ts';
import { isNo } from './charges.ts';
import type { Context, Sending } from './ledger.ts';
import { type Addressed, addressed, encryptAsk, endOf, presentFor, refusedBecause } from './order.ts';
import { type Present, renewalPriceToSend } from './present.ts';
import type { ReadBack, Recovery } from './read-back.ts';
import type { BatchOfClaim, Claim } from './referee.ts';
import { keepPrevious } from './undo.ts';

type Planned = Extract<JournalEvent, { readonly type: 'planned' }>;
type Answered = Extract<JournalEvent, { readonly type: 'answered' }>;

/** A change with a person's consent, to be sent by the gate. */
export interface Pending {
  readonly changeId: string;
  readonly accountId: string;
  readonly domain: string;
  /** With every value that is sent: it has to produce the digest in the journal. */
  readonly ask: ChangeAsk;
  readonly digest: string;
  /** See `keyedFor`. */
  readonly keyed: Keyed | null;
  readonly consent: Consent;
  /** How long the consent is valid. */
  readonly validForMs: number;
  /** The entry to write to the journal; null where that was done before. */
  readonly entry: Planned | null;
  /** Given for a row of a batch. */
  readonly batch?: BatchOfClaim;
  /** Cancels the change while it waits; once it is being sent, it is not cancelled. */
  readonly stop: AbortSignal | null;
  readonly onWritten?: (change: Change) => void;
  readonly onSending?: (change: Change) => void;
}

/** The result of an attempt. `unsent`: no byte left, with the reason; `change` is null where nothing was written to the journal. */
type Attempted =
  | { readonly kind: 'over'; readonly change: Change }
  | { readonly kind: 'unsent'; readonly change: Change | null; readonly error: AppError };

/**
 * The only path to a write at a service: the editor, batches and resends all use it.
 *
 * The present state is read and compared with what the person saw. Then the journal checks, in one transaction with the entry
 * `sending`, what may have changed in between (see `workspace/journal/write.ts`). Only then one request is sent; its result is
 * written to the journal and read back. Whatever fails, it is not sent again from here (C8).
 */
export type Gate = ReturnType<typeof createGate>;

export function createGate(context: Context, readBack: ReadBack, recovery: Pick<Recovery, 'before'>) {
  return {
    /**
     * `unsent` with: `changed-since`, `open-change`, `over-limit`, `rate-limited`, `not-available`, `invalid-input`,
     * `journal-broken`, `storage`, `keychain`, `cancelled`, and what a connection and reading fail with.
     */
    async send(pending: Pending): Promise<Attempted> {
      const may = await maySend(context, recovery, pending);
      if (!may.ok) return unsent(may.error);
      const to = await reviewedTarget(context, pending);
      if (!to.ok) return unsent(to.error);
      const present = await asSeen(context, to.value, pending);
      if (!present.ok) return await notAsSeen(context, pending, present.error);
      const ready = await claimedAndWritten(context, pending, to.value);
      if (!ready.ok) return unsent(ready.error);
      const { before, contacts } = present.value;
      await keepPrevious(context, ready.value.change, pending.ask, contacts);
      return await sendAndReadBack(context, readBack, ready.value, before);
    },
  };
}

const unsent = (error: AppError, change: Change | null = null): Attempted => ({
  kind: 'unsent',
  change,
  error,
});

async function maySend(
  context: Context,
  recovery: Pick<Recovery, 'before'>,
  { accountId, domain, ask, consent, stop }: Pending,
): Promise<Result<null>> {
  if (context.closing.aborted || stop?.aborted === true) return fail({ kind: 'cancelled' });
  if (isPaid(ask.kind)) await context.marks?.compared(consent.service);
  const blocked = isPaid(ask.kind) ? context.paidChangesBlockedBy() : null;
  if (blocked !== null) return fail(blocked);
  return await recovery.before(accountId, domain);
}

/** The connection and order to send, if the login and the fields are exactly those that were reviewed. */
async function reviewedTarget(
  context: Context,
  { changeId, accountId, domain, ask, digest, keyed, consent }: Pending,
): Promise<Result<Addressed>> {
  const to = await addressed(context, accountId, domain, ask);
  if (!to.ok) return to;
  const { connection, order } = to.value;
  if (!isSameService(serviceOf(connection.account), consent.service)) {
    return fail({ kind: 'changed-since', what: 'login' });
  }
  // The account's options may have been edited since the review: then other fields would be sent than were reviewed.
  return order.digestFor(changeId, keyed) === digest ? to : fail({ kind: 'changed-since', what: 'review' });
}

/** The present state, if it is what the person saw. Fails with: `changed-since`, `not-available`, what reading fails with. */
async function asSeen(context: Context, to: Addressed, pending: Pending): Promise<Result<Present>> {
  const { ask, consent, keyed, stop } = pending;
  const read = await presentInTime(context, to, pending, endOf(context, to.connection, stop));
  if (!read.ok) return read;
  const { present, renewal } = read.value;
  const { troubles } = present;
  const unsendable = kindInMain(ask.kind).unsendable(ask, present);
  if (unsendable !== null) return fail(unsendable);
  const verdict = kindInMain(ask.kind).maySend(ask, { present, renewal }, consent);
  if (verdict !== 'if-as-seen') return verdict === 'yes' ? ok(present) : fail(verdict);
  if (seenText(ask, present, keyed) === consent.present) return ok(present);
  // A part that the service does not show now is not known to differ from what the person saw.
  const compared = comparedPartOf(ask.kind);
  const trouble = troubles.find(({ part }) => part === compared);
  return fail(trouble?.error ?? { kind: 'changed-since', what: compared ?? 'review' });
}

/** As long as one request may take: with a longer wait, a change would be sent long after the click (F6). */
const compareTimeoutMs = 60_000;

/**
 * Reads the present state within the timeout, and looks a renewal price up again. Fails with: `unreachable`
 * after the timeout, and what reading fails with.
 */
async function presentInTime(
  context: Context,
  to: Addressed,
  { ask, consent }: Pending,
  ended: AbortSignal,
): Promise<Result<SeenNow>> {
  const read = await withinTime(context, compareTimeoutMs, async (tooLate): Promise<Result<SeenNow>> => {
    const signal = AbortSignal.any([ended, tooLate]);
    const from = { connection: to.connection, domain: to.order.domain, signal };
    const renewsFor = kindInMain(ask.kind).renewsFor(ask);
    const [present, renewal] = await Promise.all([
      presentFor(context, to, signal),
      renewsFor === null ? null : renewalPriceToSend(context, from, renewsFor, consent.price),
    ]);
    return present.ok ? ok({ present: present.value, renewal }) : present;
  });
  return read ?? fail({ kind: 'unreachable', why: 'no-answer-in-time' });
}

/** Withdraws a planned registration that can no longer be ordered; every other change stays planned. */
async function notAsSeen(
  context: Context,
  { changeId, entry }: Pending,
  error: AppError,
): Promise<Attempted> {
  if (entry !== null || error.kind !== 'not-available') return unsent(error);
  const withdrawn = await context.ledger.append(changeId, { type: 'withdrawn', error });
  return unsent(error, withdrawn.ok ? withdrawn.value : null);
}

/**
 * The planned change, claimed, and then written to the journal unless it is there: what somebody else has is not even planned. Fails with:
 * `open-change`, `journal-broken`, `storage`, `invalid-input` (no longer planned), and as the ledger's `claim`.
 */
async function claimedAndWritten(context: Context, pending: Pending, to: Addressed): Promise<Result<Ready>> {
  const { ledger } = context;
  const { changeId: id, domain, consent, entry, ask, batch, onWritten } = pending;
  if (entry === null) {
    const found = await ledger.find(id);
    if (!found.ok) return found;
    const change = found.value;
    if (change.state !== 'planned') return refusedBecause(`A change that is ${change.state} is not sent.`);
    const claim = await ledger.claim({ ...change, attempt: change.attempts + 1, consent });
    return mapOk(claim, (held) => ({ pending, to, change, claim: held }));
  }
  const { what, batchId } = entry;
  const claim = await ledger.claim({ id, domain, what, batchId, attempt: 1, consent, number: null, batch });
  if (!claim.ok) return claim;
  const begun = await ledger.begin(id, entry, await encryptAsk(context, id, ask));
  if (begun.ok) onWritten?.(begun.value);
  else await ledger.release(claim.value);
  return mapOk(begun, (change) => ({ pending, to, change, claim: claim.value }));
}

interface Ready {
  readonly pending: Pending;
  readonly to: Addressed;
  readonly change: Change;
  readonly claim: Claim;
}

interface Sent {
  readonly change: Change;
  readonly answered: Answered;
}

async function sendAndReadBack(
  context: Context,
  readBack: ReadBack,
  ready: Ready,
  before: BeforeState,
): Promise<Attempted> {
  const sent = await sendOnce(context, ready, before);
  if (!sent.ok) return unsent(sent.error, ready.change);
  const { outcome, error } = sent.value.answered;
  const change = await concluded(context, readBack, sent.value);
  return outcome === 'unsent' ? unsent(error ?? { kind: 'cancelled' }, change) : { kind: 'over', change };
}

/**
 * The change with its answer written down, and read back. Whatever fails after the answer ends in an entry too: a change that stays
 * `sending` blocks its domain, and can be neither verified nor resolved (H3).
 */
async function concluded(context: Context, readBack: ReadBack, sent: Sent): Promise<Change> {
  try {
    const { outcome } = sent.answered;
    const answered = await writtenDown(context, sent, sent.answered);
    // The disk fails, or the program ends: the next start finds it as it is.
    if (!answered.ok && answered.error.kind !== 'invalid-input') return sent.change;
    if (answered.ok) {
      if (outcome === 'unsent') return answered.value;
      const after = await (outcome === 'uncertain' ? readBack.afterDoubt : readBack.afterAnswer)(
        answered.value,
      );
      if (after.ok) return after.value;
    }
  } catch (thrown) {
    context.onBug(thrown);
  }
  return await concludedUnread(context, sent);
}

/**
 * Without what was read: a yes stays accepted, a no is doubted. The answer comes first where it is not there yet, and without its words
 * where the journal refuses those. What is there already, or has come out by itself meanwhile, stays as it is.
 */
async function concludedUnread(context: Context, sent: Sent): Promise<Change> {
  const { change, answered } = sent;
  const { outcome, error } = answered;
  const events: JournalEvent[] = [
    answered,
    { ...answered, error: wordless(error), answer: '', syncAnswer: null },
  ];
  if (outcome !== 'unsent' && outcome !== 'uncertain') {
    const verdict = isNo(outcome) ? 'differs' : 'no-proof';
    events.push({ type: 'read-back', verdict, evidence: [note(notReadBack)], error: null });
  }
  let last = change;
  for (const event of events) {
    try {
      await writtenDown(context, sent, event);
      const found = await context.ledger.find(change.id);
      if (found.ok) last = found.value;
    } catch (thrown) {
      context.onBug(thrown);
    }
  }
  return last;
}

/** Fails with: what the ledger refuses with, `rate-limited`, `cancelled`. Then nothing was sent. */
async function sendOnce(context: Context, ready: Ready, before: BeforeState): Promise<Result<Sent>> {
  const { claim, to, pending } = ready;
  const { connection } = to;
  const { onBug } = context;
  const { consent, validForMs, stop, onSending } = pending;
  const tried = { isTrue: false };
  const work = async (): Promise<Result<Sent>> => {
    tried.isTrue = true;
    const service = serviceOf(connection.account);
    const sending = await context.ledger.send(claim, { before, consent, service, validForMs });
    if (!sending.ok) return sending;
    try {
      context.marks?.sent(service);
      onSending?.(sending.value.change);
    } catch (thrown) {
      onBug(thrown);
    }
    const answered = await written(context, to, sending.value, claim.attempt);
    return ok({ change: sending.value.change, answered });
  };
  try {
    return await throttled(connection.throttle, work, endOf(context, connection, stop));
  } finally {
    // It waited for the throttle in vain.
    if (!tried.isTrue) await context.ledger.release(claim);
  }
}

/** The only call that writes to a service. An exception in it may come after the first byte was sent, so it is `uncertain`. */
async function written(
  { onBug }: Context,
  { connection, order }: Addressed,
  sending: Sending,
  attempt: number,
): Promise<Answered> {
  const { kind } = sending.change.what;
  const received: { kept: KeptAnswer | null } = { kept: null };
  try {
    const options: CallOptions = {
      signal: connection.ended,
      onAnswer: (answer) => (received.kept = answer),
    };
    const result = await order.write(connection.client, options, sending);
    return answeredBy(kind, attempt, result, received.kept);
  } catch (thrown) {
    onBug(thrown);
    return answeredBy(kind, attempt, uncertain('no-complete-answer'), received.kept);
  }
}

/** Pauses between tries to write an answer to the journal; after them the change stays `sending` until the next start. */
const retryPausesMs = [1_000, 5_000, 30_000] as const;

const notReadBack = 'It could not be verified, because of an error in Namedesk';

/** Without what a service wrote. */
const wordless = (error: AppError | null): AppError | null => {
  if (error?.kind === 'refused') return { ...error, said: '' };
  return error?.kind === 'uncertain' ? { kind: 'uncertain', why: error.why } : error;
};

/** Retries while the disk fails, because without its answer the change becomes uncertain at the next start. */
async function writtenDown(
  context: Context,
  { change }: Pick<Sent, 'change'>,
  event: JournalEvent,
): Promise<Result<Change>> {
  const sleep = sleepingUntil(context.timer, context.closing);
  let result = await context.ledger.append(change.id, event);
  for (const pauseMs of retryPausesMs) {
    if (result.ok || result.error.kind !== 'storage' || !(await sleep(pauseMs))) return result;
    result = await context.ledger.append(change.id, event);
  }
  return result;
}

/** The journal event for the result of an attempt. @param kept The complete answer; null where none came. */
export const answeredBy = (
  kind: ChangeKind,
  attempt: number,
  result: WriteResult<object>,
  kept: KeptAnswer | null,
): Answered => ({
  type: 'answered',
  attempt,
  outcome: result.outcome,
  error: result.ok ? null : result.error,
  status: kept?.status ?? null,
  answer: kept?.answer ?? '',
  syncAnswer: result.ok ? kindInMain(kind).teaches(result.value) : null,
});
