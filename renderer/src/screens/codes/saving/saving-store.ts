import type { CodeSavingRow } from '#shared/domain/code.ts';
import type { Bridge, Input } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { coalesced } from '../../changes/coalesced.ts';
import { createPaged, type Paged } from '../../changes/paged.ts';

export type Which = Input<'codes', 'savingRows'>['which'];

export const pageSize = 500;

export interface SavingViewState {
  readonly which: Which;
  /** The row under the cursor, among those that are shown; -1 is none. */
  readonly cursor: number;
}

export interface SavingStore extends StoreApi<SavingViewState> {
  readonly rows: Paged<CodeSavingRow, null>;
  readonly actions: {
    readonly show: (which: Which) => void;
    readonly moveTo: (cursor: number) => void;
    /** The names that can be asked for again: without a code, and not e-mailed to their registrants. */
    /** Without those that were e-mailed; with those that have a code where that was lost. */
    readonly namesToAskAgain: (isLost: boolean) => Promise<Result<readonly string[]>>;
    readonly begin: () => void;
    readonly end: () => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'codes'>;
  readonly on: Pick<Bridge['on'], 'codes.saving'>;
  readonly savingId: string;
  /** So long after something was told, the rows are read again. */
  readonly restMs: number;
}

/** One saving as it is looked at: its rows, live. */
export function createSavingStore({ request: { codes: ask }, on, savingId: id, restMs }: Deps): SavingStore {
  const store = createStore<SavingViewState>(() => ({ which: 'all', cursor: -1 }));
  const { getState: get, setState: set } = store;

  const rows = createPaged<CodeSavingRow, null>(pageSize, async (offset, limit) => {
    const result = await ask.savingRows({ id, which: get().which, offset, limit });
    return result.ok ? { ok: true, value: { ...result.value, more: null } } : result;
  });
  const readAgain = coalesced(() => void rows.again(), restMs);
  const ends: (() => void)[] = [];

  async function namesToAskAgain(isLost: boolean): Promise<Result<readonly string[]>> {
    const names: string[] = [];
    for (let offset = 0; ; offset += pageSize) {
      const result = await ask.savingRows({ id, which: 'all', offset, limit: pageSize });
      if (!result.ok) return result;
      const left = result.value.rows.filter(isLost ? hasReachedNobody : isToBeAskedAgain);
      names.push(...left.map(({ domain }) => domain));
      if (offset + pageSize >= result.value.total) return { ok: true, value: names };
    }
  }

  return {
    ...store,
    rows,
    actions: {
      show(which) {
        set({ which, cursor: -1 });
        void rows.anew();
      },
      moveTo: (cursor) => set({ cursor }),
      namesToAskAgain,
      begin() {
        ends.push(
          on['codes.saving']((saving) => {
            if (saving.id === id) readAgain();
          }),
        );
        void rows.anew();
      },
      end: () => ends.splice(0).forEach((end) => end()),
    },
  };
}

const hasReachedNobody = ({ outcome }: CodeSavingRow): boolean => outcome !== 'emailed';
const isToBeAskedAgain = (row: CodeSavingRow): boolean => row.outcome !== 'code' && hasReachedNobody(row);
