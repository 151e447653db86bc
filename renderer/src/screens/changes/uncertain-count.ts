import type { Bridge } from '#shared/ipc/types.ts';
import { everyChange } from '#shared/domain/every-change.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Stores, useStores } from '../../app-stores.ts';
import { storeOf } from '../../lib/store-of.ts';
import { coalesced } from './coalesced.ts';

interface UncertainCount extends StoreApi<{ readonly count: number }> {
  readonly load: () => void;
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
  readonly restMs: number;
}

/** How many changes of all accounts are uncertain; counted again whenever main tells of a change. */
export function createUncertainCount({ request, on, restMs }: Deps): UncertainCount {
  const store = createStore(() => ({ count: 0 }));
  let isLoaded = false;

  async function read(): Promise<void> {
    const result = await request.changes.list({ filter: everyChange, offset: 0, limit: 1 });
    if (result.ok) store.setState({ count: result.value.byState.uncertain ?? 0 });
    else isLoaded = false;
  }

  on['changes.changed'](coalesced(() => void read(), restMs));

  return {
    ...store,
    load() {
      if (isLoaded) return;
      isLoaded = true;
      void read();
    },
  };
}

const uncertainCountOf = ({ bridge }: Stores) => createUncertainCount({ ...bridge, restMs: 400 });

/** How many changes wait for a person, over all accounts; 0 until it is known. */
export function useUncertainCount(): number {
  const store = storeOf(useStores(), uncertainCountOf);
  useEffect(() => store.load(), [store]);
  return useStore(store, ({ count }) => count);
}
