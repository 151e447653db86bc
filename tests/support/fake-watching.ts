import type { WatchedName } from '#shared/domain/watching.ts';
import { ok, type Result } from '#shared/result.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import type { Client } from '../../renderer/src/client.ts';
import { aFinding, type FakeWorld } from './fake-world.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

export const aWatchedName = (domain: string, changes: Partial<WatchedName> = {}): WatchedName => ({
  accountId: 'practice',
  domain,
  addedAt: '2026-11-01T08:00:00.000Z',
  finding: aFinding(domain, 'taken'),
  ...changes,
});

/** Watched names in memory. */
export const watchingAnswers = (world: FakeWorld, tell: Tell): Pick<Client, 'watching'> => {
  const put = (accountId: string, watched: WatchedName[]): number => {
    const changed = Math.abs(watched.length - world.watched.length);
    world.watched = watched;
    tell('watching.changed', { accountId });
    return changed;
  };
  const of = (id: string) => world.watched.filter(({ accountId }) => accountId === id);
  return {
    watching: {
      saveCalendar: () => answer({ path: '/home/robin/expiries.ics', events: 3 }),
      names: ({ accountId }) => answer({ names: [...of(accountId)] }),
      add({ accountId, names }) {
        const known = new Set(of(accountId).map(({ domain }) => domain));
        const added = names.filter(({ domain }) => !known.has(domain));
        const watched = added.map(({ domain }) => aWatchedName(domain, { accountId }));
        return answer({ added: put(accountId, [...world.watched, ...watched]) });
      },
      remove: ({ accountId, domains }) =>
        answer({
          removed: put(
            accountId,
            world.watched.filter((one) => one.accountId !== accountId || !domains.includes(one.domain)),
          ),
        }),
      prices: ({ domain }) => answer({ seen: [...(world.seenPrices[domain] ?? [])] }),
      priceChanges: ({ domains }) =>
        answer({ changes: world.priceChanges.filter(({ domain }) => domains.includes(domain)) }),
      run: ({ accountId }) => answer({ lookedUp: of(accountId).length, failed: 0, available: 0 }),
    },
  };
};
