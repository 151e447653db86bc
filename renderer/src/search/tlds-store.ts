import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Result } from '#shared/result.ts';
import type { Bridge } from '#shared/routes.ts';
import {
  answered,
  createLatest,
  idle,
  loading,
  type Remote,
  type TldList,
  type TldSet,
  valueOf,
} from '../bridge.ts';

/** The TLDs of a search: a set, or an unnamed list. */
export type TldChoice =
  { readonly kind: 'set'; readonly id: string } | { readonly kind: 'own'; readonly tlds: readonly string[] };

export interface TldsState {
  readonly list: Remote<TldList>;
  readonly sets: Remote<readonly TldSet[]>;
  /** Null until the settings say which set was used last. */
  readonly choice: TldChoice | null;
}

export interface TldsStore extends StoreApi<TldsState> {
  readonly actions: {
    readonly load: () => Promise<void>;
    /** Loads only the sets, which need no account: enough to list a name under them. */
    readonly loadSets: () => Promise<void>;
    /** Requests the list from the service again. */
    readonly refresh: () => Promise<void>;
    readonly choose: (choice: TldChoice) => void;
    readonly saveSet: (id: string | null, name: string, tlds: readonly string[]) => Promise<Result<TldSet>>;
    readonly removeSet: (id: string) => Promise<Result<unknown>>;
  };
}

/** @param accountId The active account, shown in the header; null while it is not known. */
export function createTldsStore(
  request: Pick<Bridge['request'], 'tlds'>,
  accountId: () => string | null,
): TldsStore {
  const store = createStore<TldsState>(() => ({ list: idle, sets: idle, choice: null }));
  const { getState: get, setState: set } = store;
  const latestList = createLatest();
  const latestSets = createLatest();

  async function readList(refresh: boolean): Promise<void> {
    const isLatest = latestList.begin();
    set({ list: loading(get().list) });
    const result = await request.tlds.list({ accountId: accountId(), refresh });
    if (isLatest()) set({ list: answered(get().list, result) });
  }

  async function readSets(): Promise<void> {
    const isLatest = latestSets.begin();
    set({ sets: loading(get().sets) });
    const result = await request.tlds.sets({});
    if (!isLatest()) return;
    const sets = result.ok ? ({ ok: true, value: result.value.sets } as const) : result;
    set({ sets: answered(get().sets, sets) });
  }

  return {
    ...store,
    actions: {
      load: async () => {
        await Promise.all([readSets(), readList(false)]);
      },
      loadSets: readSets,
      refresh: async () => {
        await readList(true);
        await readSets();
      },
      choose: (choice) => set({ choice }),
      async saveSet(id, name, tlds) {
        const result = await request.tlds.saveSet({ id, name, tlds: [...tlds] });
        if (result.ok) await readSets();
        return result;
      },
      async removeSet(id) {
        const result = await request.tlds.removeSet({ id });
        if (result.ok) await readSets();
        return result;
      },
    },
  };
}

/** The chosen set; the first set where the chosen one no longer exists; null for an unnamed list. */
export function chosenSet(state: TldsState): TldSet | null {
  const { choice } = state;
  const sets = valueOf(state.sets) ?? [];
  if (choice?.kind === 'own') return null;
  return sets.find((candidate) => candidate.id === choice?.id) ?? sets[0] ?? null;
}

const none: readonly string[] = [];

export const chosenTlds = (state: TldsState): readonly string[] =>
  state.choice?.kind === 'own' ? state.choice.tlds : (chosenSet(state)?.tlds ?? none);

export const knownTlds = (state: TldsState): readonly string[] => valueOf(state.list)?.tlds ?? none;
