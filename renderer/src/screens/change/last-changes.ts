import { type Change, type ChangeFamily, familyOf } from '#shared/domain/change.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Stores, useStores } from '../../app-stores.ts';
import { storeOf } from '../../lib/store-of.ts';

type ByFamily = ReadonlyMap<ChangeFamily, Change>;

interface LastChanges extends StoreApi<{ readonly byDomain: ReadonlyMap<string, ByFamily> }> {
  readonly read: (domain: string) => Promise<void>;
}

export const placeOf = (accountId: string, domain: string): string => `${accountId} ${domain}`;

/** The last change of each family on the domains that were looked at; follows what main tells. */
export function createLastChanges({ request, on }: Pick<Bridge, 'request' | 'on'>): LastChanges {
  const store = createStore<{ readonly byDomain: ReadonlyMap<string, ByFamily> }>(() => ({
    byDomain: new Map(),
  }));

  function put(changes: readonly Change[]): void {
    const byDomain = new Map(store.getState().byDomain);
    for (const change of changes) {
      const place = placeOf(change.accountId, change.domain);
      byDomain.set(place, withNewer(byDomain.get(place) ?? new Map(), change));
    }
    store.setState({ byDomain });
  }

  on['changes.changed'](({ changes }) => put(changes));

  return {
    ...store,
    async read(domain) {
      const result = await request.changes.lastOf({ domain });
      if (result.ok) put(result.value.changes);
    },
  };
}

/** The newer of the two is the later begun; of one change, what was told last. */
function withNewer(families: ByFamily, change: Change): ByFamily {
  const family = familyOf(change.what.kind);
  const known = families.get(family);
  if (known !== undefined && (known.number > change.number || isOlder(change, known))) return families;
  return new Map(families).set(family, change);
}

const isOlder = (change: Change, known: Change): boolean =>
  change.number === known.number && change.changedAt < known.changedAt;

const lastChangesOf = ({ bridge }: Stores) => createLastChanges(bridge);

/** The last change of a family on a domain; null where there is none, or none is known of yet. */
export function useLastChange(accountId: string, domain: string, family: ChangeFamily): Change | null {
  const last = storeOf(useStores(), lastChangesOf);
  useEffect(() => {
    void last.read(domain);
  }, [last, accountId, domain]);
  return useStore(last, ({ byDomain }) => byDomain.get(placeOf(accountId, domain))?.get(family) ?? null);
}
