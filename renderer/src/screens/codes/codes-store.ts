import type { AppError } from '#shared/app-error.ts';
import type { CodeAccess, CodesNow, CodeTaken, TakeDeed } from '#shared/domain/code.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { ok, type Result } from '#shared/result.ts';
import { useEffect } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Stores, useStores } from '../../app-stores.ts';
import { answered, createLatest, idle, loading, type Remote } from '../../lib/remote.ts';
import { storeOf } from '../../lib/store-of.ts';

/** Whose code: the same name can stand in the portfolios of two accounts. */
export interface Place {
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
}

/** One click and what became of it. There is no code in it. */
export type Take =
  /** The code window stands open, or the service is being asked. */
  | { readonly step: 'asking'; readonly deed: TakeDeed }
  | { readonly step: 'over'; readonly deed: TakeDeed; readonly taken: CodeTaken }
  | { readonly step: 'failed'; readonly deed: TakeDeed; readonly error: AppError };

export interface CodesState {
  /** Null until main has told. */
  readonly now: CodesNow | null;
  /** The last click of each place. */
  readonly takes: ReadonlyMap<string, Take>;
  readonly accesses: ReadonlyMap<string, Remote<readonly CodeAccess[]>>;
}

export interface CodesStore extends StoreApi<CodesState> {
  readonly actions: {
    readonly refresh: () => Promise<void>;
    /** Asks once; while this very code is being asked for, nothing more is asked. */
    readonly take: (place: Place, deed: TakeDeed) => Promise<void>;
    /** Puts away what came of the last click. */
    readonly dismiss: (place: Place) => void;
    readonly clearClipboard: () => Promise<Result<CodesNow>>;
    readonly readAccesses: (place: Place) => Promise<void>;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'codes'>;
  readonly on: Pick<Bridge['on'], 'codes.changed'>;
}

const keyOf = ({ accountId, domain }: Place): string => `${accountId} ${domain}`;

/** Where codes are, and what came of asking for them. What main tells unasked is newer than any answer on its way. */
export function createCodesStore({ request: { codes: ask }, on }: Deps): CodesStore {
  const store = createStore<CodesState>(() => ({ now: null, takes: new Map(), accesses: new Map() }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function become(now: CodesNow): void {
    latest.begin();
    set({ now });
  }

  on['codes.changed']((now) => {
    const isCopied = now.clipboard?.clearsAt !== get().now?.clipboard?.clearsAt;
    become(now);
    // It may have been copied in the code window, which is a line of its own.
    if (now.clipboard !== null && isCopied)
      for (const place of placesOf(get(), now.clipboard.domain)) void readAccesses(place);
  });

  async function refresh(): Promise<void> {
    const isLatest = latest.begin();
    const result = await ask.now({});
    if (result.ok && isLatest()) set({ now: result.value });
  }

  const putTake = (place: Place, take: Take) => set({ takes: new Map(get().takes).set(keyOf(place), take) });

  const readAccesses = createAccessReader(store, ask);

  return {
    ...store,
    actions: {
      refresh,
      async take(place, deed) {
        if (get().takes.get(keyOf(place))?.step === 'asking') return;
        putTake(place, { step: 'asking', deed });
        const result = await ask.take({ ...place, deed });
        if (result.ok) become(withTaken(get().now, place.domain, result.value));
        putTake(
          place,
          result.ok
            ? { step: 'over', deed, taken: result.value }
            : { step: 'failed', deed, error: result.error },
        );
        await Promise.all([refresh(), readAccesses(place)]);
      },
      dismiss(place) {
        const takes = new Map(get().takes);
        takes.delete(keyOf(place));
        set({ takes });
      },
      async clearClipboard() {
        const result = await ask.clearClipboard({});
        if (result.ok) become(result.value);
        return result;
      },
      readAccesses,
    },
  };
}

/** Where the accesses to a domain's code were read. */
const placesOf = ({ accesses }: CodesState, domain: string): readonly Place[] =>
  [...accesses.keys()].flatMap((key) => {
    const accountId = key.slice(0, key.indexOf(' '));
    return keyOf({ accountId, domain }) === key ? [{ accountId, domain }] : [];
  });

function createAccessReader(
  { getState: get, setState: set }: StoreApi<CodesState>,
  ask: Deps['request']['codes'],
): (place: Place) => Promise<void> {
  const put = (place: Place, remote: Remote<readonly CodeAccess[]>) =>
    set({ accesses: new Map(get().accesses).set(keyOf(place), remote) });
  return async (place) => {
    put(place, loading(accessesOf(get(), place)));
    const result = await ask.accesses(place);
    put(place, answered(accessesOf(get(), place), result.ok ? ok(result.value.accesses) : result));
  };
}

const nowhere: CodesNow = { clipboard: null, shown: null, canHint: false };

/** Where the code is by the answer itself; what main tells next corrects it. */
function withTaken(now: CodesNow | null, domain: string, taken: CodeTaken): CodesNow {
  const known = now ?? nowhere;
  if (taken.kind === 'copied') return { ...known, clipboard: { domain, clearsAt: taken.clearsAt } };
  if (taken.kind === 'revealed') return { ...known, shown: { domain, hidesAt: taken.hidesAt } };
  return known;
}

export const takeOf = (state: CodesState, place: Place): Take | null => state.takes.get(keyOf(place)) ?? null;

export const accessesOf = (state: CodesState, place: Place): Remote<readonly CodeAccess[]> =>
  state.accesses.get(keyOf(place)) ?? idle;

/** The one store of codes of the page. */
export const codesStoreOf = ({ bridge }: Stores): CodesStore => createCodesStore(bridge);

/** Where codes are, asked of main as soon as somebody looks; live afterwards. */
export function useCodes(): CodesStore {
  const store = storeOf(useStores(), codesStoreOf);
  useEffect(() => {
    if (store.getState().now === null) void store.actions.refresh();
  }, [store]);
  return store;
}
