import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isolatedName } from '#shared/domain/isolated.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';

type NamesByAccount = ReadonlyMap<string, ReadonlySet<string>>;

/** The names in the portfolios of some accounts, as A-labels: each read once when it is first wanted, then followed. */
function createOwned({ bridge }: Stores) {
  const store = createStore<NamesByAccount>(() => new Map());
  const asked = new Map<string, ReturnType<typeof bridge.request.domains.names>>();

  const put = (accountId: string, names: ReadonlySet<string>): void =>
    store.setState(new Map([...store.getState(), [accountId, names]]), true);

  bridge.on['domains.changed'](({ accountId, domains, removed }) => {
    const known = store.getState().get(accountId);
    if (known === undefined) {
      // Read meanwhile: what was asked for may be older than this.
      if (asked.delete(accountId)) void want(accountId);
      return;
    }
    const names = new Set(known);
    for (const { name, archivedAt } of domains) {
      if (archivedAt === null) names.add(name);
      else names.delete(name);
    }
    for (const name of removed) names.delete(name);
    put(accountId, names);
  });

  /** Resolves with the names; null where they cannot be read: then nothing has the mark, and they are read when they are wanted again. */
  async function want(accountId: string): Promise<ReadonlySet<string> | null> {
    const reading = asked.get(accountId) ?? bridge.request.domains.names({ accountId });
    asked.set(accountId, reading);
    const result = await reading;
    // Another reading began meanwhile, because this one is outdated.
    if (asked.get(accountId) !== reading) return await want(accountId);
    if (!result.ok) asked.delete(accountId);
    else if (!store.getState().has(accountId)) put(accountId, new Set(result.value.names));
    return store.getState().get(accountId) ?? null;
  }

  return { ...store, want };
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
export async function viewOwned(stores: Stores, { accountId, domain, unicode }: OwnedDomain): Promise<void> {
  const names = await storeOf(stores, createOwned).want(accountId);
  if (names?.has(domain) === true) openDomain(stores, { accountId, domain, tab: 'overview' });
  else if (names === null) stores.notices.actions.say('Your domains couldn’t be loaded', 'problem');
  else stores.notices.actions.say(`${isolatedName(unicode)} isn’t one of your domains`);
}
