import { setMaxListeners } from 'node:events';
import type { Change } from '#shared/domain/change.ts';
import { notGiven } from '#shared/domain/finding.ts';
import { isSameService, serviceOf } from '#shared/domain/service.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  type Changes,
  type Confirmation,
  consentLastsMs,
  createReviews,
  type PlannedOrder,
  type PreparedReview,
  type Review,
} from './changes.ts';
import { whatOf } from './description.ts';
import { exportJournal } from './export-journal.ts';
import { createGate, type Gate, type Pending } from './gate.ts';
import { type ChangesDeps, type Context, createLedger } from './ledger.ts';
import { decryptAsk, personalRoles } from './order.ts';
import { addressed, askOf, consented, prepare, prepareAgain, refusedBecause } from './prepare.ts';
import { personalDigests } from './present.ts';
import {
  applyObservation,
  createReadBack,
  createRecovery,
  type ReadBack,
  type Recovery,
} from './read-back.ts';

export function createChanges(deps: ChangesDeps): Changes {
  const underWay = createPendingWork(deps);
  const context: Context = {
    ...deps,
    ledger: createLedger(deps),
    closing: underWay.closing,
    track: underWay.track,
  };
  const readBack = createReadBack(context);
  const recovery = createRecovery(context, readBack);
  const gate = createGate(context, readBack, recovery);
  return {
    ...reviewing(context, gate, recovery),
    perform: (order) => tracked(context, perform(context, gate, order)),
    send: createSend(context, gate),
    ...resolving(context, readBack, recovery),
    ...looking(context),
    recover: recovery.recover,
    wake: readBack.wake,
    async close() {
      await underWay.close();
      context.ledger.close();
    },
  };
}

/** Makes shutdown wait for `work`. */
function tracked<T>({ track }: Context, work: Promise<T>): Promise<T> {
  track(work);
  return work;
}

function reviewing(
  context: Context,
  gate: Gate,
  recovery: Recovery,
): Pick<Changes, 'prepare' | 'prepareAgain' | 'apply'> {
  const reviews = createReviews(context.timer.nowMs);
  const acting = async (accountId: string, domain: string): Promise<Result<null>> =>
    context.closing.aborted ? fail({ kind: 'cancelled' }) : await recovery.before(accountId, domain);

  function kept(prepared: Result<PreparedReview>): Result<Review> {
    if (!prepared.ok) return prepared;
    reviews.keep(prepared.value);
    return ok(prepared.value.review);
  }

  return {
    async prepare(accountId, domain, ask) {
      const may = await acting(accountId, domain);
      return may.ok ? kept(await prepare(context, accountId, domain, ask)) : may;
    },
    async prepareAgain(id) {
      const found = await context.ledger.find(id);
      if (!found.ok) return found;
      const may = await acting(found.value.accountId, found.value.domain);
      return may.ok ? kept(await prepareAgain(context, id)) : may;
    },
    apply: (reviewId, confirmation) =>
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
  const { review, ask, changeId, digest, personal, entry } = prepared;
  const { accountId, domain } = review;
  return await begun(context, gate, {
    ...{ changeId, accountId, domain, ask, digest, personal, consent: consent.value },
    entry: entry && { ...entry, consent: consent.value },
    validForMs: consentLastsMs,
    stop: null,
  });
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
function createSend(context: Context, gate: Gate): Changes['send'] {
  const beginning = new Map<string, Promise<Result<Change>>>();

  async function send(id: string): Promise<Result<Change>> {
    const found = await context.ledger.find(id);
    if (!found.ok) return found;
    const { accountId, domain, state } = found.value;
    if (state !== 'planned') return refusedBecause(`A change that is ${state} is not sent.`);
    const past = await context.ledger.past(id);
    if (!past.ok) return past;
    const { consent, digest, personal } = past.value;
    // From an older version or from a backup: nobody has consented to it on this computer.
    if (consent === null) return fail({ kind: 'changed-since', what: 'consent' });
    const ask = await askOf(context, found.value);
    if (!ask.ok) return ask;
    return await begun(context, gate, {
      ...{ changeId: id, accountId, domain, ask: ask.value, digest, personal, consent },
      entry: null,
      validForMs: consentLastsMs,
      stop: null,
    });
  }

  return (id) => {
    const sending = beginning.get(id) ?? send(id).finally(() => beginning.delete(id));
    beginning.set(id, sending);
    return sending;
  };
}

async function perform(
  context: Context,
  gate: Gate,
  { accountId, domain, ask, planId, consent, signal }: PlannedOrder,
): Promise<Result<Change>> {
  const to = await addressed(context, accountId, domain, ask);
  if (!to.ok) return to;
  const { connection, order } = to.value;
  const service = serviceOf(connection.account);
  if (!isSameService(service, consent.service)) return fail({ kind: 'changed-since', what: 'login' });
  const changeId = context.newId();
  const digest = order.digestFor(changeId);
  const personal = personalDigests(ask, null, changeId);
  const what = whatOf(ask, { contacts: null, finding: null }, consent.price ?? notGiven);
  const attempted = await gate.send({
    ...{ changeId, accountId, domain: order.domain, ask, digest, personal, consent },
    entry: {
      ...{ type: 'planned', accountId, accountLabel: connection.account.label, service },
      ...{ domain: order.domain, what, planId, digest, consent, personal },
    },
    validForMs: Number.MAX_SAFE_INTEGER,
    stop: signal,
  });
  if (attempted.kind === 'over') return ok(attempted.change);
  // A row that was not sent leaves no open change: the batch makes a new one when it goes on.
  if (attempted.change?.state === 'planned') {
    await context.ledger.append(changeId, { type: 'withdrawn', error: attempted.error });
  }
  return fail(attempted.error);
}

function resolving(
  context: Context,
  readBack: ReadBack,
  recovery: Recovery,
): Pick<Changes, 'readBack' | 'settle' | 'withdraw'> {
  const { ledger } = context;
  /** The change, after pending read-backs of the last run are done. */
  const known = async (id: string): Promise<Result<Change>> => {
    const found = await ledger.find(id);
    if (!found.ok) return found;
    const may = await recovery.before(found.value.accountId, found.value.domain);
    return may.ok ? await ledger.find(id) : may;
  };
  return {
    async readBack(id) {
      const found = await known(id);
      if (!found.ok) return found;
      return found.value.state === 'uncertain' ? await readBack.afterDoubt(found.value) : nothingToRead;
    },
    async settle(id, settledAs, note) {
      const found = await known(id);
      if (!found.ok) return found;
      const settled = await ledger.append(id, { type: 'settled', as: settledAs, note });
      if (settled.ok) applyObservation(context, settled.value, {});
      return settled;
    },
    async withdraw(id) {
      const found = await ledger.find(id);
      return found.ok ? await ledger.append(id, { type: 'withdrawn', error: null }) : found;
    },
  };
}

const nothingToRead = fail({
  kind: 'invalid-input',
  field: 'id',
  reason: 'Only an uncertain change is read back.',
});

function looking(
  context: Context,
): Pick<Changes, 'list' | 'find' | 'lastOf' | 'personal' | 'health' | 'exportJournal'> {
  const { journal, ledger, announceHealth, connections } = context;
  return {
    list: (filter, offset, limit) => journal.list({ filter, offset, limit }),
    async find(id) {
      const change = await ledger.find(id);
      if (!change.ok) return change;
      const entries = await journal.entries({ id });
      return entries.ok ? ok({ change: change.value, entries: entries.value }) : entries;
    },
    async lastOf(accountId, domain) {
      const connection = await connections.of(accountId);
      if (!connection.ok) return connection;
      return await journal.lastOf({ service: serviceOf(connection.value.account), domain });
    },
    async personal(id) {
      const ask = await decryptAsk(context, id);
      return ask.ok ? ok(personalRoles(ask.value)) : ask;
    },
    async health(check) {
      const health = await journal.health({ check });
      if (check && health.ok) announceHealth(health.value);
      return health;
    },
    exportJournal: (format, filter, path) =>
      exportJournal(journal, format, filter, path, context.accesses ?? null),
  };
}

/** Background work without a caller that waits for it. */
interface PendingWork {
  readonly closing: AbortSignal;
  readonly track: (work: Promise<unknown>) => void;
  /** Waits up to a timeout for running work. What has not ended by then is left as it is and recovered at the next start. */
  readonly close: () => Promise<void>;
}

/** How long shutdown may keep a user waiting for the window to close. */
const timeoutMs = 3_000;

function createPendingWork({ timer, onBug }: Pick<ChangesDeps, 'timer' | 'onBug'>): PendingWork {
  const ending = new AbortController();
  // One listener for each change that is being read back: there is no useful upper limit.
  setMaxListeners(0, ending.signal);
  const underWay = new Set<Promise<unknown>>();

  return {
    closing: ending.signal,
    track(work) {
      const tracked = work.catch(onBug).finally(() => underWay.delete(tracked));
      underWay.add(tracked);
    },
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
