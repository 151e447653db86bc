import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Stores } from '../../app-stores.ts';
import { activeAccount } from '../../shell/accounts-store.ts';
import type { RegisterForm } from './register-form.ts';

export interface RegisterState {
  /** Whose the names will be: of what they were found with, or the active one when they were typed. Null where there are none. */
  readonly accountId: string | null;
  /** One after the other, as A-labels; a name that was typed is a queue of one. */
  readonly names: readonly string[];
  /** The one that is looked at. */
  readonly at: number;
  /** What was typed last for a name of this queue: the next one of it begins with that. */
  readonly settings: Settings | null;
  /** What was typed last before: offered to a name that has nothing to do with it, never filled in unasked. */
  readonly offered: Settings | null;
}

export interface Settings {
  readonly form: RegisterForm;
  /** For which name it was typed. */
  readonly domain: string;
}

export interface RegisterStore extends StoreApi<RegisterState> {
  readonly actions: {
    /** The same names for the same account again leave one where one is. What was typed for another account does not go over. */
    readonly begin: (accountId: string, names: readonly string[]) => void;
    readonly goTo: (at: number) => void;
    readonly keepSettings: (domain: string, form: RegisterForm) => void;
    /** The form was emptied: so is the next one's. */
    readonly forgetSettings: () => void;
    /** No more names; the settings are offered to the next one. */
    readonly end: () => void;
    readonly forget: () => void;
  };
}

const nothing: RegisterState = { accountId: null, names: [], at: 0, settings: null, offered: null };

/** Which names are to be registered, and with which settings the next one begins. */
export function createRegisterStore(): RegisterStore {
  const store = createStore<RegisterState>(() => nothing);
  const { getState: get, setState: set } = store;
  /** Other names: of other customers, perhaps. */
  const startWith = (names: readonly string[]): void => {
    const { settings, offered } = get();
    set({ names, at: 0, settings: null, offered: settings ?? offered });
  };
  return {
    ...store,
    actions: {
      begin(accountId, names) {
        const each = [...new Set(names)];
        const before = get();
        // Another account has other customers: what was typed for theirs is not offered either.
        if (accountId !== before.accountId) set({ ...nothing, accountId, names: each });
        else if (each.join(' ') !== before.names.join(' ')) startWith(each);
      },
      goTo: (at) => set({ at: Math.max(0, Math.min(at, get().names.length - 1)) }),
      keepSettings: (domain, form) => set({ settings: { form, domain } }),
      forgetSettings: () => set({ settings: null }),
      end: () => startWith([]),
      forget: () => set(nothing),
    },
  };
}

/**
 * Another account has other customers: where the header turns to one, what was begun for the one before is put away. What was begun
 * for a third one stays as it is.
 */
export function registerStoreOf({ accounts }: Pick<Stores, 'accounts'>): RegisterStore {
  const store = createRegisterStore();
  let before = activeAccount(accounts.getState())?.id;
  accounts.subscribe((state) => {
    const id = activeAccount(state)?.id;
    if (id === undefined || id === before) return;
    const { accountId } = store.getState();
    if (accountId === before || accountId === null) store.actions.forget();
    before = id;
  });
  return store;
}

export const currentName = ({ names, at }: RegisterState): string | null => names[at] ?? null;
