import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountList, AccountSummary } from '../lib/nouns.ts';
import { answered, createLatest, idle, loading, type Remote, valueOf } from '../lib/remote.ts';

export interface AccountsState {
  readonly accounts: Remote<AccountList>;
}

export interface AccountsStore extends StoreApi<AccountsState> {
  readonly actions: {
    readonly load: () => Promise<void>;
    readonly select: (id: string) => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'accounts'>;
  readonly on: Pick<Bridge['on'], 'accounts.changed'>;
}

/** Which accounts there are and which one is active. Read again whenever main says that something changed. */
export function createAccountsStore({ request, on }: Deps): AccountsStore {
  const store = createStore<AccountsState>(() => ({ accounts: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function load(): Promise<void> {
    const isLatest = latest.begin();
    set({ accounts: loading(get().accounts) });
    const result = await request.accounts.list({});
    if (isLatest()) set({ accounts: answered(get().accounts, result) });
  }

  on['accounts.changed'](() => void load());

  return {
    ...store,
    actions: {
      load,
      async select(id) {
        const result = await request.accounts.select({ id });
        if (result.ok) await load();
        else set({ accounts: answered(get().accounts, result) });
      },
    },
  };
}

export function activeAccount(state: AccountsState): AccountSummary | null {
  const list = valueOf(state.accounts);
  return list?.accounts.find((account) => account.id === list.activeId) ?? null;
}

/** One of the accounts; null where it is not there, or not read yet. */
export const accountOf = (state: AccountsState, id: string): AccountSummary | null =>
  valueOf(state.accounts)?.accounts.find((account) => account.id === id) ?? null;
