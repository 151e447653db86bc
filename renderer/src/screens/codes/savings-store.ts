import type { AppError } from '#shared/app-error.ts';
import type { CodeSaving } from '#shared/domain/code.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import { useEffect } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Stores, useStores } from '../../app-stores.ts';
import { createLatest } from '../../lib/remote.ts';
import { storeOf } from '../../lib/store-of.ts';
import { type Pace, pacesWith } from './pace.ts';

export interface SavingsState {
  /** Of this run of the program, of all accounts. */
  readonly savings: ReadonlyMap<string, CodeSaving>;
  /** How fast those that run go. */
  readonly paces: ReadonlyMap<string, Pace>;
  readonly isListed: boolean;
  /** Why the list could not be read. */
  readonly error: AppError | null;
}

export interface SavingsStore extends StoreApi<SavingsState> {
  readonly actions: {
    readonly load: () => Promise<void>;
    /** Null where the user turned back before anything was asked. */
    readonly saveMany: (accountId: string, domains: readonly string[]) => Promise<Result<CodeSaving | null>>;
    readonly stop: (id: string) => Promise<Result<unknown>>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'codes'>;
  readonly on: Pick<Bridge['on'], 'codes.saving'>;
  readonly nowMs: () => number;
}

/** The codes that are on their way into files, live. What main tells is newer than the answer that begins a saving. */
export function createSavingsStore({ request: { codes: ask }, on, nowMs }: Deps): SavingsStore {
  const store = createStore<SavingsState>(() => ({
    savings: new Map(),
    paces: new Map(),
    isListed: false,
    error: null,
  }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function put(saving: CodeSaving): void {
    const { savings, paces } = get();
    set({ savings: new Map(savings).set(saving.id, saving), paces: pacesWith(paces, saving, nowMs()) });
  }

  on['codes.saving'](put);

  return {
    ...store,
    actions: {
      async load() {
        const isLatest = latest.begin();
        const result = await ask.savings({});
        if (!isLatest()) return;
        if (!result.ok) {
          set({ error: result.error });
          return;
        }
        // Of each, what has gone further is what was told later.
        const listed = result.value.savings.map((saving) => further(get().savings.get(saving.id), saving));
        set({ savings: new Map(listed.map((saving) => [saving.id, saving])), isListed: true, error: null });
      },
      async saveMany(accountId, domains) {
        const result = await ask.saveMany({ accountId, domains: [...domains] });
        if (!result.ok) return result;
        const { saving } = result.value;
        if (saving !== null && !get().savings.has(saving.id)) put(saving);
        return { ok: true, value: saving };
      },
      stop: (id) => ask.stopSaving({ id }),
    },
  };
}

function further(known: CodeSaving | undefined, listed: CodeSaving): CodeSaving {
  if (known === undefined) return listed;
  return known.asked > listed.asked || (known.endedAt !== null && listed.endedAt === null) ? known : listed;
}

const savingsOf = ({ bridge }: Stores) => createSavingsStore({ ...bridge, nowMs: () => Date.now() });

/** The savings, read as soon as somebody looks at them; live afterwards. */
export function useSavings(): SavingsStore {
  const store = storeOf(useStores(), savingsOf);
  useEffect(() => {
    if (!store.getState().isListed) void store.actions.load();
  }, [store]);
  return store;
}

/** The same, read anew: a file can have gone since. */
export function useSavingsAsTheyAre(): SavingsStore {
  const store = storeOf(useStores(), savingsOf);
  useEffect(() => void store.actions.load(), [store]);
  return store;
}

/** The newest first. */
export const inOrder = (savings: Iterable<CodeSaving>): readonly CodeSaving[] =>
  [...savings].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
