import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useEffect } from 'react';
import {
  type ChangeKind,
  changeKinds,
  type ChangeState,
  changeStates,
  isOpen,
  openStates,
  sharingStates,
  type ShownState,
  shownStates,
} from '#shared/domain/change-kinds.ts';
import { type Change, emptyChangeFilter, type NextStep } from '#shared/domain/change.ts';
import type { AppError } from '#shared/errors.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Bridge, Input, Output } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { followListView } from '../ui/list-views.ts';
import { coalesced, createPaged, storeOf } from '../ui/live-collection.ts';
import { filterText, someOf } from '../ui/stored-view.ts';
import { answered, createRemote, idle, loading, type Remote, valueOf } from '../remote.ts';

export type ChangeFilter = Input<'changes', 'list'>['filter'];
type ByState = Partial<Record<ShownState, number>>;

/** What an answer says of the list as a whole. */
interface Whole {
  readonly byState: ByState;
  readonly unfiltered: number;
}

/** The rows of one request. */
export const pageSize = 500;

export interface Cursor {
  readonly index: number;
  /** Null where its page was not loaded yet. */
  readonly id: string | null;
}

interface ListViewState {
  /** Null: all states. */
  readonly states: readonly ShownState[] | null;
  readonly kinds: readonly ChangeKind[] | null;
  readonly text: string;
  readonly whose: 'this' | 'all';
  /** Only the changes of this batch; null for all. */
  readonly batchId: string | null;
  /** The current row: the change, and its row at the time of the last move. */
  readonly cursor: Cursor | null;
}

export type ChangeListStore = ReturnType<typeof createChangeListStore>;

export const wholeList: Omit<ListViewState, 'cursor' | 'whose'> = {
  states: null,
  kinds: null,
  text: '',
  batchId: null,
};

const asAtFirst: ListViewState = { ...wholeList, whose: 'this', cursor: null };

const storedView = z.catch(
  z.object({
    states: someOf(shownStates),
    kinds: someOf(changeKinds),
    text: filterText,
    whose: z.catch(z.enum(['this', 'all']), asAtFirst.whose),
    batchId: z.catch(z.nullable(z.uuid()), null),
    cursor: z.catch(z.nullable(z.object({ index: z.int().check(z.gte(0)), id: z.nullable(z.uuid()) })), null),
  }),
  asAtFirst,
);

/**
 * The list of the journal's changes, with live updates; only visible pages are loaded.
 *
 * @param restMs How long events from main are collected before the list is loaded once for all of them.
 */
function createChangeListStore({ request, on }: Bridge, restMs: number) {
  const store = createStore<ListViewState>(() => asAtFirst);
  const { getState: get, setState: set } = store;
  let accountId: string | null = null;
  let isLoaded = false;

  const filter = (): ChangeFilter => {
    const { states, kinds, text, whose, batchId } = get();
    return {
      accountId: whose === 'this' ? accountId : null,
      ...statesIn(states),
      kinds: kinds === null ? null : [...kinds],
      text: text.trim(),
      domain: null,
      batchId,
    };
  };

  const list = createPaged<Change, Whole>(pageSize, async (offset, limit) => {
    const result = await request.changes.list({ filter: filter(), offset, limit });
    if (!result.ok) return result;
    const { changes, total, unfiltered, byState: counts, accepted, proven } = result.value;
    const byState = {
      ...counts,
      confirmed: (counts.confirmed ?? 0) - accepted - proven.confirmed,
      applied: (counts.applied ?? 0) - proven.applied,
      accepted,
      proven: proven.confirmed + proven.applied,
    };
    return { ok: true, value: { rows: changes, total, more: { byState, unfiltered } } };
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
      filterBy: (view: Partial<Omit<ListViewState, 'cursor'>>): void => {
        set({ ...view, cursor: null });
        if (isLoaded) void list.anew();
      },
      moveTo: (cursor: Cursor | null) => set({ cursor }),
      /** Loads the list for an account where it was not loaded for it yet, and keeps it live. */
      load: (activeAccountId: string | null): void => {
        if (isLoaded && accountId === activeAccountId) return;
        accountId = activeAccountId;
        isLoaded = true;
        void list.anew();
      },
      reload: () => void list.again(),
      filter,
      /** Brings the list to how it was left; null: as it is at first. */
      putBack: (left: unknown): void => {
        set(storedView.parse(left));
        if (isLoaded) void list.anew();
      },
    },
  };
}

/** The states as main knows them, and of those that are shown as several, which ones not. */
function statesIn(shown: readonly ShownState[] | null): Pick<ChangeFilter, 'states' | 'without'> {
  if (shown === null) return { states: null };
  const states = changeStates.filter((one) => [one, ...shownAs(one)].some((each) => shown.includes(each)));
  const possible = states.flatMap((one) => [one, ...shownAs(one)]);
  const without = sharingStates.filter((one) => possible.includes(one) && !shown.includes(one));
  return without.length === 0 ? { states } : { states, without };
}

/** As what else a state is shown. */
const shownAs = (state: ChangeState): readonly ShownState[] =>
  state === 'confirmed' ? ['accepted', 'proven'] : state === 'applied' ? ['proven'] : [];

/** How many of the shown rows are uncertain: these come first. */
export const uncertainShown = ({ states }: ListViewState, byState: ByState | null): number =>
  states === null || states.includes('uncertain') ? (byState?.uncertain ?? 0) : 0;

export const isFiltered = ({ states, kinds, text, batchId }: ListViewState): boolean =>
  states !== null || kinds !== null || text.trim() !== '' || batchId !== null;

function listOf(stores: Stores) {
  const store = createChangeListStore(stores.bridge, 300);
  followListView(stores, store, {
    list: 'changes',
    isOfAccount: true,
    take: (state) => state,
    put: store.actions.putBack,
  });
  return store;
}

/** The one store of the list of changes; other screens set its filter and open it. */
export const useChangeList = () => storeOf(useStores(), listOf);

export type Story = Output<'changes', 'find'>;
export type Personal = Output<'changes', 'personal'>['roles'];
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
  /** Loaded on request only, and dropped when the change is closed. */
  readonly personal: Remote<Personal>;
}

export type OneStore = ReturnType<typeof createOneStore>;

const nothing: OneState = {
  id: null,
  story: idle,
  doing: null,
  error: null,
  isStillUncertain: false,
  personal: idle,
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

  /** Shows the change as received; its entries are loaded after. The contact data is dropped when the change is closed. */
  function take(change: Change): void {
    const known = valueOf(get().story);
    if (known !== null) set({ story: { status: 'ready', value: { change, entries: known.entries } } });
    if (change.next.length === 0) set({ personal: idle });
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
      ...createPersonal(store, ask),
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

function createPersonal(
  { getState: get, setState: set }: StoreApi<OneState>,
  ask: Bridge['request']['changes'],
) {
  return {
    showPersonal: async (): Promise<void> => {
      const { id } = get();
      if (id === null) return;
      set({ personal: loading(idle) });
      const result = await ask.personal({ id });
      const { id: openId, personal } = get();
      if (openId !== id || personal.status !== 'loading') return;
      set({
        personal: answered(
          idle,
          mapOk(result, ({ roles }) => roles),
        ),
      });
    },
    hidePersonal: () => set({ personal: idle }),
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
