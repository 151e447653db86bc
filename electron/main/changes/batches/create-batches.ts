import { type Batch, type BatchAsk, type BatchState, mostBatchRows } from '#shared/domain/batch.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import { type ServiceIdentity, serviceOf } from '#shared/domain/service.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createRetryTimer, hasEnded } from '../../jobs/waiting.ts';
import { createQueuePerAccount } from '../../system/queue.ts';
import { type Changes, consentLastsMs } from '../changes.ts';
import { startOfDay } from '../ledger.ts';
import { orderOf } from '../order.ts';
import {
  afterOf,
  type BatchAtWork,
  type Batches,
  type BatchesContext,
  type BatchesDeps,
  type BatchJobs,
  changeAskOf,
  createBatchEvents,
  createBatchJobs,
} from './context.ts';
import { readBatch } from './reading.ts';
import { runBatch } from './running.ts';

export type { BatchesDeps } from './context.ts';

export function createBatches(deps: BatchesDeps): Batches {
  const kept = deps.workspace.plans;
  const context: BatchesContext = {
    ...deps,
    kept,
    news: createBatchEvents(deps),
    turns: createQueuePerAccount(),
    waits: createRetryTimer(deps.timer),
    at: () => deps.now().toISOString(),
  };
  const atWork = createBackgroundWork(context, createBatchJobs(deps.onBug));

  return {
    ...createMaking(context, atWork),
    ...createDeciding(context, atWork),
    ...createSteering(context, atWork),
    list: (accountId) => kept.list({ accountId }),
    async find(id) {
      const found = await kept.some({ ids: [id] });
      if (!found.ok) return found;
      return found.value[0] === undefined ? noSuchBatch : ok(found.value[0]);
    },
    async rows(id, asked) {
      const rows = await kept.rows({ id, ...asked });
      if (!rows.ok) return rows;
      return rows.value === null ? noSuchBatch : ok(rows.value);
    },
    heard(changes) {
      for (const { planId } of changes) if (planId !== null) context.news.changed(planId);
    },
    wake: context.waits.wake,
    takeUp: createResumeInterrupted(context, atWork),
    async close() {
      context.news.close();
      await atWork.close();
    },
  };
}

/** What a person decides about a plan before it runs, and after. */
function createDeciding(
  context: BatchesContext,
  atWork: BackgroundWork,
): Pick<Batches, 'leaveOut' | 'apply' | 'remove'> {
  const { kept, news, at } = context;
  return {
    async leaveOut(id, index, isLeftOut) {
      const plan = unlessReason(await kept.leaveOut({ id, at: at(), index, isLeftOut }));
      if (plan.ok) news.changed(id);
      return plan;
    },
    async apply(id, digest, typedCount, goesOn, typedLimit = null) {
      const may = await unlessBroken(context.changes);
      if (!may.ok) return may;
      const given = { digest, typedCount, goesOn, typedLimit, validForMs: consentLastsMs };
      const dayStartsAt = startOfDay(context.now()).toISOString();
      const plan = unlessReason(await kept.apply({ id, at: at(), dayStartsAt, ...given }));
      if (!plan.ok) return plan;
      atWork.run(plan.value);
      news.changed(id);
      return plan;
    },
    async remove(id) {
      const found = await kept.some({ ids: [id] });
      if (!found.ok) return found;
      const plan = found.value[0];
      if (plan === undefined) return noSuchBatch;
      const removed = await kept.remove({ id });
      if (!removed.ok) return removed;
      if (!removed.value) return notNow(plan.state);
      atWork.takeBack(plan);
      news.removed(id);
      return ok({});
    },
  };
}

/** After a longer rest, what is left is read and looked at anew. */
const mostRestMs = 12 * 3_600_000;

const stoppable: BatchState[] = ['reading', 'ready', 'running', 'paused', 'halted'];

/** What a person decides about a plan while it runs. */
function createSteering(
  context: BatchesContext,
  atWork: BackgroundWork,
): Pick<Batches, 'pause' | 'resume' | 'stop'> {
  const { kept, news, waits, at } = context;

  /** Does `work` with the plan where the step was taken. */
  function then(taken: Result<Batch>, work: (plan: Batch) => void): Result<Batch> {
    if (!taken.ok) return taken;
    work(taken.value);
    news.changed(taken.value.id);
    return taken;
  }

  /** One that is under way already may wait for something. */
  function goOnNow(plan: Batch): Result<Batch> {
    if (plan.state !== 'reading' && plan.state !== 'running') return notNow(plan.state);
    if (plan.state === 'reading') atWork.readOn(plan);
    else atWork.run(plan);
    waits.wake(plan.accountId);
    return ok(plan);
  }

  return {
    async pause(id) {
      const moved = await kept.move({ id, at: at(), from: ['running'], to: 'paused', waitingFor: null });
      return then(stepTaken(moved), () => atWork.end(id));
    },
    async resume(id, goesOn, typedLimit = null) {
      const dayStartsAt = startOfDay(context.now()).toISOString();
      const resumed = await kept.resume({ id, at: at(), goesOn, typedLimit, mostRestMs, dayStartsAt });
      if (!resumed.ok) return resumed;
      if (resumed.value === null) return noSuchBatch;
      const { reason, limits, plan } = resumed.value;
      if (reason === 'not-now') return goOnNow(plan);
      if (reason === 'consent') return await readAnew(context, atWork, id);
      if (reason === 'limit') news.changed(id);
      return then(unlessReason(ok({ reason, limits, plan })), atWork.run);
    },
    async stop(id) {
      const moved = await kept.move({ id, at: at(), from: stoppable, to: 'stopped', waitingFor: null });
      return then(stepTaken(moved), atWork.takeBack);
    },
  };
}

/** Making plans and reading what is there now. */
function createMaking(
  context: BatchesContext,
  atWork: BackgroundWork,
): Pick<Batches, 'prepare' | 'readAgain'> {
  const { kept, news, at } = context;
  return {
    async prepare(accountId, ask, domains) {
      const names = namesIn(domains);
      const service = await askable(context, accountId, ask, names);
      if (!service.ok) return service;
      const id = context.newId();
      const after = afterOf(ask);
      const made = await kept.create({
        ...{ id, at: at(), accountId, service: service.value, ask, after },
        domains: names.join('\n'),
      });
      if (!made.ok) return made;
      if (made.value === null) return fail({ kind: 'no-account' });
      news.changed(id);
      atWork.readOn(made.value);
      return ok(made.value);
    },
    readAgain: (id) => readAnew(context, atWork, id),
  };
}

/** Reads the rows that have no change yet once more, for a person to look at them. */
async function readAnew(context: BatchesContext, atWork: BackgroundWork, id: string): Promise<Result<Batch>> {
  const { kept, news, at, connections } = context;
  const found = await kept.some({ ids: [id] });
  if (!found.ok) return found;
  const plan = found.value[0];
  if (plan === undefined) return noSuchBatch;
  const connection = await connections.of(plan.accountId);
  if (!connection.ok) return connection;
  // What is still being read is of before.
  if (plan.state === 'reading') atWork.end(id);
  // Written down and never sent: it would stand in the way of its own row.
  await withdrawPlanned(context, plan, new AbortController().signal);
  const service = serviceOf(connection.value.account);
  const anew = stepTaken(await kept.readAnew({ id, at: at(), service }));
  const reading = anew.ok ? anew.value : plan;
  if (reading.state === 'reading') atWork.readOn(reading);
  news.changed(id);
  return anew;
}

/** Each name once, as it is sent. */
const namesIn = (domains: readonly string[]): readonly string[] => [
  ...new Set(domains.map((name) => aLabelsOf(name.trim().replace(/\.$/, ''))).filter((name) => name !== '')),
];

/** The login that it is for. Fails with: `invalid-input`, `journal-broken`, and what a connection fails with. */
async function askable(
  { connections, changes }: BatchesContext,
  accountId: string,
  ask: BatchAsk,
  names: readonly string[],
): Promise<Result<ServiceIdentity>> {
  if (names.length === 0 || names.length > mostBatchRows) {
    return fail({
      kind: 'invalid-input',
      field: 'domains',
      reason: `A plan has one domain at least and ${mostBatchRows} at most.`,
    });
  }
  const may = await unlessBroken(changes);
  if (!may.ok) return may;
  const connection = await connections.of(accountId);
  if (!connection.ok) return connection;
  // Only what is asked of each of them; of the names, each row tells by itself.
  const order = orderOf('example.com', changeAskOf(ask), connection.value.account.options);
  return order.ok ? ok(serviceOf(connection.value.account)) : order;
}

const invalid = (field: string, reason: string): Result<never> =>
  fail({ kind: 'invalid-input', field, reason });

const noSuchBatch = invalid('id', 'There is no such plan.');
const notNow = (state: BatchState): Result<never> =>
  invalid('id', `This cannot be done with a plan that is ${state}.`);

/** The plan after a step; a failure where it is not there or could not take it. */
function stepTaken(moved: Result<{ readonly isDone: boolean; readonly plan: Batch } | null>): Result<Batch> {
  if (!moved.ok) return moved;
  if (moved.value === null) return noSuchBatch;
  return moved.value.isDone ? ok(moved.value.plan) : notNow(moved.value.plan.state);
}

type Reason = 'not-now' | 'no-row' | 'otherwise' | 'digest' | 'count' | 'limit';

/** As {@link stepTaken}, where there is more than one reason against it. */
function unlessReason(
  answer: Result<{
    readonly reason: Reason | null;
    readonly limits?: readonly OverLimit[];
    readonly plan: Batch;
  } | null>,
): Result<Batch> {
  if (!answer.ok) return answer;
  if (answer.value === null) return noSuchBatch;
  const { reason, plan, limits = [] } = answer.value;
  switch (reason) {
    case null:
      return ok(plan);
    case 'not-now':
      return notNow(plan.state);
    case 'no-row':
      return invalid('index', 'There is no such row.');
    case 'otherwise':
      return invalid('index', 'This row has its change, or is left out for another reason.');
    case 'digest':
      return fail({ kind: 'changed-since', what: 'plan' });
    case 'count':
      return invalid('typedCount', `Type ${plan.counts.remaining} to confirm.`);
    case 'limit':
      return fail({ kind: 'over-limit', limits });
  }
}

/** What is done for plans while nobody waits for it: one thing at a time for each. */
interface BackgroundWork extends Pick<BatchJobs, 'end' | 'isAtWork' | 'close'> {
  readonly readOn: (plan: Batch) => void;
  readonly run: (plan: Batch) => void;
  /** Ends what is being done, and takes back what was written down and not sent. */
  readonly takeBack: (plan: Batch) => void;
}

const createBackgroundWork = (context: BatchesContext, works: BatchJobs): BackgroundWork => ({
  ...works,
  readOn: (plan) => works.begin(plan.id, (signal) => readBatch(context, plan, signal)),
  run: (plan) => works.begin(plan.id, (signal) => runBatch(context, plan, plan.goesOnAfterUncertain, signal)),
  takeBack(plan) {
    works.end(plan.id);
    works.begin(plan.id, (signal) => withdrawPlanned(context, plan, signal));
  },
});

/**
 * At the start: nothing that was being applied goes on without a person, who looks at the rest anew before it does; what was
 * being read is read anew.
 */
function createResumeInterrupted(context: BatchesContext, atWork: BackgroundWork): () => Promise<void> {
  const { kept, news, at } = context;
  return async () => {
    const paused = await kept.endConsents({ at: at() });
    if (paused.ok) for (const id of paused.value) news.changed(id);
    const found = await kept.underWay({});
    // What cannot be looked at now is as it was; to pause it or to go on works at any time.
    for (const { id, state } of found.ok ? found.value : []) {
      if (state === 'reading' && !atWork.isAtWork(id)) await readAnew(context, atWork, id);
    }
  };
}

/** Fails with: `journal-broken`: then nothing is changed at any service. `storage`. */
async function unlessBroken({ health }: Pick<Changes, 'health'>): Promise<Result<null>> {
  const found = await health(false);
  if (!found.ok) return found;
  const { broken } = found.value;
  return broken === null ? ok(null) : fail({ kind: 'journal-broken', journal: 'changes', seq: broken.seq });
}

/**
 * Takes back what a plan wrote down and did not send, so that nothing of it stands in the way of other changes. In the
 * account's turn: what is on its way comes to its end first.
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
    // What cannot be taken back now stands among the changes, where a person can.
    for (const changeId of planned.ok ? planned.value : []) {
      if (!hasEnded(signal)) await changes.withdraw(changeId);
    }
  } finally {
    endTurn();
  }
}
