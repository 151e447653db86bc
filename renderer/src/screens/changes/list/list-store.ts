import type { Change, ChangeKind, ChangeState } from '#shared/domain/change.ts';
import type { Bridge, Input } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { coalesced } from '../coalesced.ts';
import { createPaged, type Paged } from '../paged.ts';

export type ChangeFilter = Input<'changes', 'list'>['filter'];
export type ByState = Partial<Record<ChangeState, number>>;

/** As many as one answer brings. */
export const pageSize = 500;

export interface Cursor {
  readonly index: number;
  /** Null where its page was not there yet. */
  readonly id: string | null;
}

export interface LookState {
  /** Null: all states. */
  readonly states: readonly ChangeState[] | null;
  readonly kinds: readonly ChangeKind[] | null;
  readonly text: string;
  readonly whose: 'this' | 'all';
  /** The changes of one plan alone; null for all. */
  readonly planId: string | null;
  /** The row under the cursor: the change, and where it stood when it was moved to. */
  readonly cursor: Cursor | null;
}

export interface ChangeListStore extends StoreApi<LookState> {
  readonly list: Paged<Change, ByState>;
  readonly actions: {
    readonly lookAt: (look: Partial<Omit<LookState, 'cursor'>>) => void;
    readonly moveTo: (cursor: Cursor | null) => void;
    /** Reads the list for an account where it was not read for it yet; afterwards it is live. */
    readonly load: (activeAccountId: string | null) => void;
    readonly reload: () => void;
    /** By what the list is filtered now. */
    readonly filter: () => ChangeFilter;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
  /** How long what main tells may gather before the list is read once for all of it. */
  readonly restMs: number;
}

export const wholeList: Omit<LookState, 'cursor' | 'whose'> = {
  states: null,
  kinds: null,
  text: '',
  planId: null,
};

/** The journal's changes as one looks at them: live, only what is in sight read. */
export function createChangeListStore({ request, on, restMs }: Deps): ChangeListStore {
  const store = createStore<LookState>(() => ({ ...wholeList, whose: 'this', cursor: null }));
  const { getState: get, setState: set } = store;
  let accountId: string | null = null;
  let isLoaded = false;

  const filter = (): ChangeFilter => {
    const { states, kinds, text, whose, planId } = get();
    return {
      accountId: whose === 'this' ? accountId : null,
      states: states === null ? null : [...states],
      kinds: kinds === null ? null : [...kinds],
      text: text.trim(),
      domain: null,
      planId,
    };
  };

  const list = createPaged<Change, ByState>(pageSize, async (offset, limit) => {
    const result = await request.changes.list({ filter: filter(), offset, limit });
    if (!result.ok) return result;
    const { changes, total, byState } = result.value;
    return { ok: true, value: { rows: changes, total, more: byState } };
  });
  const readAgain = coalesced(() => void list.again(), restMs);

  on['changes.changed'](({ changes }) => {
    if (!isLoaded) return;
    const news = new Map(changes.map((change) => [change.id, change]));
    list.patch((change) => news.get(change.id) ?? change);
    readAgain();
  });

  return {
    ...store,
    list,
    actions: {
      lookAt(look) {
        set({ ...look, cursor: null });
        if (isLoaded) void list.anew();
      },
      moveTo: (cursor) => set({ cursor }),
      load(activeAccountId) {
        if (isLoaded && accountId === activeAccountId) return;
        accountId = activeAccountId;
        isLoaded = true;
        void list.anew();
      },
      reload: () => void list.again(),
      filter,
    },
  };
}

/** How many of the rows that are shown are uncertain: they are the first. */
export const uncertainShown = ({ states }: LookState, byState: ByState | null): number =>
  states === null || states.includes('uncertain') ? (byState?.uncertain ?? 0) : 0;

export const isFiltered = ({ states, kinds, text, planId }: LookState): boolean =>
  states !== null || kinds !== null || text.trim() !== '' || planId !== null;
