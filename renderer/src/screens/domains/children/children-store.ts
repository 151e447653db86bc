import { familyOf } from '#shared/domain/change.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import type { AppError } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Stores, useStores } from '../../../app-stores.ts';
import { answered, createLatest, idle, loading, type Remote } from '../../../lib/remote.ts';
import { storeOf } from '../../../lib/store-of.ts';

export interface ChildrenState {
  readonly children: Remote<readonly ChildNameserver[]>;
  /** Why the last telling or forgetting was not kept. */
  readonly error: AppError | null;
}

export interface ChildrenStore extends StoreApi<ChildrenState> {
  readonly actions: {
    readonly load: () => Promise<void>;
    /** Notes one that was made elsewhere; answers whether it is noted. Nothing is sent. */
    readonly tell: (host: string, addresses: readonly string[]) => Promise<boolean>;
    /** Takes a note back. Nothing is sent. */
    readonly forget: (host: string) => Promise<boolean>;
  };
}

/** The child nameservers of a domain that are known here: made here, or told by a person. */
export function createChildrenStore(
  { request, on }: Pick<Bridge, 'request' | 'on'>,
  accountId: string,
  domain: string,
): ChildrenStore {
  const store = createStore<ChildrenState>(() => ({ children: idle, error: null }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function load(): Promise<void> {
    const isLatest = latest.begin();
    set({ children: loading(get().children) });
    const result = await request.domains.children({ accountId, domain });
    if (isLatest()) set({ children: answered(get().children, listOf(result)) });
  }

  async function note(asked: ReturnType<Bridge['request']['domains']['tellChild']>): Promise<boolean> {
    latest.begin();
    const result = await asked;
    if (result.ok) set({ children: { status: 'ready', value: result.value.children }, error: null });
    else set({ error: result.error });
    return result.ok;
  }

  on['changes.changed'](({ changes }) => {
    const isOurs = changes.some(
      (change) =>
        change.accountId === accountId &&
        change.domain === domain &&
        familyOf(change.what.kind) === 'child-nameservers',
    );
    if (isOurs && get().children.status !== 'idle') void load();
  });

  return {
    ...store,
    actions: {
      load,
      tell: (host, addresses) =>
        note(request.domains.tellChild({ accountId, domain, host, addresses: [...addresses] })),
      forget: (host) => note(request.domains.forgetChild({ accountId, domain, host })),
    },
  };
}

const listOf = (
  result: Result<{ readonly children: readonly ChildNameserver[] }>,
): Result<readonly ChildNameserver[]> => (result.ok ? { ok: true, value: result.value.children } : result);

function createChildren({ bridge }: Stores): (accountId: string, domain: string) => ChildrenStore {
  const all = new Map<string, ChildrenStore>();
  return (accountId, domain) => {
    const place = `${accountId} ${domain}`;
    const store = all.get(place) ?? createChildrenStore(bridge, accountId, domain);
    all.set(place, store);
    return store;
  };
}

/** Read anew whenever a screen comes that shows them. */
export function useChildren(
  accountId: string,
  domain: string,
): ChildrenStore & { readonly state: ChildrenState } {
  const store = storeOf(useStores(), createChildren)(accountId, domain);
  useEffect(() => void store.actions.load(), [store]);
  return { ...store, state: useStore(store) };
}
