import type { Domain } from '#shared/domain/portfolio.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { useEffect } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Stores, useStores } from '../../app-stores.ts';
import { idle, type Remote, valueOf } from '../../lib/remote.ts';
import { storeOf } from '../../lib/store-of.ts';
import { type AccountsState, activeAccount } from '../../shell/accounts-store.ts';
import { createLiveDomains, type DomainsByName, type LiveDomains } from './live-domains.ts';

export interface DomainsState {
  /** Whose domains these are; null where there is no account. */
  readonly accountId: string | null;
  /** Archived ones too, by name. */
  readonly domains: Remote<DomainsByName>;
}

export interface DomainsStore extends StoreApi<DomainsState> {
  readonly actions: {
    /** Reads the active account's list where it was not read yet; afterwards it is live, and follows the active account. */
    readonly load: () => void;
    readonly reload: () => Promise<void>;
    /** Takes note of a domain that an answer brought. */
    readonly put: (domain: Domain) => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'domains'>;
  readonly on: Pick<Bridge['on'], 'domains.changed'>;
  readonly accounts: Pick<StoreApi<AccountsState>, 'getState' | 'subscribe'>;
}

const empty: DomainsState = { accountId: null, domains: idle };

/**
 * The portfolio of the active account, live. Of another account what was read stays, so that one can turn back without waiting;
 * it is read anew all the same.
 */
export function createDomainsStore({ request: { domains: ask }, on, accounts }: Deps): DomainsStore {
  const store = createStore<DomainsState>(() => empty);
  const kept = new Map<string, LiveDomains>();
  let isWanted = false;

  const activeId = () => activeAccount(accounts.getState())?.id ?? null;

  function listOf(accountId: string): LiveDomains {
    const list =
      kept.get(accountId) ??
      createLiveDomains(
        accountId,
        () => ask.list({ accountId }),
        () => show(accountId),
      );
    kept.set(accountId, list);
    return list;
  }

  function show(accountId: string): void {
    if (accountId === store.getState().accountId) store.setState({ domains: listOf(accountId).now() });
  }

  function follow(): void {
    const accountId = activeId();
    if (!isWanted || accountId === store.getState().accountId) return;
    store.setState(accountId === null ? empty : { accountId, domains: listOf(accountId).now() });
    void reload();
  }

  async function reload(): Promise<void> {
    const { accountId } = store.getState();
    if (accountId !== null) await listOf(accountId).read();
  }

  accounts.subscribe(follow);
  on['domains.changed'](({ accountId, domains, removed }) => kept.get(accountId)?.take(domains, removed));

  return {
    ...store,
    actions: {
      load() {
        isWanted = true;
        follow();
      },
      reload,
      put: (domain) => kept.get(domain.accountId)?.take([domain], []),
    },
  };
}

/** The domain of a name; null where the list does not have it. */
export const domainOf = (state: DomainsState, name: string): Domain | null =>
  valueOf(state.domains)?.get(name) ?? null;

const domainsStoreOf = ({ bridge, accounts }: Stores) => createDomainsStore({ ...bridge, accounts });

/** The portfolio, read as soon as somebody looks at it. */
export function useDomains(): DomainsStore {
  const store = storeOf(useStores(), domainsStoreOf);
  useEffect(() => store.actions.load(), [store]);
  return store;
}
