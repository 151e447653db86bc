import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Stores, useStores } from '../app-stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';

type NamesByAccount = ReadonlyMap<string, ReadonlySet<string>>;

/** The names in the portfolios of some accounts, as A-labels: each read once when it is first wanted, then followed. */
function createOwned({ bridge }: Stores) {
  const store = createStore<NamesByAccount>(() => new Map());
  const asked = new Set<string>();

  const put = (accountId: string, names: ReadonlySet<string>): void =>
    store.setState(new Map([...store.getState(), [accountId, names]]), true);

  bridge.on['domains.changed'](({ accountId, domains, removed }) => {
    const known = store.getState().get(accountId);
    if (known === undefined) return;
    const names = new Set(known);
    for (const { name, archivedAt } of domains) {
      if (archivedAt === null) names.add(name);
      else names.delete(name);
    }
    for (const name of removed) names.delete(name);
    put(accountId, names);
  });

  return {
    ...store,
    want: async (accountId: string): Promise<void> => {
      if (asked.has(accountId)) return;
      asked.add(accountId);
      const result = await bridge.request.domains.names({ accountId });
      // Where they cannot be read, nothing has the mark (Domains says why), and they are read when they are wanted again.
      if (result.ok) put(accountId, new Set(result.value.names));
      else asked.delete(accountId);
    },
  };
}

const none: ReadonlySet<string> = new Set();

/** The names in an account's portfolio, as A-labels; none where there is no account, and until they are read. */
export function useOwned(accountId: string | null): ReadonlySet<string> {
  const owned = storeOf(useStores(), createOwned);
  useEffect(() => {
    if (accountId !== null) void owned.want(accountId);
  }, [owned, accountId]);
  return useStore(owned, (names) => (accountId === null ? none : (names.get(accountId) ?? none)));
}

interface OwnedDomain {
  readonly accountId: string;
  readonly domain: string;
  readonly unicode: string;
}

/** Opens a domain's page; says so where it is not in the account's portfolio. */
export function viewOwned(stores: Stores, { accountId, domain, unicode }: OwnedDomain): void {
  if (storeOf(stores, createOwned).getState().get(accountId)?.has(domain) === true)
    void openDomain(stores, { accountId, domain, tab: 'overview' });
  else stores.notices.actions.say(`${unicode} isn’t one of your domains`);
}
