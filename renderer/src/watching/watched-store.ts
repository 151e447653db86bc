import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WatchedName } from '#shared/domain/watching.ts';
import { mapOk } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createRemote, idle, type Remote } from '../remote.ts';
import { onceEach, storeOf } from '../ui/live-collection.ts';

type WatchedNames = ReadonlyMap<string, Remote<readonly WatchedName[]>>;

/** The watched names of each account, read when they are first wanted and followed from then on. */
function createWatchedStore({ bridge }: Stores) {
  const store = createStore<{ readonly names: WatchedNames }>(() => ({ names: new Map() }));
  const nowOf = (accountId: string) => store.getState().names.get(accountId) ?? idle;
  const remoteOf = onceEach((accountId: string) =>
    createRemote<readonly WatchedName[]>(
      () => nowOf(accountId),
      (names) => store.setState({ names: new Map(store.getState().names).set(accountId, names) }),
    ),
  );
  const read = (accountId: string): Promise<void> =>
    remoteOf(accountId).ask(async () =>
      mapOk(await bridge.request.watching.names({ accountId }), ({ names }) => names),
    );

  bridge.on['watching.changed'](({ accountId }) => {
    if (nowOf(accountId).status !== 'idle') void read(accountId);
  });

  return {
    ...store,
    read,
    want(accountId: string): void {
      if (nowOf(accountId).status === 'idle') void read(accountId);
    },
  };
}

/** The watched names of an account. */
export function useWatched(accountId: string) {
  const watched = storeOf(useStores(), createWatchedStore);
  useEffect(() => {
    watched.want(accountId);
  }, [watched, accountId]);
  return {
    watched: useStore(watched, ({ names }) => names.get(accountId) ?? idle),
    again: () => void watched.read(accountId),
  };
}
