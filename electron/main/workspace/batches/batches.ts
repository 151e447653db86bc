import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { batch, batchAsk, batchRow, mostFirstDomains, proposal } from '#shared/areas/batches.ts';
import { changeKind, changeState, confirmedLimits } from '#shared/areas/change-schemas.ts';
import { appError } from '#shared/areas/error-schema.ts';
import {
  type Batch,
  type BatchCounts,
  type BatchState,
  hasSteps,
  isProposed,
  mustTypeCount,
} from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import { notGiven } from '#shared/domain/finding.ts';
import {
  beyond,
  confirmedAt,
  type ConfirmedLimit,
  isConfirmedBy,
  type OverLimit,
} from '#shared/domain/limits.ts';
import type { ServiceIdentity } from '#shared/domain/account.ts';
import type { AppError } from '#shared/errors.ts';
import { createChangeRows, createConsentSince, createLimitsOver, provenRows } from '../journal/changes.ts';
import { isValidFor } from '../journal/write.ts';
import { countOf, instantColumn, inTransaction, isOfPresent, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import type { StoppedBatch } from '#shared/domain/backup.ts';
import { createLogins } from '../repositories/accounts.ts';
import { createBatchMaker } from './make-batch.ts';
import { dropPreviousSql } from './put-back.ts';
import { createSettleSteps, isRowSent, joinChanges } from './steps.ts';

export interface OfBatch {
  readonly id: string;
}

interface At {
  readonly at: string;
}

interface Apply extends Resume {
  readonly digest: string;
  readonly typedCount: number | null;
}

interface Resume extends OfBatch, At {
  readonly goesOn: boolean;
  readonly typedLimit: string | null;
  readonly validForMs: number;
  readonly dayStartsAt: string;
}

interface Move extends OfBatch, At {
  readonly from: readonly BatchState[];
  readonly to: BatchState;
  readonly waitingFor: AppError | null;
}

/** The limits of a batch that the user confirmed. */
export const limitsColumn = jsonColumn(confirmedLimits).nullable();
export const renewalColumn = jsonColumn(batchRow.shape.renewal).nullable();

const resting: readonly BatchState[] = ['paused', 'halted'];
const idRow = z.object({ id: z.string() });

/**
 * State transitions of batches. Each one is checked against the current state, and changes nothing where it is not
 * allowed: `isDone` is false then.
 */
export function createBatchLifecycle(
  database: DatabaseSync,
  records: BatchRecords,
  digestOf: (id: string) => string,
) {
  const { move, setDigest, wait, forget, setService, endConsent, endReviews, dropValues } =
    statementsOf(database);
  const settleSteps = createSettleSteps(database);
  const logins = createLogins(database);
  const idsIn = (states: string) =>
    rowsOf(database, idRow).from(`batches WHERE state IN (${states}) ORDER BY created_at, id`);
  const [running, reviewed] = [idsIn("'running'"), idsIn("'ready', 'running', 'paused', 'halted'")];

  const step = (id: string, from: readonly BatchState[], work: (batch: Batch) => boolean) =>
    records.change(id, (batch) => ({ isDone: from.includes(batch.state) && work(batch) }));

  return {
    create: createBatchMaker(database, records),
    sealed: createSealed(database),
    /** Deletes the personal values of every batch that has ended, and that needs them no more or ended 30 days ago (G17). */
    dropSealed({ at }: At) {
      dropValues(keptSince(at));
      return {};
    },
    /** From `reading` to `ready`, with its digest, once every row is read. */
    endReading: ({ id, at }: OfBatch & At) =>
      step(id, ['reading'], ({ counts, ask }) => {
        if (counts.read < counts.rows) return false;
        if (hasSteps(ask)) settleSteps(id);
        move.run('ready', toMs(at), null, id);
        setDigest.run(digestOf(id), toMs(at), id);
        return true;
      }),
    /**
     * To `reading`; the rows without a sent change become unread. Only where the batch does not run; the consent ends.
     * Rows excluded by hand stay excluded.
     */
    readAnew: ({ id, at, service }: OfBatch & At & { readonly service: ServiceIdentity }) =>
      step(id, ['ready', 'reading', ...resting], () => {
        move.run('reading', toMs(at), null, id);
        setDigest.run(null, null, id);
        endConsent.run(id);
        setService.run(logins.of(service), service.baseUrl, service.username, id);
        forget.run(id);
        return true;
      }),
    /**
     * At a start: ends all reviews and consents of earlier runs, so that what is left of a batch is read again before it is
     * applied (G3). What was running is paused. Returns the batches that this concerns.
     *
     * @param isReadyKept Reviews of batches that were not applied yet hold as long as they would have: for the command line, where
     *   creating and applying are two processes, and the digest is what a person brings from one to the other.
     */
    endReviews: ({ at, isReadyKept = false }: At & { readonly isReadyKept?: boolean }) =>
      inTransaction(database, () => {
        const ids = reviewed.all().map(({ id }) => id);
        for (const { id } of running.all()) move.run('paused', toMs(at), null, id);
        endReviews.run(isReadyKept ? 'ready' : 'reading');
        dropValues(keptSince(at));
        return ids;
      }),
    ...createStarts(database, records, digestOf),
    /** To another state, from one of `from`. Clears `waitingFor`. */
    move: ({ id, at, from, to, waitingFor }: Move) =>
      step(id, from, () => {
        move.run(to, toMs(at), waitingFor && JSON.stringify(waitingFor), id);
        // The consent is for another login, or too old: the batch must be reviewed again before it goes on.
        if (waitingFor?.kind === 'changed-since' || to === 'stopped') endConsent.run(id);
        dropValues(keptSince(at));
        return true;
      }),
    /** Sets or clears why a batch that is being read or applied waits. */
    wait({ id, waitingFor }: OfBatch & { readonly waitingFor: AppError | null }) {
      wait.run(waitingFor && JSON.stringify(waitingFor), id);
      return {};
    },
  };
}

/** The personal values that a batch writes, encrypted, as base64; null where there are none, or they were deleted. */
function createSealed(database: DatabaseSync) {
  const sealed = rowsOf(database, sealedRow).query(
    "SELECT json_extract(ask, '$.sealed') AS sealed FROM batches WHERE id = ?",
  );
  return ({ id }: OfBatch): string | null => sealed.find(id)?.sealed ?? null;
}

/** Starts and resumes batches: only with the user's consent, within the limits confirmed by typing. */
function createStarts(database: DatabaseSync, records: BatchRecords, digestOf: (id: string) => string) {
  const { move, consent } = statementsOf(database);
  const consents = createConsents(database);
  return {
    /**
     * From `ready` to `running`. `reason`: why not: it is not `ready`, the digest or the count is not the present one,
     * it was read longer ago than `validForMs`, or limits would be exceeded that were not confirmed by typing (`limit`).
     */
    apply: ({ id, at, digest, typedCount, goesOn, ...given }: Apply) =>
      records.change(id, (batch) => {
        const no = (reason: 'not-now' | 'digest' | 'count') => ({ reason, limits: [] });
        if (batch.state !== 'ready') return no('not-now');
        // Computed again from the rows, so that it covers exactly what will be applied.
        if (digestOf(id) !== digest || !consents.isReviewed(id, at, given.validForMs)) return no('digest');
        if (batch.typedCount !== null && batch.typedCount !== typedCount) return no('count');
        const limits = consents.over(batch, given.dayStartsAt);
        if (!isConfirmedBy(limits, given.typedLimit)) return { reason: 'limit' as const, limits };
        move.run('running', toMs(at), null, id);
        consent.run(toMs(at), JSON.stringify(confirmedAt(limits, at)), goesOn ? 1 : 0, id);
        return { reason: null, limits: [] };
      }),
    /**
     * From paused or halted to `running`. `reason`: it is not paused or halted; the consent has expired (`consent`),
     * possibly because nothing was sent for longer than `validForMs`; or it halted at a limit, and what the rest would exceed
     * (`limits`) was not confirmed by typing. What is confirmed then holds for the rest, in addition to what was
     * confirmed before.
     */
    resume: ({ id, at, goesOn, typedLimit, validForMs, dayStartsAt }: Resume) =>
      records.change(id, (batch) => {
        if (!resting.includes(batch.state)) return { reason: 'not-now' as const, limits: [] };
        if (!consents.holds(id, at, validForMs)) return { reason: 'consent' as const, limits: [] };
        if (batch.waitingFor?.kind === 'over-limit') {
          // More may have been spent elsewhere since it was halted.
          const limits = consents.beyond(batch, dayStartsAt);
          if (!isConfirmedBy(limits, typedLimit)) {
            const waitingFor: AppError = { kind: 'over-limit', limits };
            move.run(batch.state, toMs(at), JSON.stringify(waitingFor), id);
            return { reason: 'limit' as const, limits };
          }
          consents.confirm(id, confirmedAt(limits, at));
        }
        move.run('running', toMs(at), null, id);
        consents.goOn(id, goesOn);
        return { reason: null, limits: [] };
      }),
    /** The limits that the remaining rows would exceed, without those confirmed. */
    over({ id, dayStartsAt }: OfBatch & { readonly dayStartsAt: string }) {
      const batch = records.find(id);
      return batch === null ? [] : consents.beyond(batch, dayStartsAt);
    },
  };
}

const sealedRow = z.object({ sealed: z.string().nullable() });

const keptSince = (at: string): number => toMs(at) - 30 * 86_400_000;

export const endConsentSql = 'UPDATE batches SET consented_at = NULL, limit_accepted = NULL WHERE id = ?';

const statementsOf = (database: DatabaseSync) => {
  const statements = preparedOn(database);
  return {
    ...statements,
    /** Deletes personal values that nothing needs any more, or that are older than `sinceMs`. */
    dropValues: (sinceMs: number): void => {
      statements.dropSealed.run(sinceMs);
      statements.dropPrevious.run(sinceMs);
    },
  };
};

const preparedOn = (database: DatabaseSync) => ({
  dropPrevious: database.prepare(dropPreviousSql),
  // Of what was refused or not read, and of what may turn out as refused, a new batch can be made: for a month.
  dropSealed: database.prepare(`
    UPDATE batches SET ask = json_remove(ask, '$.sealed')
    WHERE state IN ('done', 'stopped') AND json_extract(ask, '$.sealed') IS NOT NULL
      AND (changed_at < ? OR NOT EXISTS (SELECT 1 FROM batch_rows r WHERE r.batch_id = batches.id AND r.left_out = 'not-readable')
        AND NOT EXISTS (SELECT 1 FROM journal_changes c WHERE c.batch_id = batches.id
        AND (c.state IN ('sending', 'uncertain', 'refused', 'not-applied')
          OR (c.state = 'settled' AND json_extract(c.change, '$.settledAs') = 'not-applied'))))`),
  move: database.prepare('UPDATE batches SET state = ?, changed_at = ?, waiting_for = ? WHERE id = ?'),
  setDigest: database.prepare('UPDATE batches SET digest = ?, reviewed_at = ? WHERE id = ?'),
  setService: database.prepare('UPDATE batches SET service = ?, base_url = ?, username = ? WHERE id = ?'),
  consent: database.prepare(`
    UPDATE batches SET consented_at = ?, limit_accepted = ?, goes_on = ? WHERE id = ?`),
  endConsent: database.prepare(endConsentSql),
  // An uncertain change, or why the service refused, is still what the person has to see first.
  endReviews: database.prepare(`
    UPDATE batches SET consented_at = NULL, limit_accepted = NULL, reviewed_at = NULL,
      waiting_for = CASE
        WHEN state IN ('ready', 'paused') OR (state = 'halted' AND json_extract(waiting_for, '$.kind') = 'over-limit')
        THEN '{"kind":"changed-since","what":"start"}' ELSE waiting_for END
    WHERE state NOT IN ('reading', ?)`),
  wait: database.prepare(`
    UPDATE batches SET waiting_for = ? WHERE id = ? AND state IN ('reading', 'running')`),
  forget: database.prepare(`
    UPDATE batch_rows AS r SET is_read = (step IS 'lock-again'), before = NULL, seen = '', left_out = NULL, error = NULL,
      last_effect = NULL, renewal = NULL, remarks = '[]', taken_in = 0, erases = NULL
    WHERE batch_id = ? AND NOT ${isRowSent}`),
});

/** What the user consented to for a batch, and what it may cost. */
function createConsents(database: DatabaseSync) {
  const overLimits = createLimitsOver(database, createChangeRows(database));
  const consentSince = createConsentSince(database);
  const consent = rowsOf(database, consentRow).from('batches WHERE id = ?');
  const remaining = rowsOf(database, priceRow).query(`SELECT r.renewal FROM ${remainingRows}`);
  const putLimits = database.prepare('UPDATE batches SET limit_accepted = ? WHERE id = ?');
  const goOn = database.prepare('UPDATE batches SET goes_on = ? WHERE id = ?');

  /** The limits that applying the remaining rows would exceed; none for a batch that is not paid. */
  function over({ id, accountId, ask }: Batch, dayStartsAt: string): readonly OverLimit[] {
    if (!isPaid(ask.kind)) return [];
    const prices = remaining.all(id).map(({ renewal }) => renewal?.price ?? notGiven);
    return overLimits({ prices, accountId, batchId: id, dayStartsAt });
  }

  const confirmedOf = (id: string): readonly ConfirmedLimit[] => consent.get(id).limitAccepted ?? [];

  return {
    over,
    /** The same, without what was confirmed. */
    beyond: (batch: Batch, dayStartsAt: string) =>
      beyond(over(batch, dayStartsAt), confirmedOf(batch.id), dayStartsAt),
    isReviewed(id: string, at: string, validForMs: number): boolean {
      const { reviewedAt } = consent.get(id);
      return reviewedAt !== null && isValidFor(validForMs, reviewedAt, toMs(at));
    },
    holds(id: string, at: string, validForMs: number): boolean {
      const { consentedAt } = consent.get(id);
      return consentedAt !== null && isValidFor(validForMs, consentSince(id, consentedAt), toMs(at));
    },
    /** Adds to what was confirmed before. */
    confirm: (id: string, limits: readonly ConfirmedLimit[]) =>
      void putLimits.run(JSON.stringify([...confirmedOf(id), ...limits]), id),
    goOn: (id: string, goesOn: boolean) => void goOn.run(goesOn ? 1 : 0, id),
  };
}

const priceRow = z.object({ renewal: renewalColumn });
const consentRow = z.object({
  reviewedAt: z.int().nullable(),
  consentedAt: z.int().nullable(),
  limitAccepted: limitsColumn,
});

const stoppedRow = z.object({
  batchId: z.string(),
  accountLabel: z.string(),
  kind: changeKind,
  rows: z.int(),
});

const unfinished = "p.state NOT IN ('done', 'stopped')";

/**
 * Stops every batch that is not finished, because the workspace comes from a backup. In the caller's transaction.
 *
 * @returns The stopped batches, the oldest first.
 */
export function stopEvery(database: DatabaseSync, at: string): readonly StoppedBatch[] {
  const all = rowsOf(database, stoppedRow).query(`
    SELECT p.id AS batchId, a.label AS accountLabel, p.kind,
      (SELECT count(*) FROM batch_rows r WHERE r.batch_id = p.id) AS rows
    FROM batches p JOIN accounts a ON a.id = p.account_id
    WHERE ${unfinished} ORDER BY p.created_at, p.id`);
  const stop = database.prepare(`
    UPDATE batches SET state = 'stopped', changed_at = ?, waiting_for = NULL, consented_at = NULL, stopped_by = 'restore'
    WHERE id = ?`);
  const stopped = all.all();
  for (const { batchId } of stopped) stop.run(toMs(at), batchId);
  return stopped;
}

const batchRecord = z.object({
  ...batch.pick({ id: true, accountId: true, state: true, digest: true, stoppedBy: true }).shape,
  ask: jsonColumn(batchAsk),
  createdAt: instantColumn,
  changedAt: instantColumn,
  goesOn: z.int(),
  waitingFor: jsonColumn(appError).nullable(),
  proposal: jsonColumn(proposal).nullable(),
});
const domainRow = batchRow.pick({ domain: true });
const countsRow = z.object({
  rows: z.int(),
  domains: z.int(),
  read: z.int(),
  leftOut: z.int(),
  leftOutInNeed: z.int(),
  notRead: z.int(),
  notReadRows: z.int(),
  erasing: z.int(),
});

/** The page accepts at most this many. */
const mostBatches = 1_000;

/** Of rows `r`: the program excluded them, and not because no change is needed. */
export const leftOutInNeed = "r.left_out NOT IN ('already-so', 'was-unlocked')";

/** How many domains of rows `r` were not read. */
export const notReadDomains = "count(DISTINCT CASE r.left_out WHEN 'not-readable' THEN r.domain END)";

/** Of batch_rows `r`: the program or a person excluded it. */
export const isExcluded = '(r.left_out IS NOT NULL OR r.by_hand = 1)';

/** Of batch_rows `r`: how many domains are excluded; the step for which the batch is made says it. */
export const excludedDomains = `count(CASE WHEN r.step IS NULL AND ${isExcluded} THEN 1 END)`;

/** Of batch_rows `r`: how many domains the batch is for: those that are not excluded, or all of them where every one is. A left join may have found no row. */
export const domainsOfTask = `coalesce(nullif(count(CASE WHEN r.step IS NULL AND NOT ${isExcluded} THEN 1 END), 0), count(CASE WHEN r.step IS NULL THEN r.number END))`;

export type BatchRecords = ReturnType<typeof createBatchRecords>;

/** Batches as stored, with counts computed from rows and journal. */
export function createBatchRecords(database: DatabaseSync) {
  const records = rowsOf(database, batchRecord);
  const one = records.from(`batches WHERE id = ? AND ${isOfPresent}`);
  const ofAccount = records.from(
    `batches WHERE account_id = ? ORDER BY created_at DESC, id LIMIT ${mostBatches}`,
  );
  const underWay = records.from(
    `batches WHERE state IN ('reading', 'running') AND ${isOfPresent} ORDER BY created_at, id`,
  );
  const counts = rowsOf(database, countsRow).query(`
    SELECT count(*) AS rows, coalesce(sum(is_read), 0) AS read,
      count(CASE WHEN ${isExcluded} THEN 1 END) AS leftOut, ${domainsOfTask} AS domains,
      count(CASE WHEN ${leftOutInNeed} THEN 1 END) AS leftOutInNeed,
      ${notReadDomains} AS notRead, count(erases) AS erasing,
      count(CASE WHEN ${isExcluded} AND domain IN (
        SELECT domain FROM batch_rows WHERE batch_id = ?1 AND left_out = 'not-readable') THEN 1 END) AS notReadRows
    FROM batch_rows r WHERE batch_id = ?1`);
  const first = rowsOf(database, domainRow).from(
    `batch_rows r WHERE batch_id = ? AND step IS NULL ORDER BY ${isExcluded}, number LIMIT ${mostFirstDomains}`,
  );
  const left = countOf(database, remainingRows);
  const owned = countOf(database, 'domains WHERE account_id = ? AND archived_at IS NULL');
  const outcomes = createOutcomes(database);

  const isCountTyped = (
    { accountId, ask, ...batch }: Pick<Batch, 'accountId' | 'ask' | 'proposal'>,
    remaining: number,
  ) => mustTypeCount({ remaining, ask, isProposed: isProposed(batch), owned: () => owned(accountId) });

  function withCounts({ goesOn, proposal: proposed, ...record }: z.output<typeof batchRecord>): Batch {
    const { id, state } = record;
    const made = proposed === null ? {} : { proposal: proposed };
    const { leftOut, ...counted } = counts.get(id);
    const toDo = counted.rows - leftOut;
    const became = outcomes(id);
    const { confirmed, refused, uncertain } = became;
    const remaining = state === 'ready' ? left(id) : toDo - confirmed - refused - uncertain;
    return {
      ...record,
      firstDomains: first.all(id).map(({ domain }) => domain),
      counts: { ...counted, leftOut, toDo, remaining: Math.max(0, remaining), ...became },
      typedCount: state === 'ready' && isCountTyped({ ...record, ...made }, remaining) ? remaining : null,
      goesOnAfterUncertain: goesOn === 1,
      ...made,
    };
  }

  const find = (id: string): Batch | null => {
    const record = one.find(id);
    return record === null ? null : withCounts(record);
  };

  return {
    find,
    /** The newest first. */
    ofAccount: (accountId: string): Batch[] => ofAccount.all(accountId).map(withCounts),
    underWay: (): Batch[] => underWay.all().map(withCounts),
    /** Runs `work` with the batch, in a transaction; returns its result with the batch as it is afterwards. */
    change: <A extends object>(id: string, work: (batch: Batch) => A): (A & { batch: Batch }) | null =>
      inTransaction(database, () => {
        const before = find(id);
        if (before === null) return null;
        const answer = work(before);
        return { ...answer, batch: find(id) ?? before };
      }),
  };
}

/** The rows of a batch that are to be done and have no change that was sent or is being sent. */
const remainingRows = `batch_rows r JOIN batches p ON p.id = r.batch_id ${joinChanges}
    WHERE r.batch_id = ? AND r.left_out IS NULL AND r.by_hand = 0 AND (c.id IS NULL OR c.state = 'planned')`;

const stateRow = z.object({ state: changeState, count: z.int() });
const settledRow = z.object({ settled: z.enum(['applied', 'not-applied']), count: z.int() });

/** Counts the outcomes of a batch's changes so far. */
function createOutcomes(database: DatabaseSync) {
  // Answered from an index alone.
  const byState = rowsOf(database, stateRow).query(
    'SELECT state, count(*) AS count FROM journal_changes WHERE batch_id = ? GROUP BY state',
  );
  const proven = countOf(database, `${provenRows} AND batch_id = ?`);
  const settled = rowsOf(database, settledRow).query(`
    SELECT json_extract(change, '$.settledAs') AS settled, count(*) AS count FROM journal_changes
    WHERE batch_id = ? AND state = 'settled' GROUP BY settled`);

  return (batchId: string): Pick<BatchCounts, 'confirmed' | 'proven' | 'refused' | 'uncertain'> => {
    const counts = new Map<string, number>(byState.all(batchId).map(({ state, count }) => [state, count]));
    const byHand = counts.has('settled') ? settled.all(batchId) : [];
    for (const { settled: as, count } of byHand) counts.set(as, (counts.get(as) ?? 0) + count);
    const sum = (...states: readonly string[]): number =>
      states.reduce((total, state) => total + (counts.get(state) ?? 0), 0);
    return {
      confirmed: sum('confirmed', 'applied'),
      proven: proven(batchId),
      refused: sum('refused', 'not-applied'),
      uncertain: sum('uncertain'),
    };
  };
}
