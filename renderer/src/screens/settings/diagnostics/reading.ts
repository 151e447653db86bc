import type { Result } from '#shared/result.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { answered, createLatest, idle, loading, type Remote } from '../../../lib/remote.ts';

/** Something that is read from main, and can be read again. */
export interface Reading<T> extends StoreApi<Remote<T>> {
  readonly read: () => Promise<void>;
}

export function createReading<T>(ask: () => Promise<Result<T>>): Reading<T> {
  const store = createStore<Remote<T>>(() => idle);
  const latest = createLatest();
  return {
    ...store,
    async read() {
      const isLatest = latest.begin();
      store.setState(loading(store.getState()), true);
      const result = await ask();
      if (isLatest()) store.setState(answered(store.getState(), result), true);
    },
  };
}
