import { createStore, type StoreApi } from 'zustand/vanilla';
import { useEffect } from 'react';
import { type ChangeState, isOpen, openStates } from '#shared/domain/change-kinds.ts';
import { type Change, emptyChangeFilter, type NextStep } from '#shared/domain/change.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge, Input, Output } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { createRemote, idle, type Remote, valueOf } from '../remote.ts';

export type ChangeFilter = Input<'changes', 'list'>['filter'];

export type Story = Output<'changes', 'find'>;
/** An action that needs no further input. */
type ChangeAction = Exclude<NextStep, 'settle'>;

interface OneState {
  readonly id: string | null;
  readonly story: Remote<Story>;
  readonly doing: NextStep | null;
  /** Why the last action failed. */
  readonly error: AppError | null;
  /** It was just verified, and is still uncertain. */
  readonly isStillUncertain: boolean;
}

export type OneStore = ReturnType<typeof createOneStore>;

const nothing: OneState = {
  id: null,
  story: idle,
  doing: null,
  error: null,
  isStillUncertain: false,
};

/** The store of the open change and its journal entries, with live updates. */
export function createOneStore({ request: { changes: ask }, on }: Bridge) {
  const store = createStore<OneState>(() => nothing);
  const { getState: get, setState: set } = store;
  const story = createRemote<Story>(
    () => get().story,
    (next) => set({ story: next }),
  );
  const read = (id: string): Promise<void> => story.ask(() => ask.find({ id }));

  /** Shows the change as received; its entries are loaded after. */
  function take(change: Change): void {
    const known = valueOf(get().story);
    if (known !== null) set({ story: { status: 'ready', value: { change, entries: known.entries } } });
    // The error of the last attempt no longer applies once the change is sent.
    if (change.state !== 'planned') set({ error: null });
    void read(change.id);
  }

  on['changes.changed'](({ changes }) => {
    const mine = changes.findLast(({ id }) => id === get().id);
    if (mine !== undefined) take(mine);
  });

  return {
    ...store,
    actions: {
      open: (id: string | null): void => {
        if (id === get().id) return;
        story.reset();
        set({ ...nothing, id });
        if (id !== null) void read(id);
      },
      readAgain: (): void => {
        const { id } = get();
        if (id !== null) void read(id);
      },
      ...createActing(store, ask, take),
    },
  };
}

/** One action at a time; its result is stored if the same change is still open. */
function createActing(
  { getState: get, setState: set }: StoreApi<OneState>,
  ask: Bridge['request']['changes'],
  take: (change: Change) => void,
) {
  async function during(
    step: NextStep,
    asked: (id: string) => Promise<Result<Change>>,
  ): Promise<Result<Change> | null> {
    const { id, doing } = get();
    if (id === null || doing !== null) return null;
    set({ doing: step, error: null, isStillUncertain: false });
    const result = await asked(id);
    if (get().id !== id) return result;
    set({ doing: null, error: result.ok || step === 'settle' ? null : result.error });
    if (result.ok) {
      set({ isStillUncertain: step === 'read-back' && result.value.state === 'uncertain' });
      take(result.value);
    }
    return result;
  }

  const requests: Readonly<Record<ChangeAction, (id: string) => Promise<Result<Change>>>> = {
    send: (id) => ask.send({ id }),
    'read-back': (id) => ask.readBack({ id }),
    withdraw: (id) => ask.withdraw({ id }),
  };
  return {
    act: (action: ChangeAction) => during(action, requests[action]),
    settle: (as: 'applied' | 'not-applied', note: string) =>
      during('settle', (id) => ask.settle({ id, as, note })),
  };
}

interface OpenChangesState {
  /** Of all accounts, by id. */
  readonly changes: ReadonlyMap<string, Change>;
}

type OpenChangesDeps = {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
};

const most = 500;

/** The changes that are not over: planned, in progress, or uncertain. */
export function createOpenChangesStore({ request, on }: OpenChangesDeps) {
  const store = createStore<OpenChangesState>(() => ({ changes: new Map() }));
  let isRead = false;
  /** The ids received by events since the page was opened: these are newer than any list. */
  const announced = new Set<string>();

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
      put(result.value.changes.filter(({ id }) => !announced.has(id)));
      if (offset + most >= result.value.total) return;
    }
  }

  on['changes.changed'](({ changes }) => {
    for (const { id } of changes) announced.add(id);
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
