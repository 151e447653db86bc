import type { AppError } from '#shared/app-error.ts';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface HealthState {
  /** Null until it is known. */
  readonly health: JournalHealth | null;
  readonly isChecking: boolean;
  /** Why it could not be checked. */
  readonly error: AppError | null;
}

export interface HealthStore extends StoreApi<HealthState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    /** Goes through the whole chain. */
    readonly check: () => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.health'>;
}

/** Whether the journal holds together. What main tells unasked is newer than any answer on its way. */
export function createHealthStore({ request, on }: Deps): HealthStore {
  const store = createStore<HealthState>(() => ({ health: null, isChecking: false, error: null }));
  const { getState: get, setState: set } = store;
  let told = 0;
  on['changes.health']((health) => {
    told += 1;
    set({ health, error: null });
  });

  async function ask(check: boolean): Promise<void> {
    const before = told;
    const result = await request.changes.health({ check });
    if (!result.ok) set({ error: result.error });
    else if (before === told) set({ health: result.value, error: null });
  }

  return {
    ...store,
    actions: {
      read: () => ask(false),
      async check() {
        if (get().isChecking) return;
        set({ isChecking: true });
        await ask(true);
        set({ isChecking: false });
      },
    },
  };
}
