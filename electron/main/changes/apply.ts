import type { AppError } from '#shared/app-error.ts';
import type { BeforeState, Change, ChangeAsk } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Consent, PlannedOrder } from './changes.ts';
import type { Context } from './context.ts';
import { partOf, presentText } from './describe.ts';
import { whatOf } from './describe/what.ts';
import { personalDigests } from './digests.ts';
import { sealAsk } from './personal.ts';
import { type Addressed, addressed, consented, presentFor } from './prepare.ts';
import type { Present } from './present.ts';
import type { ReadBack } from './reconcile/read-back.ts';
import type { PreparedReview } from './reviews.ts';
import { attempt, type Attempt } from './send.ts';

/** Sends what is written down, with nobody waiting; whoever looks is told by announcements. */
export type Start = (job: Omit<Attempt, 'onSending' | 'stop'>) => void;

/**
 * Writes a reviewed change down and starts it.
 *
 * Fails with: `changed-since`, `invalid-input`, `open-change`, `journal-broken`, `storage`, what a connection and
 * `readPresent` fail with. Nothing was written down.
 */
export async function apply(
  context: Context,
  start: Start,
  { review, ask, present, digest, changeId }: PreparedReview,
  consent: Consent,
): Promise<Result<Change>> {
  const agreed = consented(review, consent);
  if (!agreed.ok) return agreed;
  const to = await addressed(context, review.accountId, review.domain, ask);
  if (!to.ok) return to;
  // The account may have been edited since: then other fields would go out than were looked at.
  if (to.value.order.digestFor(changeId) !== digest) return fail({ kind: 'changed-since', what: 'review' });
  const now = await stillThere(context, to.value, present);
  if (!now.ok) return now;
  const begun = await begin(context, to.value, now.value, changeId, null);
  if (!begun.ok) return begun;
  const { premiumAccepted } = consent;
  start({ change: begun.value, to: to.value, before: beforeOf(ask, now.value), premiumAccepted });
  return begun;
}

/** A registration is looked up at the very last, not here. */
const beforeOf = ({ kind }: ChangeAsk, present: Present): BeforeState | null =>
  kind === 'register' ? null : present.before;

/** The present state once more. Fails with: `changed-since` where it is otherwise, and what reading fails with. */
async function stillThere(context: Context, to: Addressed, seen: Present): Promise<Result<Present>> {
  const { kind } = to.order.ask;
  if (kind === 'register') return ok(seen);
  const now = await presentFor(context, to);
  if (!now.ok) return now;
  return isSame(kind, seen, now.value) ? now : fail({ kind: 'changed-since', what: partOf(kind) });
}

function isSame(kind: ChangeAsk['kind'], seen: Present, now: Present): boolean {
  if (kind === 'contacts') return JSON.stringify(seen.contacts) === JSON.stringify(now.contacts);
  return presentText(kind, seen.before) === presentText(kind, now.before);
}

/** Writes a change down. Fails with: `open-change`, `journal-broken`, `storage`. */
export async function begin(
  context: Context,
  { connection, order }: Addressed,
  present: Present,
  changeId: string,
  planId: string | null,
): Promise<Result<Change>> {
  const { account } = connection;
  const sealed = await sealAsk(context, changeId, order.ask);
  return await context.ledger.begin(
    changeId,
    {
      type: 'planned',
      accountId: account.id,
      accountLabel: account.label,
      domain: order.domain,
      what: whatOf(order.ask, present),
      planId,
      digest: order.digestFor(changeId),
      personal: personalDigests(order.ask, present.contacts, context.newId()),
    },
    sealed,
  );
}

/**
 * One row of a plan: reads, compares with what the plan saw, writes down, sends, and waits until it is over.
 *
 * Fails with: `changed-since`, `refused` and `unreadable` (what it depends on could not be read), `cancelled`, `open-change`,
 * `journal-broken`, `storage`, `not-sent`, what a connection and `readPresent` fail with. Then nothing was sent, and no change of it is open.
 */
export async function perform(
  context: Context,
  readBack: ReadBack,
  { accountId, domain, ask, planId, expected, signal }: PlannedOrder,
): Promise<Result<Change>> {
  if (signal.aborted) return fail({ kind: 'cancelled' });
  const to = await addressed(context, accountId, domain, ask);
  if (!to.ok) return to;
  const waiting = AbortSignal.any([to.value.connection.ended, signal]);
  const present = await presentFor(context, to.value, waiting);
  if (!present.ok) return present;
  // What the service did not show is not otherwise than the plan saw it: nobody knows.
  const trouble = present.value.troubles.find(({ part }) => part === ask.kind);
  if (trouble !== undefined) return fail(trouble.error);
  if (presentText(ask.kind, present.value.before) !== expected) {
    return fail({ kind: 'changed-since', what: partOf(ask.kind) });
  }
  const change = await begin(context, to.value, present.value, context.newId(), planId);
  if (!change.ok) return change;
  const attempted = await attempt(context, readBack, {
    change: change.value,
    to: to.value,
    before: beforeOf(ask, present.value),
    premiumAccepted: false,
    stop: signal,
    onSending: () => undefined,
  });
  const { state, error } = attempted.change;
  if (attempted.kind === 'unsent') return await takenBack(context, attempted.change, attempted.error);
  return state === 'planned' && error !== null
    ? await takenBack(context, attempted.change, error)
    : ok(attempted.change);
}

/** A plan's row that did not go out leaves nothing open: the plan makes a new change of it when it goes on. */
async function takenBack(context: Context, { id, state }: Change, error: AppError): Promise<Result<Change>> {
  if (state === 'planned') await context.ledger.append(id, { type: 'withdrawn', error });
  return fail(error);
}
