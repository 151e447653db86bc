import type { batchRowsAsked } from '#shared/areas/batches.ts';
import { kindOf } from '#shared/changes/index.ts';
import { contactChangesOf, createContactChanges } from './contact-changes.ts';
import {
  type Batch,
  type BatchState,
  type FullBatchAsk,
  type Proposal,
  rowsOfDomain,
  type UndoneSource,
} from '#shared/domain/batch.ts';
import { isOpen } from '#shared/domain/change-kinds.ts';
import { batchConsentLastsMs, type Change, consentLastsMs } from '#shared/domain/change.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import { type ServiceIdentity, serviceOf } from '#shared/domain/account.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { TypeOf } from '#shared/schema-type.ts';
import { createJobs, type Jobs } from '../../jobs/job.ts';
import { hasEnded, sleepingUntil } from '../../jobs/waiting.ts';
import { createQueuePerAccount } from '../../system/queue.ts';
import { inPlainLine, invalidInput } from '../../system/texts.ts';
import type { Changes } from '../changes.ts';
import { isBelow } from '../kinds/nameservers.ts';
import { startOfDay } from '../ledger.ts';
import { orderOf } from '../order.ts';
import { withReason } from '../weigh.ts';
import {
  afterOf,
  type BatchAtWork,
  type BatchesContext,
  type BatchesDeps,
  changeAskOf,
  contactsOf,
  createBatchEvents,
  plainAskOf,
  sealedAsk,
} from './context.ts';
import { createReading } from './reading.ts';
import { undoOf } from './put-back.ts';
import { createRun } from './running.ts';
import { mostBatchRows } from '#shared/domain/bounds.ts';

export type RowsAsked = TypeOf<typeof batchRowsAsked>;

export type Batches = ReturnType<typeof createBatches>;

/**
 * Many changes that are reviewed as one and applied one by one under the account's throttle: never two of an account at the
 * same time. Every method fails with `invalid-input` (`id`) where there is no such batch, or its state does not allow the action.
 */
export function createBatches(deps: BatchesDeps) {
  const kept = deps.workspace.batches;
  const context: BatchesContext = {
    ...deps,
    kept,
    news: createBatchEvents(deps),
    turns: createQueuePerAccount(),
    completed: new Map(),
    contactChanges: createContactChanges(),
    at: () => deps.now().toISOString(),
  };
  const atWork = createBackgroundWork(context, createJobs(deps.onBug));
  const resumeInterrupted = createResumeInterrupted(context, atWork);
  const closing = new AbortController();
  let takenUp: Promise<unknown> | null = null;

  return {
    ...createMaking(context, atWork),
    ...createDeciding(context, atWork),
    ...createSteering(context, atWork),
    list: (accountId: string) => kept.list({ accountId }),
    find: (id: string) => batchOf(context, id),
    /** What a batch or a change leaves to be taken back: see `batches.wayBack` in `../actions.ts`. */
    async wayBack(of: UndoneSource) {
      const found = await kept.wayBack({ of });
      if (!found.ok) return found;
      return found.value === null ? noSuchBatch : ok(found.value);
    },
    /** The contacts that a batch writes; null where there are none, or they were deleted. Fails with: `keychain`, `storage`. */
    personal: (id: string) => contactsOf(context, id),
    /** What its review shows of contacts: see `batches.contactChanges` in `../actions.ts`. Fails with: `storage`. */
    contactChanges: (id: string) => contactChangesOf(context, id),
    async rows(id: string, asked: RowsAsked) {
      const rows = await kept.rows({ id, ...asked });
      if (!rows.ok) return rows;
      if (rows.value === null) return noSuchBatch;
      return ok({ ...rows.value, rows: rows.value.rows.map(withReason) });
    },
    /** A digest of what it sends, whatever was read: see the repository. Fails with: `storage`. */
    sentDigest: (id: string) => kept.sentDigest({ id }),
    /** Called when changes have a new state: announces their batches, and deletes what none of them needs any more. */
    heard(changes: readonly Change[]) {
      for (const { batchId } of changes) if (batchId !== null) context.news.changed(batchId);
      const hasWritten = ({ batchId, what, state }: Change): boolean =>
        batchId !== null && kindOf(what.kind).isPersonal === true && !isOpen(state);
      if (changes.some(hasWritten)) kept.dropSealed({ at: context.at() }).catch(deps.onBug);
    },
    /**
     * The account may be reachable again, or has changed: waiting work checks whether it can go on. All accounts where none is
     * given.
     */
    wake: atWork.wake,
    /**
     * At startup, see {@link createResumeInterrupted}. Then once a day: contacts that were kept for a month are deleted.
     */
    async takeUp(recovered?: Promise<unknown>): Promise<void> {
      takenUp = Promise.resolve();
      await resumeInterrupted(recovered);
      dropDaily(context, closing.signal).catch(deps.onBug);
    },
    /**
     * Before a command line acts on batches. A process without a window has not taken anything up: what ran in an earlier one is paused,
     * once, and its consent ends. A review that was not applied holds for its 15 minutes, as the digest belongs to it.
     */
    async takeUpOnce(): Promise<void> {
      takenUp ??= kept.endReviews({ at: context.at(), isReadyKept: true });
      await takenUp;
    },
    /** Resolves when no change of the account's batches is being sent. */
    async atRest(accountId: string): Promise<void> {
      (await context.turns.take(accountId))();
    },
    async close() {
      closing.abort();
      context.news.close();
      await atWork.close();
    },
  };
}

/** The actions of a person on a batch before it runs, and after. */
function createDeciding(context: BatchesContext, atWork: BackgroundWork) {
  const { kept, news, at } = context;
  return {
    async leaveOut(id: string, index: number, isLeftOut: boolean): Promise<Result<Batch>> {
      const batch = unlessReason(await kept.leaveOut({ id, index, isLeftOut }));
      if (batch.ok) news.changed(id);
      return batch;
    },
    /**
     * Applies exactly what was reviewed, within 15 minutes of the review.
     *
     * @param typedLimit The confirmation that the exceeded limits require, as a person typed it.
     * Fails with: `changed-since` (`batch`), `invalid-input` (`typedCount`), `over-limit`, `storage`, `journal-broken`.
     */
    async apply(
      id: string,
      digest: string,
      typedCount: number | null,
      goesOn: boolean,
      typedLimit: string | null = null,
    ): Promise<Result<Batch>> {
      const may = await unlessBroken(context.changes);
      if (!may.ok) return may;
      const given = { digest, typedCount, goesOn, typedLimit, validForMs: consentLastsMs };
      const dayStartsAt = startOfDay(context.now()).toISOString();
      const batch = unlessReason(await kept.apply({ id, at: at(), dayStartsAt, ...given }));
      if (!batch.ok) return batch;
      context.contactChanges.forget(id);
      atWork.run(batch.value);
      news.changed(id);
      return batch;
    },
    async remove(id: string): Promise<Result<unknown>> {
      const batch = await batchOf(context, id);
      if (!batch.ok) return batch;
      const removed = await kept.remove({ id });
      if (!removed.ok) return removed;
      if (!removed.value) return notNow(batch.value.state);
      context.contactChanges.forget(id);
      atWork.takeBack(batch.value);
      news.removed(id);
      return ok({});
    },
  };
}

const stoppable: BatchState[] = ['reading', 'ready', 'running', 'paused', 'halted'];

/** The actions of a person on a batch while it runs. */
function createSteering(context: BatchesContext, atWork: BackgroundWork) {
  const { kept, news, at } = context;

  /** Calls `work` with the batch if the step was taken. */
  function then(taken: Result<Batch>, work: (batch: Batch) => void): Result<Batch> {
    if (!taken.ok) return taken;
    work(taken.value);
    news.changed(taken.value.id);
    return taken;
  }

  /** A batch that is active already may be waiting: makes it retry now. */
  function goOnNow(batch: Batch): Result<Batch> {
    if (batch.state !== 'reading' && batch.state !== 'running') return notNow(batch.state);
    if (batch.state === 'reading') atWork.readOn(batch);
    else atWork.run(batch);
    atWork.wake(batch.accountId);
    return ok(batch);
  }

  return {
    /** A change that is being sent is completed; no other one is begun. */
    async pause(id: string): Promise<Result<Batch>> {
      const moved = await kept.move({ id, at: at(), from: ['running'], to: 'paused', waitingFor: null });
      return then(stepTaken(moved), () => void atWork.end(id));
    },
    /**
     * Continues the batch. One that waits for a connection retries now. Where the consent is no longer valid (a restart, 12
     * hours in which nothing was sent, another login), the remaining rows are read again instead, to be reviewed and applied.
     *
     * @param typedLimit As for `apply`. Fails with: also `over-limit`.
     */
    async resume(id: string, goesOn: boolean, typedLimit: string | null = null): Promise<Result<Batch>> {
      const dayStartsAt = startOfDay(context.now()).toISOString();
      const given = { goesOn, typedLimit, validForMs: batchConsentLastsMs };
      const resumed = await kept.resume({ id, at: at(), dayStartsAt, ...given });
      if (!resumed.ok) return resumed;
      if (resumed.value === null) return noSuchBatch;
      const { reason, limits, batch } = resumed.value;
      if (reason === 'not-now') return goOnNow(batch);
      if (reason === 'consent') return await readAnew(context, atWork, id);
      if (reason === 'limit') news.changed(id);
      return then(unlessReason(ok({ reason, limits, batch })), atWork.run);
    },
    async stop(id: string): Promise<Result<Batch>> {
      const of = { id, at: at(), from: stoppable, to: 'stopped', waitingFor: null } as const;
      const moved = await kept.move(of);
      return then(stepTaken(moved), atWork.takeBack);
    },
  };
}

/** Creates batches and reads the present state of their domains. */
function createMaking(context: BatchesContext, atWork: BackgroundWork) {
  const { kept, news, at } = context;

  function begunReading(made: Result<Batch | null>): Result<Batch> {
    if (!made.ok) return made;
    if (made.value === null) return fail({ kind: 'no-account' });
    news.changed(made.value.id);
    atWork.readOn(made.value);
    return ok(made.value);
  }

  return {
    /**
     * Starts reading. Fails with: `invalid-input`, `storage`, `journal-broken`, `no-account`, `keychain`.
     *
     * @param proposal Who proposed it, where no person makes it.
     * @param leftOut Those of the domains that begin excluded: a person may include each of them.
     */
    async prepare(
      accountId: string,
      ask: FullBatchAsk,
      domains: readonly string[],
      proposal: Proposal | null = null,
      leftOut: readonly string[] = [],
    ): Promise<Result<Batch>> {
      const names = namesIn(domains);
      const service = await askable(context, accountId, ask, names);
      if (!service.ok) return service;
      const id = context.newId();
      const sealed = await sealedAsk(context, id, ask);
      if (!sealed.ok) return sealed;
      const made = await kept.create({
        id,
        at: at(),
        accountId,
        service: service.value,
        after: afterOf(ask),
        ask: plainAskOf(ask),
        sealed: sealed.value,
        domains: names.join('\n'),
        leftOut: namesIn(leftOut).join('\n'),
        // Words of an assistant, whichever way they came (H13).
        proposal: proposal && { by: inPlainLine(proposal.by, 80), why: inPlainLine(proposal.why, 300) },
      });
      return begunReading(made);
    },
    /**
     * Starts reading a batch that puts back what was there before. Fails with: `invalid-input` (`of`: nothing can be put back),
     * `storage`, `journal-broken`, `no-account`.
     */
    async putBack(of: UndoneSource): Promise<Result<Batch>> {
      const undo = await undoOf(context, of);
      if (!undo.ok) return undo;
      const { accountId, ask, domains, undoes } = undo.value;
      const service = await loginFor(context, accountId);
      if (!service.ok) return service;
      const id = context.newId();
      const made = await kept.create({
        id,
        at: at(),
        accountId,
        service: service.value,
        after: 'as before',
        ask,
        sealed: null,
        domains: domains.join('\n'),
        undoes: undoes.join('\n'),
      });
      return begunReading(made);
    },
    readAgain: (id: string) => readAnew(context, atWork, id),
  };
}

/** Reads the rows without a change again, for a new review. */
async function readAnew(context: BatchesContext, atWork: BackgroundWork, id: string): Promise<Result<Batch>> {
  const { kept, news, at, connections } = context;
  const found = await batchOf(context, id);
  if (!found.ok) return found;
  const batch = found.value;
  const connection = await connections.of(batch.accountId);
  if (!connection.ok) return connection;
  // The read that is still running belongs to the earlier review.
  if (batch.state === 'reading') void atWork.end(id);
  // A change that was planned and never sent would block its own row.
  await withdrawPlanned(context, batch, new AbortController().signal);
  const service = serviceOf(connection.value.account);
  const anew = stepTaken(await kept.readAnew({ id, at: at(), service }));
  const reading = anew.ok ? anew.value : batch;
  if (reading.state === 'reading') atWork.readOn(reading);
  news.changed(id);
  return anew;
}

/** Each name once, in the form in which it is sent. */
const namesIn = (domains: readonly string[]): readonly string[] => [
  ...new Set(domains.map((name) => aLabelsOf(name.trim().replace(/\.$/, ''))).filter((name) => name !== '')),
];

/** The login that the batch is for. Fails with: `invalid-input`, `journal-broken`, and what a connection fails with. */
async function askable(
  context: BatchesContext,
  accountId: string,
  ask: FullBatchAsk,
  names: readonly string[],
): Promise<Result<ServiceIdentity>> {
  if (names.length === 0 || names.length * rowsOfDomain(ask) > mostBatchRows) {
    return invalidInput(
      'domains',
      `A batch has at least one domain and at most ${mostBatchRows / rowsOfDomain(ask)}.`,
    );
  }
  if ('host' in ask && !(names.length === 1 && names.every((name) => isBelow(ask.host, name))))
    return invalidInput('domains', 'A host record belongs to one domain, with whose name its own ends.');
  const may = await unlessBroken(context.changes);
  if (!may.ok) return may;
  const connection = await context.connections.of(accountId);
  if (!connection.ok) return connection;
  // Checks only the requested change; errors of a name are reported by its row.
  const order = orderOf('example.com', changeAskOf(ask), connection.value.account.options);
  return order.ok ? ok(serviceOf(connection.value.account)) : order;
}

/** The login of an account that a batch is made for. Fails with: `journal-broken`, and what a connection fails with. */
async function loginFor(
  { connections, changes }: BatchesContext,
  accountId: string,
): Promise<Result<ServiceIdentity>> {
  const may = await unlessBroken(changes);
  if (!may.ok) return may;
  return mapOk(await connections.of(accountId), ({ account }) => serviceOf(account));
}

async function batchOf({ kept }: Pick<BatchesContext, 'kept'>, id: string): Promise<Result<Batch>> {
  const found = await kept.some({ ids: [id] });
  if (!found.ok) return found;
  return found.value[0] === undefined ? noSuchBatch : ok(found.value[0]);
}

const noSuchBatch = invalidInput('id', 'There is no such batch.');
const notNow = (state: BatchState): Result<never> =>
  invalidInput('id', `This cannot be done with a batch that is ${state}.`);

/** The batch after a step; a failure where it does not exist or its state did not allow the step. */
function stepTaken(moved: Result<{ readonly isDone: boolean; readonly batch: Batch } | null>): Result<Batch> {
  if (!moved.ok) return moved;
  if (moved.value === null) return noSuchBatch;
  return moved.value.isDone ? ok(moved.value.batch) : notNow(moved.value.batch.state);
}

type Reason = 'not-now' | 'no-row' | 'otherwise' | 'digest' | 'count' | 'limit';

/** As {@link stepTaken}, where a step can fail for several reasons. */
function unlessReason(
  answer: Result<{
    readonly reason: Reason | null;
    readonly limits?: readonly OverLimit[];
    readonly batch: Batch;
  } | null>,
): Result<Batch> {
  if (!answer.ok) return answer;
  if (answer.value === null) return noSuchBatch;
  const { reason, batch, limits = [] } = answer.value;
  switch (reason) {
    case null:
      return ok(batch);
    case 'not-now':
      return notNow(batch.state);
    case 'no-row':
      return invalidInput('index', 'There is no such row.');
    case 'otherwise':
      return invalidInput('index', 'This row has its change, or is excluded for another reason.');
    case 'digest':
      return fail({ kind: 'changed-since', what: 'batch' });
    case 'count':
      return invalidInput('typedCount', `Type ${batch.counts.remaining} to confirm.`);
    case 'limit':
      return fail({ kind: 'over-limit', limits });
  }
}

/** Background work for batches: one job at a time for each. */
interface BackgroundWork extends Pick<Jobs, 'end' | 'isAtWork' | 'wake' | 'close'> {
  readonly readOn: (batch: Batch) => void;
  readonly run: (batch: Batch) => void;
  /** Ends the running job, and withdraws changes that are planned and not sent. */
  readonly takeBack: (batch: Batch) => void;
}

const createBackgroundWork = (context: BatchesContext, jobs: Jobs): BackgroundWork => ({
  ...jobs,
  readOn: (batch) => jobs.begin(batch, (signal) => createReading(context, batch, signal)),
  run: (batch) => jobs.begin(batch, (signal) => createRun(context, batch, signal)),
  takeBack(batch) {
    void jobs.end(batch.id);
    jobs.begin(batch, () => ({ run: (signal) => withdrawPlanned(context, batch, signal) }));
  },
});

/** Also at each start, when `endReviews` does it. */
async function dropDaily({ kept, timer, at }: BatchesContext, closing: AbortSignal): Promise<void> {
  const sleep = sleepingUntil(timer, closing);
  while (await sleep(86_400_000)) await kept.dropSealed({ at: at() });
}

/**
 * At startup: no review outlives the process, and no batch that was being applied continues without a person, who reviews the rest
 * first. Batches that were being read are read again.
 *
 * @param recovered What has to end before anything is read; the reviews end at once.
 */
function createResumeInterrupted(context: BatchesContext, atWork: BackgroundWork) {
  const { kept, news, at } = context;
  return async (recovered?: Promise<unknown>): Promise<void> => {
    const ended = await kept.endReviews({ at: at() });
    if (ended.ok) for (const id of ended.value) news.changed(id);
    await recovered;
    const found = await kept.underWay();
    // Where the batches cannot be read now, they stay as they are; pausing and resuming work at any time.
    for (const { id, state } of found.ok ? found.value : []) {
      if (state === 'reading' && !atWork.isAtWork(id)) await readAnew(context, atWork, id);
    }
  };
}

/** Fails with: `journal-broken` (then nothing is changed at any service), `storage`. */
async function unlessBroken({ health }: Pick<Changes, 'health'>): Promise<Result<null>> {
  const found = await health(false);
  if (!found.ok) return found;
  const { broken } = found.value;
  return broken === null ? ok(null) : fail({ kind: 'journal-broken', journal: 'changes', seq: broken.seq });
}

/**
 * Withdraws the changes that a batch planned and did not send, so that they do not block other changes. Waits for the account's
 * queue, so that a change that is being sent is completed first.
 */
async function withdrawPlanned(
  { kept, changes, turns }: BatchesContext,
  { id, accountId }: Pick<BatchAtWork, 'id' | 'accountId'>,
  signal: AbortSignal,
): Promise<void> {
  const endTurn = await turns.take(accountId);
  try {
    if (hasEnded(signal)) return;
    const planned = await kept.planned({ id });
    // A change that cannot be withdrawn now is listed among the changes, where a person can withdraw it.
    for (const changeId of planned.ok ? planned.value : []) {
      if (!hasEnded(signal)) await changes.withdraw(changeId);
    }
  } finally {
    endTurn();
  }
}
