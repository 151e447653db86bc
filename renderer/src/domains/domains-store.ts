import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Domain } from '#shared/domain/portfolio.ts';
import { mapOk } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { activeAccount } from '../shell/stores.ts';
import { type ByKey, createLiveMap, onceEach, storeOf } from '../ui/live-collection.ts';
import { idle, type Remote, valueOf } from '../remote.ts';

export type DomainsByName = ByKey<Domain>;

export interface DomainsState {
  /** The account of the domains; null where there is no account. */
  readonly accountId: string | null;
  /** By name, including archived ones. */
  readonly domains: Remote<DomainsByName>;
}

export type DomainsStore = ReturnType<typeof createDomainsStore>;

const empty: DomainsState = { accountId: null, domains: idle };

/**
 * The active account's portfolio, live. The loaded list of another account is kept, so that switching back shows it at once; it
 * is loaded again all the same.
 */
export function createDomainsStore({ bridge, accounts }: Pick<Stores, 'bridge' | 'accounts'>) {
  const ask = bridge.request.domains;
  const store = createStore<DomainsState>(() => empty);
  const known = new Map<string, Remote<DomainsByName>>();
  const nowOf = (accountId: string): Remote<DomainsByName> => known.get(accountId) ?? idle;
  const listOf = onceEach((accountId: string) =>
    createLiveMap<Domain>(
      ({ name }) => name,
      () => nowOf(accountId),
      (domains) => {
        known.set(accountId, domains);
        if (accountId === store.getState().accountId) store.setState({ domains });
      },
    ),
  );
  let isWanted = false;

  function follow(): void {
    const accountId = activeAccount(accounts.getState())?.id ?? null;
    if (!isWanted || accountId === store.getState().accountId) return;
    store.setState(accountId === null ? empty : { accountId, domains: nowOf(accountId) });
    void reload();
  }

  async function reload(): Promise<void> {
    const { accountId } = store.getState();
    if (accountId === null) return;
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

/** The portfolio, loaded on first use. */
export function useDomains(): DomainsStore {
  const store = storeOf(useStores(), createDomainsStore);
  useEffect(() => store.actions.load(), [store]);
  return store;
}
