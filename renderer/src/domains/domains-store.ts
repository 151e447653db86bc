import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Domain } from '#shared/domain/portfolio.ts';
import { mapOk } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { activeAccount } from '../shell/stores.ts';
import { type ByKey, createLiveMap, storeOf } from '../ui/live-collection.ts';
import { idle, type Remote, valueOf } from '../remote.ts';

/** What `create` makes of its texts, made once for the same texts: for stores that one account's domain has each of its own. */
export function onceEach<K extends readonly string[], T>(create: (...of: K) => T): (...of: K) => T {
  const known = new Map<string, { readonly value: T }>();
  return (...of) => {
    const key = of.join(' ');
    const entry = known.get(key) ?? { value: create(...of) };
    known.set(key, entry);
    return entry.value;
  };
}

export type DomainsByName = ByKey<Domain>;

export interface DomainsState {
  /** The account of the domains; null where there is no account. */
  readonly accountId: string | null;
  /** By name, including archived ones. */
  readonly domains: Remote<DomainsByName>;
  /** What is loaded of each account, also of one that was removed since. */
  readonly ofAccounts: ReadonlyMap<string, Remote<DomainsByName>>;
}

export type DomainsStore = ReturnType<typeof createDomainsStore>;

/**
 * The active account's portfolio, live; those of all accounts once they were asked for. The loaded list of another account is kept,
 * so that switching back shows it at once; it is loaded again all the same.
 */
export function createDomainsStore({ bridge, accounts }: Pick<Stores, 'bridge' | 'accounts'>) {
  const ask = bridge.request.domains;
  const store = createStore<DomainsState>(() => ({ accountId: null, domains: idle, ofAccounts: new Map() }));
  const nowOf = (accountId: string): Remote<DomainsByName> =>
    store.getState().ofAccounts.get(accountId) ?? idle;
  const listOf = onceEach((accountId: string) =>
    createLiveMap<Domain>(
      ({ name }) => name,
      () => nowOf(accountId),
      (domains) => {
        const ofAccounts = new Map(store.getState().ofAccounts).set(accountId, domains);
        store.setState(accountId === store.getState().accountId ? { ofAccounts, domains } : { ofAccounts });
      },
    ),
  );
  let isWanted = false;
  let areAllWanted = false;

  function follow(): void {
    const accountId = activeAccount(accounts.getState())?.id ?? null;
    if (isWanted && accountId !== store.getState().accountId) {
      store.setState({ accountId, domains: accountId === null ? idle : nowOf(accountId) });
      void reload();
    }
    if (areAllWanted)
      for (const { id } of valueOf(accounts.getState().accounts)?.accounts ?? [])
        if (nowOf(id).status === 'idle') void read(id);
  }

  async function reload(): Promise<void> {
    const { accountId, ofAccounts } = store.getState();
    const failed = [...ofAccounts].flatMap(([id, { status }]) => (status === 'failed' ? [id] : []));
    await Promise.all([...new Set([...(accountId === null ? [] : [accountId]), ...failed])].map(read));
  }

  async function read(accountId: string): Promise<void> {
    await listOf(accountId).read(async () =>
      // Only the domains of this account: main may have switched to another one before it answered.
      mapOk(await ask.list({ accountId }), ({ domains }) =>
        domains.filter((domain) => domain.accountId === accountId),
      ),
    );
  }

  accounts.subscribe(follow);
  bridge.on['domains.changed'](({ accountId, domains, removed }) => listOf(accountId).take(domains, removed));

  return {
    ...store,
    actions: {
      /** Loads the active account's list where it was not loaded yet; then keeps it live and follows the active account. */
      load() {
        isWanted = true;
        follow();
      },
      /** Loads the lists of all accounts where they were not loaded yet, and keeps them live. */
      loadAll() {
        areAllWanted = true;
        follow();
      },
      /** Loads the active account's list again, and those that could not be loaded. */
      reload,
      /** Stores a domain from an answer. */
      put: (domain: Domain) => listOf(domain.accountId).take([domain], []),
    },
  };
}

/** The domain of a name; null where the list does not have it. */
export const domainOf = (state: DomainsState, name: string): Domain | null =>
  valueOf(state.domains)?.get(name) ?? null;

export const unarchived = ({ domains }: DomainsState): readonly Domain[] =>
  [...(valueOf(domains)?.values() ?? [])].filter(({ archivedAt }) => archivedAt === null);

/** Names of one account. */
export interface NamesOf {
  readonly accountId: string;
  readonly names: readonly string[];
}

type Place = Pick<Domain, 'accountId' | 'name'>;

/** Of a domain in a list of several accounts, which may have the same name. */
export const keyOf = ({ accountId, name }: Place): string => `${accountId} ${name}`;

export const placeOf = (key: string): Place => {
  const [accountId = '', name = ''] = key.split(' ');
  return { accountId, name };
};

/** The names of the keys, together for each account. */
export const byAccount = (keys: Iterable<string>): readonly NamesOf[] =>
  [...Map.groupBy([...keys].map(placeOf), ({ accountId }) => accountId)].map(([accountId, places]) => ({
    accountId,
    names: places.map(({ name }) => name),
  }));

export const keysIn = (of: readonly NamesOf[]): readonly string[] =>
  of.flatMap(({ accountId, names }) => names.map((name) => keyOf({ accountId, name })));

export const countOf = (of: readonly NamesOf[]): number =>
  of.reduce((sum, { names }) => sum + names.length, 0);

/** The domains of one account or of several, as they are in the lists of these: nothing is copied. */
export type Listed = ReturnType<typeof listedOf>;

export function listedOf(lists: ReadonlyMap<string, DomainsByName>) {
  const at = ({ accountId, name }: Place): Domain | null => lists.get(accountId)?.get(name) ?? null;
  return {
    size: [...lists.values()].reduce((sum, { size }) => sum + size, 0),
    at,
    /** By its {@link keyOf}. */
    get: (key: string): Domain | null => at(placeOf(key)),
    /** The known ones of the names. */
    some: (of: readonly NamesOf[]): readonly Domain[] =>
      of.flatMap(({ accountId, names }) => names.flatMap((name) => at({ accountId, name }) ?? [])),
    all: (): readonly Domain[] => [...lists.values()].flatMap((list) => [...list.values()]),
  };
}

/** The portfolio, loaded on first use. */
export function useDomains(): DomainsStore {
  const store = storeOf(useStores(), createDomainsStore);
  useEffect(() => store.actions.load(), [store]);
  return store;
}
