import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Stores } from '../../app-stores.ts';
import { activeAccount } from '../../shell/accounts-store.ts';
import type { RegisterForm } from './register-form.ts';

export interface RegisterState {
  /** One after the other, as A-labels; a name that was typed is a queue of one. */
  readonly names: readonly string[];
  /** The one that is looked at. */
  readonly at: number;
  /** What was typed last, and for which name: the next one begins with it. */
  readonly settings: { readonly form: RegisterForm; readonly domain: string } | null;
}

export interface RegisterStore extends StoreApi<RegisterState> {
  readonly actions: {
    /** The same names again leave one where one is. */
    readonly begin: (names: readonly string[]) => void;
    readonly goTo: (at: number) => void;
    readonly keepSettings: (domain: string, form: RegisterForm) => void;
    /** No more names; the settings stay for the next one. */
    readonly end: () => void;
    readonly forget: () => void;
  };
}

const nothing: RegisterState = { names: [], at: 0, settings: null };

/** Which names are to be registered, and with which settings the next one begins. */
export function createRegisterStore(): RegisterStore {
  const store = createStore<RegisterState>(() => nothing);
  const { getState: get, setState: set } = store;
  return {
    ...store,
    actions: {
      begin(names) {
        const each = [...new Set(names)];
        if (each.join(' ') !== get().names.join(' ')) set({ names: each, at: 0 });
      },
      goTo: (at) => set({ at: Math.max(0, Math.min(at, get().names.length - 1)) }),
      keepSettings: (domain, form) => set({ settings: { form, domain } }),
      end: () => set({ names: [], at: 0 }),
      forget: () => set(nothing),
    },
  };
}

/** Another account has other customers: nothing of one goes over to it. */
export function registerStoreOf({ accounts }: Pick<Stores, 'accounts'>): RegisterStore {
  const store = createRegisterStore();
  let before = activeAccount(accounts.getState())?.id;
  accounts.subscribe((state) => {
    const id = activeAccount(state)?.id;
    if (id === undefined || id === before) return;
    before = id;
    store.actions.forget();
  });
  return store;
}

export const currentName = ({ names, at }: RegisterState): string | null => names[at] ?? null;
