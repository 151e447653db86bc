import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountStatus } from '../lib/nouns.ts';
import { answered, createLatest, idle, loading, type Remote } from '../lib/remote.ts';

export interface StatusState {
  readonly status: Remote<AccountStatus>;
}

export interface StatusStore extends StoreApi<StatusState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    /** Asks for the credit again, which also tells whether the service can be reached. */
    readonly refresh: () => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'status'>;
  readonly on: Pick<Bridge['on'], 'status.changed'>;
  /** Of the account whose name stands in the header; null while it is not known. */
  readonly accountId: () => string | null;
}

/** The active account's credit and the way to its service. What main tells unasked is newer than any answer on its way. */
export function createStatusStore({ request, on, accountId }: Deps): StatusStore {
  const store = createStore<StatusState>(() => ({ status: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function ask(method: 'read' | 'refresh'): Promise<void> {
    const isLatest = latest.begin();
    set({ status: loading(get().status) });
    const result = await request.status[method]({ accountId: accountId() });
    if (isLatest()) set({ status: answered(get().status, result) });
  }

  on['status.changed']((status) => {
    latest.begin();
    set({ status: { status: 'ready', value: status } });
  });

  return { ...store, actions: { read: () => ask('read'), refresh: () => ask('refresh') } };
}
