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
import type { Handlers } from '#shared/routes.ts';
import { startOfDay } from '../../changes/ledger.ts';
import type { HandlerDeps } from '../handler-deps.ts';

export const createChangesHandlers = ({
  changes,
  askWhereTo,
}: Pick<HandlerDeps, 'changes' | 'askWhereTo'>): Handlers['changes'] => ({
  prepare: ({ accountId, domain, ask }) => changes.prepare(accountId, domain, ask),
  prepareAgain: ({ id }) => changes.prepareAgain(id),
  apply: ({ reviewId, ...confirmation }) => changes.apply(reviewId, confirmation),
  send: ({ id }) => changes.send(id),
  readBack: ({ id }) => changes.readBack(id),
  settle: ({ id, as, note }) => changes.settle(id, as, note),
  withdraw: ({ id }) => changes.withdraw(id),
  list: ({ filter, offset, limit }) => changes.list(filter, offset, limit),
  find: ({ id }) => changes.find(id),
  lastOf: async ({ accountId, domain }) =>
    mapOk(await changes.lastOf(accountId, domain), (last) => ({ changes: last })),
  personal: async ({ id }) => mapOk(await changes.personal(id), (roles) => ({ roles })),
  health: ({ check }) => changes.health(check),
  async exportJournal({ format, filter }) {
    const path = await askWhereTo('changes', format);
    if (path === null) return ok({ path, entries: 0 });
    return mapOk(await changes.exportJournal(format, filter, path), ({ entries }) => ({ path, entries }));
  },
});

export const createLimitsHandlers = ({
  workspace,
  now,
}: Pick<HandlerDeps, 'workspace' | 'now'>): Handlers['limits'] => ({
  async used({ accountId }) {
    const since = startOfDay(now()).toISOString();
    const costs = await workspace.journal.costs({ accountId, batchId: null, since });
    if (!costs.ok) return costs;
    return ok({ since, ...summed(costs.value), unpriced: unpricedIn(spendingOf(costs.value)) });
  },
  costIn: async ({ batchId }) =>
    mapOk(await workspace.journal.costs({ accountId: null, batchId, since: null }), (costs) => ({
      ...summed(costs),
      fall: fallOfAll(costs),
      credit: creditBeside(costs),
    })),
});

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

export const createBatchesHandlers = ({ batches }: Pick<HandlerDeps, 'batches'>): Handlers['batches'] => ({
  list: async ({ accountId }) => mapOk(await batches.list(accountId), (listed) => ({ batches: listed })),
  find: ({ id }) => batches.find(id),
  prepare: ({ accountId, ask, domains }) => batches.prepare(accountId, ask, domains),
  rows: ({ id, ...asked }) => batches.rows(id, asked),
  personal: async ({ id }) => mapOk(await batches.personal(id), (roles) => ({ roles })),
  contactChanges: async ({ id }) => mapOk(await batches.contactChanges(id), (changes) => ({ changes })),
  leaveOut: ({ id, index, isLeftOut }) => batches.leaveOut(id, index, isLeftOut),
  readAgain: ({ id }) => batches.readAgain(id),
  putBack: ({ of }) => batches.putBack(of),
  wayBack: ({ of }) => batches.wayBack(of),
  apply: ({ id, digest, typedCount, goOnAfterUncertain, typedLimit }) =>
    batches.apply(id, digest, typedCount, goOnAfterUncertain, typedLimit),
  pause: ({ id }) => batches.pause(id),
  resume: ({ id, goOnAfterUncertain, typedLimit }) => batches.resume(id, goOnAfterUncertain, typedLimit),
  stop: ({ id }) => batches.stop(id),
  remove: async ({ id }) => done(await batches.remove(id)),
});
