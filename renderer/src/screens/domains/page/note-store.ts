import type { AppError } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface NoteState {
  readonly text: string;
  /** `as-kept`: nothing was typed here. */
  readonly saving: 'as-kept' | 'typed' | 'on-its-way' | 'saved' | 'failed';
  readonly error: AppError | null;
}

export interface NoteStore extends StoreApi<NoteState> {
  readonly actions: {
    readonly type: (text: string) => void;
    /** Saves at once what was not saved yet; resolves when nothing is on its way any more. */
    readonly flush: () => Promise<void>;
    /** What main keeps by now; it does not stand against what was typed and is not saved. */
    readonly take: (kept: string) => void;
  };
}

interface Deps {
  readonly kept: string;
  readonly save: (text: string) => Promise<Result<unknown>>;
  /** Saved so long after the last key. */
  readonly restMs: number;
}

/** A note that saves itself, one save after the other; what could not be saved stays as it was typed. */
export function createNoteStore({ kept, save, restMs }: Deps): NoteStore {
  const store = createStore<NoteState>(() => ({ text: kept, saving: 'as-kept', error: null }));
  const { getState: get, setState: set } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Null while nothing is on its way. */
  let running: Promise<void> | null = null;

  async function saveAll(): Promise<void> {
    for (;;) {
      const { text } = get();
      set({ saving: 'on-its-way' });
      const result = await save(text);
      if (!result.ok) set({ saving: 'failed', error: result.error });
      else if (get().text === text) set({ saving: 'saved', error: null });
      else continue;
      return;
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    running ??= saveAll().finally(() => {
      running = null;
    });
    return running;
  }

  const isUnsaved = () => ['typed', 'failed'].includes(get().saving);

  return {
    ...store,
    actions: {
      type(text) {
        set({ text, saving: 'typed' });
        clearTimeout(timer);
        timer = setTimeout(() => void run(), restMs);
      },
      flush: () => (isUnsaved() ? run() : (running ?? Promise.resolve())),
      take(text) {
        if (!isUnsaved() && running === null && text !== get().text) set({ text, saving: 'as-kept' });
      },
    },
  };
}
