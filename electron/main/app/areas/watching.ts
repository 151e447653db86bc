import { localDay } from '#shared/domain/counting.ts';
import { mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { HandlerDeps } from '../handler-deps.ts';

export const createWatchingHandlers = ({
  watching,
  workspace,
  askWhereTo,
  now,
}: Pick<HandlerDeps, 'watching' | 'workspace' | 'askWhereTo' | 'now'>): Handlers['watching'] => ({
  names: async ({ accountId }) => mapOk(await watching.names(accountId), (names) => ({ names: [...names] })),
  add: ({ accountId, names }) => watching.add(accountId, names),
  remove: ({ accountId, domains }) => watching.remove(accountId, domains),
  prices: async (of) => mapOk(await workspace.findings.seenPrices(of), (seen) => ({ seen })),
  priceChanges: async (of) => mapOk(await workspace.findings.priceChanges(of), (changes) => ({ changes })),
  run: ({ accountId }) => watching.run(accountId),
  async saveCalendar({ accountIds }) {
    const path = await askWhereTo(`expiries-${localDay(now())}`, 'ics');
    if (path === null) return ok({ path, events: 0 });
    return mapOk(await watching.saveCalendar(accountIds, path), ({ events }) => ({ path, events }));
  },
});
