import { setMaxListeners } from 'node:events';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import { batchConsentLastsMs, type Change, consentLastsMs } from '#shared/domain/change.ts';
import { notGiven } from '#shared/domain/finding.ts';
import { isSameService, serviceOf } from '#shared/domain/account.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { resultOf } from '../workspace/sqlite.ts';
import { type ChangeFilter, exportJournal } from './export-journal.ts';
import { createGate, type Gate, type Pending } from './gate.ts';
import { fitted } from './kinds/contacts.ts';
import { kindInMain, whatOf } from './kinds/index.ts';
import { agreedFinding } from './kinds/register.ts';
import { type ChangesDeps, type Context, createLedger } from './ledger.ts';
import {
  type Addressed,
  addressed,
  askOf,
  decryptAsk,
  endOf,
  keyedFor,
  type Order,
  orderOf,
  presentFor,
  refusedBecause,
} from './order.ts';
import {
  type Confirmation,
  consented,
  prepare,
  prepareAgain,
  type PreparedReview,
  type Review,
} from './prepare.ts';
import type { Present } from './present.ts';
import { createCharges, orderedLately } from './charges.ts';
import { createRegistryProofs } from './registry-reads.ts';
import { informPortfolio } from './effects.ts';
import { createReadBack, createRecovery, type ReadBack, type Recovery } from './read-back.ts';

/**
 * All operations that change a domain. A change is written to the journal before it is sent, sent once, and read back. A result
 * that is not known is `uncertain`, never guessed.
 */
export function createChanges(deps: ChangesDeps) {
  const underWay = createPendingWork(deps);
  const announced = createAnnouncer(deps);
  const context: Context = {
    ...deps,
    ...announced,
    ledger: createLedger({ ...deps, ...announced }),
    closing: underWay.closing,
    track: underWay.track,
  };
  const charges = createCharges(context);
  const readBack = createReadBack(context, charges);
  const recovery = createRecovery(context, readBack);
  const proofs = createRegistryProofs(context, readBack);
  const follow = (change: Change): void => {
    proofs.follow(change);
    charges.follow(change);
  };
  announced.toFollow(follow);
  const gate = createGate(context, readBack, recovery);
  return {
    ...reviewing(context, gate, recovery),
    /**
     * Sends one row of a batch through the same gate: the consent given for the batch is compared with what is read right before.
     * Resolves when the change has ended: never `planned`, never `sending`.
     *
     * Fails with: what the gate refuses with, `not-sent`. Then nothing was sent, no change is left open, and the row can be
     * performed again.
     */
    perform: (order: PlannedOrder) => tracked(context, perform(context, gate, order)),
    /**
     * Sends a `planned` change under its earlier consent, if that is still valid. Resolves when it is being sent.
     *
     * Fails with: what the gate refuses with. After `changed-since` it has to be reviewed again, by `prepareAgain`.
     */
    send: createSend(context, gate),
    ...resolving(context, readBack, recovery),
    ...queries(context),
    /**
     * At startup: changes that were being sent when the program ended become `uncertain` and are read back (C7), and what was not seen
     * charged in the last two hours, or not proven, is followed again.
     */
    async recover() {
      context.track(orderedLately(context).then((changes) => changes.forEach(follow)));
      await recovery.recover();
    },
    /** The account is reachable again: retries the read-backs that failed because it was not. */
    wake: readBack.wake,
    /** Waits up to a timeout for running work. What has not ended by then is recovered at the next start. */
    async close() {
      await underWay.close();
      await deps.marks?.written();
      context.ledger.close();
    },
  };
}

/** Announces changes, and passes each on to what follows them. What was written down stays so, whatever fails over it (H3). */
function createAnnouncer({ announce, onBug }: Pick<ChangesDeps, 'announce' | 'onBug'>) {
  let follow: (change: Change) => void = () => undefined;
  return {
    announce(changes: readonly Change[]): void {
      try {
        announce(changes);
        changes.forEach((change) => follow(change));
      } catch (thrown) {
        onBug(thrown);
      }
    },
    toFollow: (follower: (change: Change) => void): void => void (follow = follower),
  };
}

export type Changes = ReturnType<typeof createChanges>;

/** Makes shutdown wait for `work`. */
function tracked<T>({ track }: Context, work: Promise<T>): Promise<T> {
  track(work);
  return work;
}

function reviewing(context: Context, gate: Gate, recovery: Recovery) {
  const reviews = createReviews(context.timer.nowMs);
  const acting = async (accountId: string, domain: string): Promise<Result<null>> =>
    context.closing.aborted ? fail({ kind: 'cancelled' }) : await recovery.before(accountId, domain);

  function kept(prepared: Result<PreparedReview>): Result<Review> {
    if (!prepared.ok) return prepared;
    reviews.keep(prepared.value);
    return ok(prepared.value.review);
  }

  return {
    /**
     * Reads the present state and returns a review of what would be sent. Writes nothing.
     *
     * Fails with: `invalid-input`, `open-change`, `journal-broken`, `no-account`, `no-key`, `keychain`, `unreachable`, `storage`.
     * A read that the service refuses or answers unreadably is a warning, not a failure, where the change can be sent without it.
     */
    async prepare(accountId: string, domain: string, ask: ChangeAsk): Promise<Result<Review>> {
      const may = await acting(accountId, domain);
      return may.ok ? kept(await prepare(context, accountId, domain, ask)) : may;
    },
    /** As `prepare`, for a planned change that was not sent. Fails with: also `invalid-input` (the change is not `planned`). */
    async prepareAgain(id: string): Promise<Result<Review>> {
      const found = await context.ledger.find(id);
      if (!found.ok) return found;
      const may = await acting(found.value.accountId, found.value.domain);
      return may.ok ? kept(await prepareAgain(context, id)) : may;
    },
    /**
     * Writes the change to the journal, unless it is there already, and starts to send it: once for each review. Resolves when
     * the change is in the journal.
     *
     * Fails with: what the gate refuses with, `invalid-input` (`typedName`, `premiumAccepted`).
     */
    apply: (reviewId: string, confirmation: Confirmation) =>
      reviews.once(
        reviewId,
        (prepared) => apply(context, gate, prepared, confirmation),
        ({ id }) => context.ledger.find(id),
      ),
  };
}

/** Resolves when the change is in the journal; later states are announced. */
async function apply(
  context: Context,
  gate: Gate,
  prepared: PreparedReview,
  confirmation: Confirmation,
): Promise<Result<Change>> {
  const consent = consented(prepared, confirmation);
  if (!consent.ok) return consent;
  const { review, ask, changeId, digest, keyed, entry } = prepared;
  const { accountId, domain } = review;
  const noted = await noteClient(context, { accountId, domain, ask });
  if (!noted.ok) return noted;
  return await begun(context, gate, {
    ...{ changeId, accountId, domain, ask, digest, keyed, consent: consent.value },
    entry: entry && { ...entry, consent: consent.value },
    validForMs: consentLastsMs,
    stop: null,
  });
}

/** Before an order is sent: whatever ends the program then, the domain gets its client when it arrives. */
async function noteClient(
  { clients }: Context,
  {
    accountId,
    domain,
    ask,
  }: { readonly accountId: string; readonly domain: string; readonly ask: ChangeAsk },
): Promise<Result<unknown>> {
  if (ask.kind !== 'register' || clients === undefined) return ok(null);
  return await resultOf(() => clients.setOrdered(accountId, domain, ask.client ?? ''));
}

/** Sends. Resolves as soon as the change is in the journal or, where it was there before, is being sent. */
function begun(context: Context, gate: Gate, pending: Pending): Promise<Result<Change>> {
  const { promise, resolve, reject } = Promise.withResolvers<Result<Change>>();
  const reached = (change: Change): void => resolve(ok(change));
  const sending = gate
    .send({ ...pending, onWritten: reached, onSending: reached })
    .then(async (attempted) => {
      if (attempted.kind === 'over') return;
      await announceUnsent(context, pending.changeId, attempted.error);
      resolve(fail(attempted.error));
    });
  sending.catch(reject);
  context.track(sending);
  return promise;
}

/** Announces a change that could not be sent with the reason. The change stays `planned`, so the reason needs no journal entry. */
async function announceUnsent({ ledger, announce }: Context, id: string, error: AppError): Promise<void> {
  const now = await ledger.find(id);
  if (now.ok && now.value.state === 'planned') announce([{ ...now.value, error }]);
}

/** Runs one attempt of a planned change at a time. */
function createSend(context: Context, gate: Gate) {
  const beginning = new Map<string, Promise<Result<Change>>>();

  async function send(id: string): Promise<Result<Change>> {
    const found = await context.ledger.find(id);
    if (!found.ok) return found;
    const { accountId, domain, state } = found.value;
    if (state !== 'planned') return refusedBecause(`A change that is ${state} is not sent.`);
    const past = await context.ledger.past(id);
    if (!past.ok) return past;
    const { consent, digest } = past.value;
    // Nobody has consented to it on this computer.
    if (consent === null) return fail({ kind: 'changed-since', what: 'consent' });
    const ask = await askOf(context, found.value);
    if (!ask.ok) return ask;
    return await begun(context, gate, {
      ...{ changeId: id, accountId, domain, ask: ask.value, digest, consent },
      keyed: await keyedFor(context, ask.value, found.value),
      entry: null,
      validForMs: consentLastsMs,
      stop: null,
    });
  }

  return (id: string) => {
    const sending = beginning.get(id) ?? send(id).finally(() => beginning.delete(id));
    beginning.set(id, sending);
    return sending;
  };
}

async function perform(context: Context, gate: Gate, planned: PlannedOrder): Promise<Result<Change>> {
  const { accountId, batch, consent, signal } = planned;
  const { id: batchId } = batch;
  const to = await addressed(context, accountId, planned.domain, planned.ask);
  if (!to.ok) return to;
  const { connection } = to.value;
  const service = serviceOf(connection.account);
  if (!isSameService(service, consent.service)) return fail({ kind: 'changed-since', what: 'login' });
  const row = await orderOfRow(context, to.value, signal);
  if (!row.ok) return row;
  const { order, contacts } = row.value;
  const { ask } = order;
  const noted = await noteClient(context, { accountId, domain: order.domain, ask });
  if (!noted.ok) return noted;
  const changeId = context.newId();
  const keyed = await keyedFor(context, ask, { id: changeId, batchId, domain: order.domain });
  const digest = order.digestFor(changeId, keyed);
  const finding = ask.kind === 'register' ? agreedFinding(consent, ask.periodYears) : null;
  const what = whatOf(ask, { contacts, finding }, consent.price ?? notGiven);
  const attempted = await gate.send({
    ...{ changeId, accountId, domain: order.domain, ask, digest, keyed, consent },
    entry: {
      ...{ type: 'planned', accountId, accountLabel: connection.account.label, service },
      ...{ domain: order.domain, what, batchId, digest, consent },
    },
    validForMs: batchConsentLastsMs,
    batch,
    stop: signal,
  });
  if (attempted.kind === 'over') return ok(attempted.change);
  // A row that was not sent leaves no open change: the batch makes a new one when it goes on.
  if (attempted.change?.state === 'planned') {
    await context.ledger.append(changeId, { type: 'withdrawn', error: attempted.error });
  }
  return fail(attempted.error);
}

/** The order for one row of a batch, with the contacts that it replaces: these are fitted to what the domain has now. */
async function orderOfRow(
  context: Context,
  { connection, order }: Addressed,
  signal: AbortSignal,
): Promise<Result<{ readonly order: Order; readonly contacts: Present['contacts'] }>> {
  const { ask, domain } = order;
  if (ask.kind !== 'contacts') return ok({ order, contacts: null });
  const present = await presentFor(context, { connection, order }, endOf(context, connection, signal));
  if (!present.ok) return present;
  const { contacts, troubles } = present.value;
  // A field that is gone since the review is noticed by the gate: it is part of what was seen.
  const { roles } = fitted(ask.roles, contacts ?? []);
  if (contacts === null || roles.length === 0)
    return fail(troubles[0]?.error ?? { kind: 'changed-since', what: 'contacts' });
  const own = orderOf(domain, { kind: 'contacts', roles }, connection.account.options);
  return mapOk(own, (fits) => ({ order: fits, contacts }));
}

function resolving(context: Context, readBack: ReadBack, recovery: Recovery) {
  const { ledger } = context;
  /** The change, after pending read-backs of the last run are done. */
  const known = async (id: string): Promise<Result<Change>> => {
    const found = await ledger.find(id);
    if (!found.ok) return found;
    const may = await recovery.before(found.value.accountId, found.value.domain);
    return may.ok ? await ledger.find(id) : may;
  };
  return {
    /**
     * Fails with: `invalid-input` (nothing to read back), `storage`. An unreadable service is recorded in the entry, not a failure.
     */
    async readBack(id: string): Promise<Result<Change>> {
      const found = await known(id);
      if (!found.ok) return found;
      return found.value.state === 'uncertain' ? await readBack.afterDoubt(found.value) : nothingToRead;
    },
    async settle(id: string, settledAs: 'applied' | 'not-applied', note: string): Promise<Result<Change>> {
      const found = await known(id);
      if (!found.ok) return found;
      const settled = await ledger.append(id, { type: 'settled', as: settledAs, note });
      if (settled.ok) informPortfolio(context, settled.value, {}).catch(context.onBug);
      return settled;
    },
    async withdraw(id: string): Promise<Result<Change>> {
      const found = await ledger.find(id);
      return found.ok ? await ledger.append(id, { type: 'withdrawn', error: null }) : found;
    },
  };
}

const nothingToRead = fail({
  kind: 'invalid-input',
  field: 'id',
  reason: 'Only an uncertain change can be verified.',
});

function queries(context: Context) {
  const { journal, ledger, announceHealth, connections } = context;
  return {
    list: (filter: ChangeFilter, offset: number, limit: number) => journal.list({ filter, offset, limit }),
    async find(id: string) {
      const change = await ledger.find(id);
      if (!change.ok) return change;
      const entries = await journal.entries({ id });
      return entries.ok ? ok({ change: change.value, entries: entries.value }) : entries;
    },
    /** The last change of each family of the domain at the account's service. Fails with: `no-account`, `storage`. */
    async lastOf(accountId: string, domain: string) {
      const connection = await connections.of(accountId);
      if (!connection.ok) return connection;
      return await journal.lastOf({ service: serviceOf(connection.value.account), domain, accountId });
    },
    async personal(id: string): Promise<Result<readonly ContactFields[] | null>> {
      const ask = await decryptAsk(context, id);
      if (!ask.ok || ask.value === null) return ask.ok ? ok(null) : ask;
      return ok(kindInMain(ask.value.kind).personal(ask.value));
    },
    async health(check: boolean) {
      const health = await journal.health({ check });
      if (check && health.ok) announceHealth(health.value);
      return health;
    },
    /**
     * Writes the journal entries of the changes that match, hash chain included, to a file. The file is complete or does not exist.
     *
     * Fails with: `storage`, `invalid-input` (the file cannot be written).
     */
    exportJournal: (format: 'csv' | 'json', filter: ChangeFilter, path: string) =>
      exportJournal(journal, format, filter, path, context.accesses ?? null),
  };
}

/** How long shutdown may keep a user waiting for the window to close. */
const timeoutMs = 3_000;

/** Background work without a caller that waits for it. */
function createPendingWork({ timer, onBug }: Pick<ChangesDeps, 'timer' | 'onBug'>) {
  const ending = new AbortController();
  // One listener for each change that is being read back: there is no useful upper limit.
  setMaxListeners(0, ending.signal);
  const underWay = new Set<Promise<unknown>>();

  return {
    closing: ending.signal,
    track: (work: Promise<unknown>) => {
      const tracked = work.catch(onBug).finally(() => underWay.delete(tracked));
      underWay.add(tracked);
    },
    /** Waits up to a timeout for running work. What has not ended by then is left as it is and recovered at the next start. */
    async close() {
      ending.abort();
      const impatience = new AbortController();
      const waited = timer.sleep(timeoutMs, impatience.signal).catch(() => undefined);
      await Promise.race([Promise.all(underWay), waited]);
      impatience.abort();
      await waited;
    },
  };
}

/** One row of a batch, to be sent. */
interface PlannedOrder extends Required<Pick<Pending, 'accountId' | 'domain' | 'ask' | 'batch' | 'consent'>> {
  readonly signal: AbortSignal;
}

interface Kept {
  readonly prepared: PreparedReview;
  readonly untilMs: number;
  applying: Promise<Result<Change>> | null;
}

function createReviews(nowMs: () => number) {
  const all = new Map<string, Kept>();

  function forgetOld(): void {
    for (const [id, { untilMs }] of all) if (untilMs <= nowMs()) all.delete(id);
  }

  async function first(kept: Kept, apply: Promise<Result<Change>>): Promise<Result<Change>> {
    kept.applying = apply;
    const applied = await apply;
    if (!applied.ok) kept.applying = null;
    return applied;
  }

  return {
    keep(prepared: PreparedReview) {
      forgetOld();
      all.set(prepared.review.reviewId, { prepared, untilMs: nowMs() + consentLastsMs, applying: null });
    },
    /**
     * Applies a review once, however often and from however many places this is called. A review that could not be applied can be
     * applied again.
     *
     * @param again Returns the result for a review that was applied before.
     * Fails with: `changed-since` (`review`) where there is no such review or it has expired; what `apply` fails with.
     */
    async once(
      reviewId: string,
      apply: (prepared: PreparedReview) => Promise<Result<Change>>,
      again: (change: Change) => Promise<Result<Change>>,
    ): Promise<Result<Change>> {
      forgetOld();
      const kept = all.get(reviewId);
      if (kept === undefined) return fail({ kind: 'changed-since', what: 'review' });
      if (kept.applying === null) return await first(kept, apply(kept.prepared));
      const applied = await kept.applying;
      return applied.ok ? await again(applied.value) : applied;
    },
  };
}
