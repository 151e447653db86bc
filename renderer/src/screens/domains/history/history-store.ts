import type { Change } from '#shared/domain/change.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { everyChange } from '#shared/domain/every-change.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { answered, createLatest, idle, loading, type Remote, valueOf } from '../../../lib/remote.ts';

export interface History {
  /** The newest first. */
  readonly changes: readonly Change[];
  /** Those that are not here yet among them. */
  readonly total: number;
}

interface HistoryState {
  readonly history: Remote<History>;
}

export interface HistoryStore extends StoreApi<HistoryState> {
  readonly actions: {
    /** Reads the newest and keeps them live; answers with the function that ends that. */
    readonly follow: () => () => void;
    /** Reads those that come after the ones that are there. */
    readonly more: () => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
}

const atOnce = 100;

/** The changes of one domain. */
export function createHistoryStore({ request, on, accountId, domain }: Deps): HistoryStore {
  const store = createStore<HistoryState>(() => ({ history: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  const filter = { ...everyChange, accountId, domain };

  /** Newer than any list that was asked for before. */
  let told: readonly Change[] = [];

  async function more(): Promise<void> {
    const isLatest = latest.begin();
    const offset = valueOf(get().history)?.changes.length ?? 0;
    set({ history: loading(get().history) });
    const result = await request.changes.list({ filter, offset, limit: atOnce });
    if (!isLatest()) return;
    const before = valueOf(get().history)?.changes ?? [];
    if (!result.ok) set({ history: answered(get().history, result) });
    else show([before, result.value.changes, told], result.value.total);
  }

  function show(parts: readonly (readonly Change[])[], total: number): void {
    const changes = joined(parts.flat());
    set({ history: { status: 'ready', value: { changes, total: Math.max(total, changes.length) } } });
  }

  function take(news: readonly Change[]): void {
    const mine = news.filter((change) => change.accountId === accountId && change.domain === domain);
    if (mine.length === 0) return;
    told = joined([...told, ...mine]);
    const known = valueOf(get().history);
    if (known === null) return;
    const fresh = mine.filter(({ id }) => known.changes.every((change) => change.id !== id)).length;
    show([known.changes, mine], known.total + fresh);
  }

  return {
    ...store,
    actions: {
      follow() {
        void more();
        return on['changes.changed'](({ changes }) => take(changes));
      },
      more,
    },
  };
}

/** Of one change, the last one; the newest first. */
const joined = (changes: readonly Change[]): readonly Change[] =>
  [...new Map(changes.map((change) => [change.id, change])).values()].toSorted((a, b) => b.number - a.number);
