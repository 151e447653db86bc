import { z } from 'zod';
import { batchId, batchRowsAsked, fullBatchAsk, undoneSource } from '#shared/areas/batches.ts';
import { changeFilter, changeId, fullName } from '#shared/areas/change-schemas.ts';
import { accountId, count } from '#shared/areas/common-schemas.ts';
import { changeAsk } from '#shared/changes/index.ts';
import { mostBatchRows, mostListedChanges } from '#shared/domain/bounds.ts';
import { decimalText } from '#shared/domain/counting.ts';
import {
  type Cost,
  creditBeside,
  fallOfAll,
  isFallCounted,
  spendingOf,
  sumsOf,
  unpricedIn,
} from '#shared/domain/limits.ts';
import { done, mapOk, ok } from '#shared/result.ts';
import { action, inWindow, under } from '../action.ts';
import { startOfDay } from './ledger.ts';

const ofChange = z.object({ id: changeId });
/** The amount typed to confirm exceeded limits. */
const typedLimit = z.string().max(40).nullable();

/** Changes at the service, one at a time. */
export const changes = {
  /**
   * Reads the present state and returns what would be sent. Writes nothing, neither locally nor at the service. The
   * review is held in main until it is applied, fifteen minutes have passed, or the program ends.
   */
  prepare: action(
    z.object({ accountId, domain: fullName, ask: changeAsk }),
    (on, { accountId, domain, ask }) => on.changes.prepare(accountId, domain, ask),
  ),
  /** As `prepare`, for a planned change: reviews the recorded change again. `apply` then sends that same change. */
  prepareAgain: action(ofChange, (on, { id }) => on.changes.prepareAgain(id)),
  /**
   * Records the change and sends it: only once, however often this is called with the same review. Returns as soon as
   * it is recorded; the outcome arrives as `changes.changed`.
   */
  apply: action(
    z.object({
      reviewId: z.uuid(),
      /** The domain's name as a person typed it, if the review requires it. */
      typedName: z.string().max(255).nullable(),
      premiumAccepted: z.boolean(),
      typedLimit,
    }),
    (on, { reviewId, ...confirmation }) => on.changes.apply(reviewId, confirmation),
  ),
  /**
   * Newest first, with uncertain ones before all others. `unfiltered`: the number of changes of the account and the domain,
   * whatever the rest of the filter.
   */
  list: action(
    z.object({
      filter: changeFilter,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(mostListedChanges),
    }),
    (on, { filter, offset, limit }) => on.changes.list(filter, offset, limit),
  ),
  find: action(ofChange, (on, { id }) => on.changes.find(id)),
  /** The last change of each family on a domain. */
  lastOf: action(z.object({ accountId, domain: fullName }), (on, { accountId, domain }) =>
    under('changes', on.changes.lastOf(accountId, domain)),
  ),
  /** Sends a planned change as it was recorded, after reading the present state. */
  send: action(ofChange, (on, { id }) => on.changes.send(id)),
  /** Reads the present state and compares. Never writes to the service. */
  readBack: action(ofChange, (on, { id }) => on.changes.readBack(id)),
  /** Resolves an uncertain change manually. */
  settle: action(
    ofChange.extend({ as: z.enum(['applied', 'not-applied']), note: z.string().max(2_000) }),
    (on, { id, as, note }) => on.changes.settle(id, as, note),
  ),
  withdraw: action(ofChange, (on, { id }) => on.changes.withdraw(id)),
  /**
   * The personal data sent with a planned or uncertain contact change or registration, for the person who has to
   * decide. Null if it was deleted.
   */
  personal: action(ofChange, (on, { id }) => under('roles', on.changes.personal(id))),
  health: action(z.object({ check: z.boolean() }), (on, { check }) => on.changes.health(check)),
  /** Opens the system's save dialog; `path` is null if it was cancelled. */
  exportJournal: inWindow(
    z.object({ format: z.enum(['csv', 'json']), filter: changeFilter }),
    async (on, { format, filter }) => {
      const path = await on.askWhereTo('changes', format);
      if (path === null) return ok({ path, entries: 0 });
      return mapOk(await on.changes.exportJournal(format, filter, path), ({ entries }) => ({
        path,
        entries,
      }));
    },
  ),
};

/** What limits count of paid changes. */
export const limits = {
  /**
   * The total of paid changes since midnight in the user's time zone, for one account or for all that are counted together: what the
   * daily limits count. `unpriced`: those whose price is not given or cannot be read.
   */
  used: inWindow(z.object({ accountId: accountId.nullable() }), async (on, { accountId }) => {
    const since = startOfDay(on.now()).toISOString();
    const costs = await on.workspace.journal.costs({ accountId, batchId: null, since });
    if (!costs.ok) return costs;
    return ok({ since, ...summed(costs.value), unpriced: unpricedIn(spendingOf(costs.value)) });
  }),
  /**
   * What a batch's changes cost so far, and what the credit fell by because of them: evidence, not a price. `credit`: before the first and
   * after the last, where it fell by another amount than `fall`; null where by that.
   */
  costIn: action(z.object({ batchId: z.uuid() }), async (on, { batchId }) =>
    mapOk(await on.workspace.journal.costs({ accountId: null, batchId, since: null }), (costs) => ({
      ...summed(costs),
      fall: fallOfAll(costs),
      credit: creditBeside(costs),
    })),
  ),
};

/**
 * The larger of the price and the fall of the credit: a sum for each currency, and of prices that name none one for each account, by its
 * label. `measured`: how much of it is what the credit fell by, as that was more than the price. `unsummed`: changes of which nothing is
 * in the sums.
 */
function summed(costs: readonly Cost[]) {
  const spent = spendingOf(costs);
  const measured = sumsOf(spendingOf(costs.filter(isFallCounted)));
  return {
    sums: sumsOf(spent).map(({ currency, of, sum }) => {
      const part = measured.find((other) => other.currency === currency && other.of?.id === of?.id);
      const parts = { amount: decimalText(sum), measured: part === undefined ? null : decimalText(part.sum) };
      return { currency, account: of?.label ?? null, ...parts };
    }),
    unsummed: spent.filter((price) => sumsOf([price]).length === 0).length,
  };
}

const ofBatch = z.object({ id: batchId });

/** Many changes that are reviewed as one. */
export const batches = {
  list: action(z.object({ accountId }), (on, { accountId }) => under('batches', on.batches.list(accountId))),
  find: action(ofBatch, (on, { id }) => on.batches.find(id)),
  /**
   * Creates a batch and reads the present state of each domain, limited by the throttle; progress arrives as
   * `batches.changed`. Changes nothing at the service.
   */
  prepare: action(
    z.object({
      accountId,
      ask: fullBatchAsk,
      domains: z.array(fullName).min(1).max(mostBatchRows),
      /** Those of them that begin excluded: a person may include each in the review. */
      leftOut: z.array(fullName).max(mostBatchRows).exactOptional(),
    }),
    (on, { accountId, ask, domains, leftOut }) => on.batches.prepare(accountId, ask, domains, null, leftOut),
  ),
  rows: action(ofBatch.extend(batchRowsAsked.shape), (on, { id, ...asked }) => on.batches.rows(id, asked)),
  /**
   * The contacts that a batch writes, for the person who has to decide, or makes another batch of what was refused. Null if
   * there are none, or they were deleted.
   */
  personal: action(ofBatch, (on, { id }) => under('roles', on.batches.personal(id))),
  /**
   * What the contacts of the domains that are ready are now, and what they become, for the person who decides. Null where that is not known
   * any more, as after a restart: it is never stored.
   */
  contactChanges: action(ofBatch, (on, { id }) => under('changes', on.batches.contactChanges(id))),
  /** Excludes a row manually, or includes it again; this changes the digest. */
  leaveOut: action(ofBatch.extend({ index: count, isLeftOut: z.boolean() }), (on, { id, index, isLeftOut }) =>
    on.batches.leaveOut(id, index, isLeftOut),
  ),
  /** Reads everything again, for a batch that is not applied yet. */
  readAgain: action(ofBatch, (on, { id }) => on.batches.readAgain(id)),
  /**
   * Applies the batch as it was reviewed: fails if the digest is no longer `digest`, or `typedCount` is not what the
   * batch requires.
   */
  apply: action(
    ofBatch.extend({
      digest: z.string().max(64),
      typedCount: count.nullable(),
      goOnAfterUncertain: z.boolean(),
      typedLimit,
    }),
    (on, { id, digest, typedCount, goOnAfterUncertain, typedLimit }) =>
      on.batches.apply(id, digest, typedCount, goOnAfterUncertain, typedLimit),
  ),
  pause: action(ofBatch, (on, { id }) => on.batches.pause(id)),
  /**
   * Continues. If the user's agreement no longer applies, the remaining rows are read again instead, to be reviewed
   * and applied.
   */
  resume: action(
    ofBatch.extend({ goOnAfterUncertain: z.boolean(), typedLimit }),
    (on, { id, goOnAfterUncertain, typedLimit }) => on.batches.resume(id, goOnAfterUncertain, typedLimit),
  ),
  stop: action(ofBatch, (on, { id }) => on.batches.stop(id)),
  /**
   * Creates a batch that puts back what was there before, at each domain whose change took effect; it is read and reviewed as any
   * other. Fails with `invalid-input` (`of`) where nothing can be put back.
   */
  putBack: action(z.object({ of: undoneSource }), (on, { of }) => on.batches.putBack(of)),
  /** What a batch that is over, or a change, leaves to be taken back. */
  wayBack: action(z.object({ of: undoneSource }), (on, { of }) => on.batches.wayBack(of)),
  /** Removes a batch that is not running. Its changes stay in the journal. */
  remove: action(ofBatch, async (on, { id }) => done(await on.batches.remove(id))),
};
