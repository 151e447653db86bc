import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ChangeFamily } from '#shared/domain/change-kinds.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import type { Bridge } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { onceEach } from '../domains/domains-store.ts';
import { storeOf } from '../ui/live-collection.ts';
import type { FlowStore } from './flow-store.ts';

type EditorOf<T> = (accountId: string, domain: string) => EditorStore<T>;

const restMs = 500;

/** Makes a factory for `useEditor`: call it once, outside of every component. */
export const editorsOf =
  <T>(kind: ChangeFamily, read: (body: unknown) => T | null) =>
  ({ bridge: { request }, unsaved }: Stores): EditorOf<T> => {
    const now = () => new Date().toISOString();
    return onceEach((accountId: string, domain: string) => {
      const editor = createEditorStore({ request, accountId, domain, kind, read, now, restMs });
      unsaved.add(editor.actions.flush);
      return editor;
    });
  };

/** The input of one editor of a domain, with its saved draft: shared by all screens, and kept when the screen is left. */
export function useEditor<T>(
  create: (stores: Stores) => EditorOf<T>,
  { accountId, name }: Pick<Domain, 'accountId' | 'name'>,
): EditorStore<T> & { readonly state: EditorState<T> } {
  const editor = storeOf(useStores(), create)(accountId, name);
  useEffect(() => {
    editor.actions.open();
    return () => void editor.actions.flush();
  }, [editor]);
  return { ...editor, state: useStore(editor) };
}

interface Forgetting {
  readonly actions: Pick<EditorStore<unknown>['actions'], 'sent'>;
}

/** Drops the draft once its change is known to be done. */
export function useForgetWhenDone(flow: FlowStore, { actions }: Forgetting): void {
  const doneAt = useStore(flow, (state) =>
    state.step === 'over' && isDone(state.change.state) ? state.change.createdAt : null,
  );
  const { sent } = actions;
  useEffect(() => {
    if (doneAt !== null) sent(doneAt);
  }, [doneAt, sent]);
}

const isDone = (state: string): boolean => state === 'confirmed' || state === 'applied';

export interface EditorState<T> {
  /** The unsent input; null where there is none, and the editor shows the domain's known values. */
  readonly typed: T | null;
  /** When it was last edited. */
  readonly typedAt: string | null;
  /** Why it could not be saved; null where it is saved, or will be shortly. */
  readonly keepError: AppError | null;
}

type EditorStore<T> = ReturnType<typeof createEditorStore<T>>;

interface EditorDeps<T> {
  readonly request: Pick<Bridge['request'], 'drafts'>;
  /** The account of the draft, whether or not it is the active one. */
  readonly accountId: string;
  readonly domain: string;
  readonly kind: ChangeFamily;
  /** Reads a draft; null where it has another shape. */
  readonly read: (body: unknown) => T | null;
  /** UTC, ISO 8601. */
  readonly now: () => string;
  /** Debounce time before the input is saved. */
  readonly restMs: number;
}

/** The store of an editor's input, saved as a draft so that neither leaving nor quitting loses it. */
export function createEditorStore<T>({ request, accountId, domain, kind, read, now, restMs }: EditorDeps<T>) {
  const nothing: EditorState<T> = { typed: null, typedAt: null, keepError: null };
  const store = createStore<EditorState<T>>(() => nothing);
  const { getState: get, setState: set } = store;
  const place = { accountId, domain, kind };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The pending save. */
  let keeping: Promise<void> = Promise.resolve();
  let isOpened = false;
  let isTouched = false;

  async function restore(): Promise<void> {
    const result = await request.drafts.read(place);
    if (!result.ok || isTouched || result.value.body === null) return;
    const typed = read(parsed(result.value.body));
    if (typed !== null) set({ typed, typedAt: result.value.savedAt });
  }

  async function keep(typed: T): Promise<void> {
    const result = await request.drafts.save({ ...place, body: JSON.stringify(typed) });
    if (get().typed === typed) set({ keepError: result.ok ? null : result.error });
  }

  /** Saves the latest input at once, also what could not be saved before; resolves when main has stored it. */
  function flush(): Promise<void> {
    const { typed, keepError } = get();
    const isWaiting = timer !== undefined || keepError !== null;
    clearTimeout(timer);
    timer = undefined;
    if (isWaiting && typed !== null) keeping = Promise.all([keeping, keep(typed)]).then(() => undefined);
    return keeping;
  }

  /** Drops the input. */
  function reset(): void {
    isTouched = true;
    clearTimeout(timer);
    timer = undefined;
    set(nothing);
    void request.drafts.remove(place);
  }

  return {
    ...store,
    actions: {
      /** Loads the saved draft once. Input typed meanwhile takes precedence. */
      open: (): void => {
        if (isOpened) return;
        isOpened = true;
        void restore();
      },
      type: (typed: T): void => {
        isTouched = true;
        set({ typed, typedAt: now() });
        clearTimeout(timer);
        timer = setTimeout(() => void flush(), restMs);
      },
      reset,
      flush,
      /** Drops input typed before this instant, because it was sent then. */
      sent: (at: string): void => {
        const { typed, typedAt } = get();
        if (typed !== null && (typedAt === null || typedAt <= at)) reset();
      },
    },
  };
}

/** Null where it is not JSON: a draft of another version, or damaged. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
