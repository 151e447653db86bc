import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Chosen, noneChosen } from './chosen.ts';
import { type Column, type Look, usualLook } from './look.ts';

/** What is asked before something is done. */
export type Question =
  | { readonly kind: 'add' }
  | { readonly kind: 'tag'; readonly names: readonly string[] }
  | { readonly kind: 'remove'; readonly names: readonly string[] }
  | { readonly kind: 'change'; readonly names: readonly string[] }
  | { readonly kind: 'codes'; readonly names: readonly string[] };

export interface ListState {
  readonly look: Look;
  readonly chosen: Chosen;
  /** The name under the cursor. */
  readonly cursor: string | null;
  readonly asked: Question | null;
}

export interface ListStore extends StoreApi<ListState> {
  readonly actions: {
    readonly look: (news: Partial<Look>) => void;
    /** The usual look; the order stays. */
    readonly showAll: () => void;
    /** The other way round where it is sorted by this column already. */
    readonly sortBy: (column: Column) => void;
    readonly moveTo: (name: string | null) => void;
    readonly choose: (change: (chosen: Chosen) => Chosen) => void;
    readonly ask: (question: Question) => void;
    readonly close: () => void;
    /** For another portfolio: nothing is selected, nothing is asked. */
    readonly restart: () => void;
  };
}

/** How one looks at the portfolio; it stays while one domain or another is looked at. */
export function createListStore(): ListStore {
  const store = createStore<ListState>(() => ({
    look: usualLook,
    chosen: noneChosen,
    cursor: null,
    asked: null,
  }));
  const { getState: get, setState: set } = store;
  return {
    ...store,
    actions: {
      look: (news) => set({ look: { ...get().look, ...news } }),
      showAll: () => set({ look: { ...usualLook, sort: get().look.sort } }),
      sortBy(by) {
        const { sort } = get().look;
        set({ look: { ...get().look, sort: { by, isDescending: sort.by === by && !sort.isDescending } } });
      },
      moveTo: (cursor) => set({ cursor }),
      choose: (change) => set({ chosen: change(get().chosen) }),
      ask: (asked) => set({ asked }),
      close: () => set({ asked: null }),
      restart: () => set({ chosen: noneChosen, cursor: null, asked: null }),
    },
  };
}
