import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { type ChangeState, isOpen, openStates } from '#shared/domain/change-kinds.ts';
import { type Change, emptyChangeFilter } from '#shared/domain/change.ts';
import type { Bridge } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { storeOf } from '../ui/live-collection.ts';

interface OpenChangesState {
  /** Of all accounts, by id. */
  readonly changes: ReadonlyMap<string, Change>;
}

type Deps = {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
};

const most = 500;

/** The changes that are not over: planned, in progress, or uncertain. */
export function createOpenChangesStore({ request, on }: Deps) {
  const store = createStore<OpenChangesState>(() => ({ changes: new Map() }));
  let isRead = false;
  /** The ids received by events since the page was opened: these are newer than any list. */
  const told = new Set<string>();

  function put(changes: readonly Change[]): void {
    const next = new Map(store.getState().changes);
    for (const change of changes) {
      if (isOpen(change.state)) next.set(change.id, change);
      else next.delete(change.id);
    }
    store.setState({ changes: next });
  }

  /** Loads them where they were not loaded yet; then keeps them live. */
  async function load(): Promise<void> {
    if (isRead) return;
    isRead = true;
    for (let offset = 0; ; offset += most) {
      const result = await request.changes.list({ filter: openOnes, offset, limit: most });
      if (!result.ok) {
        isRead = false;
        return;
      }
      put(result.value.changes.filter(({ id }) => !told.has(id)));
      if (offset + most >= result.value.total) return;
    }
  }

  on['changes.changed'](({ changes }) => {
    for (const { id } of changes) told.add(id);
    put(changes);
  });

  return { ...store, actions: { load } };
}

const openOnes = { ...emptyChangeFilter, states: openStates };

const openChangesStoreOf = ({ bridge }: Stores) => createOpenChangesStore(bridge);

export function useOpenChanges() {
  const store = storeOf(useStores(), openChangesStoreOf);
  useEffect(() => void store.actions.load(), [store]);
  return store;
}

/** One account's changes by domain: only the newest of each. */
export function newestByDomain(
  { changes }: OpenChangesState,
  accountId: string | null,
  state: ChangeState,
): ReadonlyMap<string, Change> {
  const byDomain = new Map<string, Change>();
  for (const change of changes.values()) {
    if (change.accountId !== accountId || change.state !== state) continue;
    const known = byDomain.get(change.domain);
    if (known === undefined || known.number < change.number) byDomain.set(change.domain, change);
  }
  return byDomain;
}
