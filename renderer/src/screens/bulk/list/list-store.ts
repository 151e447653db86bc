import { createStore, type StoreApi } from 'zustand/vanilla';

/** What is being asked about one session. */
export type Question = 'rename' | 'remove' | 'run-again' | 'compare';

export interface ListState {
  /** What the name, the source or a TLD must have in it. */
  readonly text: string;
  /** The session under the cursor. */
  readonly cursor: string | null;
  readonly asked: { readonly question: Question; readonly sessionId: string } | null;
}

export interface ListStore extends StoreApi<ListState> {
  readonly actions: {
    readonly find: (text: string) => void;
    readonly moveTo: (sessionId: string | null) => void;
    readonly ask: (question: Question, sessionId: string) => void;
    readonly close: () => void;
  };
}

/** How one looks at the list; it stays while one session or another is looked at. */
export function createListStore(): ListStore {
  const store = createStore<ListState>(() => ({ text: '', cursor: null, asked: null }));
  const { setState: set } = store;
  return {
    ...store,
    actions: {
      find: (text) => set({ text }),
      moveTo: (cursor) => set({ cursor }),
      ask: (question, sessionId) => set({ asked: { question, sessionId }, cursor: sessionId }),
      close: () => set({ asked: null }),
    },
  };
}
