import type { AppError } from '#shared/app-error.ts';
import type { RestoreNotice } from '#shared/domain/restore.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { answered, idle, loading, type Remote, valueOf } from '../lib/remote.ts';

export interface RestoredState {
  /** Null once it is known that there is nothing to acknowledge. */
  readonly notice: Remote<RestoreNotice | null>;
  readonly isAcknowledging: boolean;
  /** Why it could not be acknowledged. */
  readonly failed: AppError | null;
}

/** That the workspace was restored, until somebody says that they have looked. */
export interface RestoredStore extends StoreApi<RestoredState> {
  readonly actions: {
    /** @returns Whether there is something to look at. */
    readonly read: () => Promise<boolean>;
    /** @returns Whether it is written down: paid changes can be sent from now on. */
    readonly acknowledge: () => Promise<boolean>;
  };
}

/** The restore that nobody has acknowledged; null where there is none, or it is not known yet. */
export const unacknowledged = ({ notice }: RestoredState): RestoreNotice | null => valueOf(notice);

export function createRestoredStore({ restored }: Pick<Bridge['request'], 'restored'>): RestoredStore {
  const store = createStore<RestoredState>(() => ({ notice: idle, isAcknowledging: false, failed: null }));
  const { getState: get, setState: set } = store;
  return {
    ...store,
    actions: {
      async read() {
        set({ notice: loading(get().notice) });
        const read = await restored.read({});
        set({ notice: answered(get().notice, read.ok ? { ok: true, value: read.value.notice } : read) });
        return unacknowledged(get()) !== null;
      },
      async acknowledge() {
        if (get().isAcknowledging) return false;
        set({ isAcknowledging: true, failed: null });
        const acknowledged = await restored.acknowledge({});
        set(
          acknowledged.ok
            ? { isAcknowledging: false, notice: { status: 'ready', value: null } }
            : { isAcknowledging: false, failed: acknowledged.error },
        );
        return acknowledged.ok;
      },
    },
  };
}
