import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge, Input } from '#shared/routes.ts';
import {
  type AccountContents,
  type AccountSummary,
  answered,
  type ConnectionReport,
  createLatest,
  idle,
  type KeyState,
  loading,
  type Remote,
  type RemovedAccount,
} from '../bridge.ts';

export type AccountDraft = Input<'accounts', 'add'>;
export type AccountEdit = Input<'accounts', 'edit'>;

/** How a key is given; the page never sees it. */
export type KeyWay = 'enter' | 'fromClipboard';

export interface AccountScreenState {
  /** The account that the report and the key's error belong to. */
  readonly accountId: string | null;
  readonly report: Remote<ConnectionReport>;
  /** The way in which a key is being taken now. */
  readonly takingKey: KeyWay | null;
  readonly keyError: { readonly error: AppError; readonly way: KeyWay } | null;
  /** What removing the account would delete. */
  readonly contents: Remote<AccountContents>;
  readonly saving: boolean;
  readonly saveError: AppError | null;
}

export interface AccountScreenStore extends StoreApi<AccountScreenState> {
  readonly actions: {
    /** Switches to another account, or to none; drops the state of the previous one. */
    readonly look: (accountId: string | null) => void;
    readonly add: (draft: AccountDraft) => Promise<AccountSummary | null>;
    readonly addPractice: () => Promise<AccountSummary | null>;
    readonly edit: (edit: AccountEdit) => Promise<AccountSummary | null>;
    readonly readContents: (id: string) => Promise<void>;
    /** @param typedLabel The label typed to confirm; null where nothing would be lost. */
    readonly remove: (id: string, typedLabel: string | null) => Promise<RemovedAccount | null>;
    /** The number of exported domains; null where nothing was written, for example because no file was chosen. */
    readonly exportDomains: (id: string) => Promise<number | null>;
    readonly test: (id: string) => Promise<void>;
    /** Returns whether the account has a key now. */
    readonly takeKey: (id: string, way: KeyWay, place: 'keychain' | 'memory') => Promise<boolean>;
    readonly forgetKey: (id: string) => Promise<void>;
  };
}

const fresh: AccountScreenState = {
  accountId: null,
  report: idle,
  takingKey: null,
  keyError: null,
  contents: idle,
  saving: false,
  saveError: null,
};

/** Actions on one account: add, edit, remove, test, and take its key. */
export function createAccountStore(
  request: Pick<Bridge['request'], 'accounts' | 'keys'>,
): AccountScreenStore {
  const store = createStore<AccountScreenState>(() => fresh);
  const { getState: get, setState: set } = store;

  async function save<T>(asked: Promise<Result<T>>): Promise<T | null> {
    set({ saving: true, saveError: null });
    const result = await asked;
    set({ saving: false, saveError: result.ok ? null : result.error });
    return result.ok ? result.value : null;
  }

  return {
    ...store,
    actions: {
      look: (accountId) => set({ ...fresh, accountId }),
      add: (draft) => save(request.accounts.add(draft)),
      addPractice: () => save(request.accounts.addPractice({})),
      edit: (edit) => save(request.accounts.edit(edit)),
      async readContents(id) {
        set({ contents: loading(idle), saveError: null });
        const result = await request.accounts.contents({ id });
        if (get().accountId === id) set({ contents: answered(idle, result) });
      },
      remove: (id, typedLabel) => save(request.accounts.remove({ id, typedLabel })),
      async exportDomains(id) {
        const exported = await request.accounts.exportDomains({ id });
        if (!exported.ok) set({ saveError: exported.error });
        return exported.ok && exported.value.path !== null ? exported.value.domains : null;
      },
      test: createTesting(store, request.accounts),
      ...createKeyTaking(store, request.keys),
    },
  };
}

function createTesting(
  { getState: get, setState: set }: StoreApi<AccountScreenState>,
  accounts: Bridge['request']['accounts'],
): AccountScreenStore['actions']['test'] {
  const latest = createLatest();
  return async (id) => {
    const isLatest = latest.begin();
    set({ accountId: id, report: loading(get().accountId === id ? get().report : idle) });
    const result = await accounts.test({ id });
    if (isLatest() && get().accountId === id) set({ report: answered(get().report, result) });
  };
}

function createKeyTaking(
  { getState: get, setState: set }: StoreApi<AccountScreenState>,
  keys: Bridge['request']['keys'],
): Pick<AccountScreenStore['actions'], 'takeKey' | 'forgetKey'> {
  function settle(id: string, way: KeyWay, result: Result<KeyState>): void {
    if (get().accountId !== id) return;
    set({
      takingKey: null,
      keyError: result.ok ? null : { error: result.error, way },
      ...(result.ok ? { report: idle } : {}),
    });
  }

  return {
    async takeKey(id, way, place) {
      set({ accountId: id, takingKey: way, keyError: null });
      const result = await keys[way]({ accountId: id, place });
      settle(id, way, result);
      return result.ok && result.value.hasKey;
    },
    async forgetKey(id) {
      settle(id, 'enter', await keys.forget({ accountId: id }));
    },
  };
}

/** The error message for one field of a form; null where the failure is about something else. */
export const fieldError = (error: AppError | null, field: string): string | null =>
  error?.kind === 'invalid-input' && error.field === field ? error.reason : null;
