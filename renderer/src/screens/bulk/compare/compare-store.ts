import type { FindingKind } from '#shared/domain/finding.ts';
import type { SessionChange } from '#shared/domain/session.ts';
import type { Bridge, Output } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { answered, createLatest, idle, loading, type Remote } from '../../../lib/remote.ts';

export type Comparison = Output<'sessions', 'compare'>;

/** From one kind of finding to another; where only a price changed, to the same. */
export interface Turn {
  readonly before: FindingKind;
  readonly after: FindingKind;
}

export interface CompareState {
  readonly comparison: Remote<Comparison>;
  /** The turn that alone is shown; null: all of them. */
  readonly turn: Turn | null;
}

export interface CompareStore extends StoreApi<CompareState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    readonly showTurn: (turn: Turn | null) => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'sessions'>;
  readonly beforeId: string;
  readonly afterId: string;
}

/** Two runs over the same names, and what differs between them. */
export function createCompareStore({ request, beforeId, afterId }: Deps): CompareStore {
  const store = createStore<CompareState>(() => ({ comparison: idle, turn: null }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  return {
    ...store,
    actions: {
      async read() {
        const isLatest = latest.begin();
        set({ comparison: loading(get().comparison) });
        const result = await request.sessions.compare({ beforeId, afterId });
        if (isLatest()) set({ comparison: answered(get().comparison, result) });
      },
      showTurn: (turn) => set({ turn }),
    },
  };
}

export interface CountedTurn extends Turn {
  readonly count: number;
}

/** How often each turn occurs among `changes`, the most frequent first. */
export function turnsIn(changes: readonly SessionChange[]): readonly CountedTurn[] {
  const turns = new Map<string, CountedTurn>();
  for (const { before, after } of changes) {
    const key = `${before} ${after}`;
    turns.set(key, { before, after, count: (turns.get(key)?.count ?? 0) + 1 });
  }
  return [...turns.values()].sort((a, b) => b.count - a.count);
}

export const sameTurn = (a: Turn, b: Turn | null): boolean =>
  b !== null && a.before === b.before && a.after === b.after;
