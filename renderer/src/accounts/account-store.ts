import { createStore } from 'zustand/vanilla';
import { isSameService, type ServiceIdentity } from '#shared/domain/account.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { AccountSummary, Bridge, ConnectionReport, Input, KeyTaken } from '../client.ts';
import { answered, createLatest, idle, loading, type Remote } from '../remote.ts';

export type AccountDraft = Input<'accounts', 'add'>;

/** How a key is given; the page never sees it. */
export type KeyWay = 'enter' | 'fromClipboard';

interface AccountScreenState {
  /** The account that the report and the key's error belong to. */
  readonly accountId: string | null;
  readonly report: Remote<ConnectionReport>;
  /** The way in which a key is being taken now. */
  readonly takingKey: KeyWay | null;
  readonly keyError: { readonly error: AppError; readonly way: KeyWay } | null;
  /** Why the former key is still in use though another was given. */
  readonly keyTried: KeyTaken['tried'];
  readonly saving: boolean;
  readonly saveError: AppError | null;
}

const fresh: AccountScreenState = {
  accountId: null,
  report: idle,
  takingKey: null,
  keyError: null,
  keyTried: null,
  saving: false,
  saveError: null,
};

export type AccountScreenStore = ReturnType<typeof createAccountStore>;

/** Actions on one account: add, edit, test, and take its key. */
export function createAccountStore({ accounts, keys }: Pick<Bridge['request'], 'accounts' | 'keys'>) {
  const store = createStore<AccountScreenState>(() => fresh);
  const { getState: get, setState: set } = store;
  const latestTest = createLatest();

  async function save(asked: Promise<Result<AccountSummary>>): Promise<AccountSummary | null> {
    set({ saving: true, saveError: null });
    const result = await asked;
    set({ saving: false, saveError: result.ok ? null : result.error });
    return result.ok ? result.value : null;
  }

  /** What was tested is no longer what is in use; nor is what is being tested. */
  function untested(): Pick<AccountScreenState, 'report'> {
    latestTest.begin();
    return { report: idle };
  }

  /** @param isKept Whether the key in use is still the one that was tested. */
  function keyAnswered(id: string, way: KeyWay, result: Result<KeyTaken>, isKept = false): void {
    if (get().accountId !== id) return;
    set(
      result.ok
        ? {
            ...{ takingKey: null, keyError: null, keyTried: result.value.tried },
            // What was tested is still what is in use where the new key is not.
            ...(!isKept && result.value.tried === null && untested()),
          }
        : { takingKey: null, keyError: { error: result.error, way } },
    );
  }

  return {
    ...store,
    actions: {
      /** Switches to another account, or to none; drops the state of the previous one. */
      show(accountId: string | null): void {
        if (accountId === null || get().accountId !== accountId) set({ ...fresh, accountId });
      },
      add: (draft: AccountDraft) => save(accounts.add(draft)),
      addPractice: () => save(accounts.addPractice({})),
      /** What was tested, and the key that was tried, were of the former service and user. */
      async edit(edit: Input<'accounts', 'edit'>, before: ServiceIdentity): Promise<AccountSummary | null> {
        const saved = await save(accounts.edit(edit));
        if (saved !== null && get().accountId === saved.id && !isSameService(saved, before))
          set({ ...untested(), keyTried: null, keyError: null });
        return saved;
      },
      async test(id: string): Promise<void> {
        const isLatest = latestTest.begin();
        set({ accountId: id, report: loading(get().accountId === id ? get().report : idle) });
        const result = await accounts.test({ id });
        if (isLatest() && get().accountId === id) set({ report: answered(get().report, result) });
      },
      /** Returns whether the account has a key now. */
      async takeKey(id: string, way: KeyWay, place: 'keychain' | 'memory'): Promise<boolean> {
        set({ accountId: id, takingKey: way, keyError: null, keyTried: null });
        const result = await keys[way]({ accountId: id, place });
        keyAnswered(id, way, result);
        return result.ok && result.value.key.hasKey && result.value.tried === null;
      },
      /** Uses the key that could not be tried, or keeps the former one. */
      async decideKey(id: string, isUsed: boolean): Promise<boolean> {
        const result = await keys.decide({ accountId: id, isUsed });
        keyAnswered(id, 'enter', result, !isUsed);
        return isUsed && result.ok;
      },
      async forgetKey(id: string): Promise<void> {
        const forgotten = await keys.forget({ accountId: id });
        keyAnswered(
          id,
          'enter',
          mapOk(forgotten, (key) => ({ key, tried: null })),
        );
      },
    },
  };
}

/** The error message for one field of a form; null where the failure is about something else. */
export const fieldError = (error: AppError | null, field: string): string | null =>
  error?.kind === 'invalid-input' && error.field === field ? error.reason : null;
