import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createLatest, idle, loading, type Remote, valueOf } from '../bridge.ts';
import { activeAccount } from '../shell/stores.ts';
import { storeOf } from '../ui/live-collection.ts';

export interface DomainsState {
  /** The account of the domains; null where there is no account. */
  readonly accountId: string | null;
  /** By name, including archived ones. */
  readonly domains: Remote<DomainsByName>;
}

export type DomainsStore = ReturnType<typeof createDomainsStore>;

interface Deps {
  readonly request: Pick<Bridge['request'], 'domains'>;
  readonly on: Pick<Bridge['on'], 'domains.changed'>;
  readonly accounts: Pick<Stores['accounts'], 'getState' | 'subscribe'>;
}

const empty: DomainsState = { accountId: null, domains: idle };

/**
 * The active account's portfolio, live. The loaded list of another account is kept, so that switching back shows it at once; it
 * is loaded again all the same.
 */
export function createDomainsStore({ request: { domains: ask }, on, accounts }: Deps) {
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
      /** Loads the active account's list where it was not loaded yet; then keeps it live and follows the active account. */
      load() {
        isWanted = true;
        follow();
      },
      reload,
      /** Stores a domain from an answer. */
      put: (domain: Domain) => kept.get(domain.accountId)?.take([domain], []),
    },
  };
}

/** The domain of a name; null where the list does not have it. */
export const domainOf = (state: DomainsState, name: string): Domain | null =>
  valueOf(state.domains)?.get(name) ?? null;

const domainsStoreOf = ({ bridge, accounts }: Stores) => createDomainsStore({ ...bridge, accounts });

/** The portfolio, loaded on first use. */
export function useDomains(): DomainsStore {
  const store = storeOf(useStores(), domainsStoreOf);
  useEffect(() => store.actions.load(), [store]);
  return store;
}

export type DomainsByName = ReadonlyMap<string, Domain>;

/** Domains received by events while a list is loading; null stands for a removed one. */
type News = ReadonlyMap<string, Domain | null>;

type LiveDomains = ReturnType<typeof createLiveDomains>;

/** Keeps one account's list live. Events received while the list is loading are newer than the list. */
function createLiveDomains(
  accountId: string,
  ask: () => Promise<Result<{ readonly domains: readonly Domain[] }>>,
  onChange: () => void,
) {
  const latest = createLatest();
  let state: Remote<DomainsByName> = idle;
  let told: Map<string, Domain | null> | null = null;

  function become(next: Remote<DomainsByName>): void {
    state = next;
    onChange();
  }

  return {
    now: () => state,
    async read(): Promise<void> {
      const isLatest = latest.begin();
      told = new Map();
      become(loading(state));
      const result = await ask();
      if (!isLatest()) return;
      const news = told;
      told = null;
      if (!result.ok) become({ status: 'failed', error: result.error, before: valueOf(state) });
      else become({ status: 'ready', value: withNews(own(result.value.domains, accountId), news) });
    },
    take(domains: readonly Domain[], removed: readonly string[]): void {
      const news = new Map<string, Domain | null>(domains.map((domain) => [domain.name, domain]));
      for (const name of removed) news.set(name, null);
      if (told !== null) news.forEach((domain, name) => told?.set(name, domain));
      const now = state;
      const known = valueOf(now);
      if (known === null) return;
      const value = withNews(known, news);
      const isStale = now.status === 'loading' || now.status === 'failed';
      become(isStale ? { ...now, before: value } : { status: 'ready', value });
    },
  };
}

/** Only the domains of this account: main may have switched to another one before it answered. */
const own = (domains: readonly Domain[], accountId: string): DomainsByName =>
  new Map(domains.filter((domain) => domain.accountId === accountId).map((domain) => [domain.name, domain]));

function withNews(known: DomainsByName, news: News): DomainsByName {
  const next = new Map(known);
  news.forEach((domain, name) => {
    if (domain === null) next.delete(name);
    else next.set(name, domain);
  });
  return next;
}
