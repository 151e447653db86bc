import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Result } from '#shared/result.ts';
import type { Bridge, Output } from '../client.ts';
import { type AccountsStore, activeAccount } from '../shell/stores.ts';

/** A list. `accountId` is null for one that is not of one account. */
export interface ListName {
  readonly list: string;
  readonly accountId: string | null;
}

/** A view of a list that a person has saved under a name. */
export type SavedView = Output<'listViews', 'read'>['saved'][number];

interface Entry extends ListName {
  /** What the owner of the list lets choose. */
  readonly view: unknown;
}

interface ListViewsState {
  readonly isRead: boolean;
  /** Of all lists, the oldest first. */
  readonly saved: readonly SavedView[];
}

/** The limit of `listViews.save`. */
const longestBody = 4_000;

const keyOf = ({ list, accountId }: ListName): string => `${list} ${accountId ?? ''}`;

export type ListViews = ReturnType<typeof createListViews>;

/**
 * How lists were left, stored in the workspace: they are found again after a restart. What is stored is read after the first
 * paint, and saved at most once in `restMs`. A failure is not shown: a list then begins as it does at first.
 */
export function createListViews({ listViews }: Pick<Bridge['request'], 'listViews'>, restMs: number) {
  const store = createStore<ListViewsState>(() => ({ isRead: false, saved: [] }));
  const entries = new Map<string, Entry>();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<unknown> = Promise.resolve();

  function flush(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    const views = [...changed].flatMap((key) => {
      const entry = entries.get(key);
      if (entry === undefined) return [];
      const body = JSON.stringify(entry.view);
      if (body.length > longestBody) return [];
      return [{ list: entry.list, accountId: entry.accountId, body }];
    });
    changed.clear();
    if (views.length > 0) saving = Promise.all([saving, listViews.save({ views })]);
    return saving;
  }

  return {
    ...store,
    actions: {
      /** Reads what is stored. It replaces what lists wrote meanwhile by themselves. */
      async load(): Promise<void> {
        const read = await listViews.read({});
        for (const { list, accountId, body } of read.ok ? read.value.views : [])
          entries.set(keyOf({ list, accountId }), { list, accountId, view: viewIn(body) });
        store.setState({ isRead: true, saved: read.ok ? read.value.saved : [] });
      },
      /** Saves a view under its name, in place of the one that has it; `before` had another name. */
      put: async (view: SavedView, before: SavedView | null = null): Promise<Result<unknown>> => {
        const put = await listViews.put({ view, before });
        if (!put.ok) return put;
        const at = store.getState().saved.findIndex((one) => isSame(one, before ?? view));
        const others = store.getState().saved.filter((one) => !isSame(one, view) && !isSame(one, before));
        store.setState({ saved: others.toSpliced(at === -1 ? others.length : at, 0, view) });
        return put;
      },
      remove: async (view: SavedView): Promise<Result<unknown>> => {
        const { list, accountId, name } = view;
        const removed = await listViews.remove({ list, accountId, name });
        if (removed.ok) store.setState({ saved: store.getState().saved.filter((one) => !isSame(one, view)) });
        return removed;
      },
      /** What a list has written, in this run or an earlier one. Of an earlier run it may have any shape. */
      left: (name: ListName): unknown => entries.get(keyOf(name))?.view ?? null,
      write: ({ list, accountId }: ListName, view: unknown): void => {
        const key = keyOf({ list, accountId });
        if (JSON.stringify(entries.get(key)?.view) === JSON.stringify(view)) return;
        entries.set(key, { list, accountId, view });
        if (!store.getState().isRead) return;
        changed.add(key);
        timer ??= setTimeout(() => void flush(), restMs);
      },
      /** Saves what is not saved yet; resolves when main has stored it. */
      flush,
    },
  };
}

const isSame = (one: SavedView, other: SavedView | null): boolean =>
  other !== null && keyOf(one) === keyOf(other) && one.name === other.name;

/** Nothing where the text is of another version, or damaged. */
function viewIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

interface Lists {
  readonly accounts: AccountsStore;
  readonly listViews: ListViews;
}

interface Following<S> {
  readonly list: string;
  /** The list shows one account at a time, and looks different for each; a function: unless its state is of several. */
  readonly isOfAccount: boolean | ((state: S) => boolean);
  /** What is stored of the state. */
  readonly take: (state: S) => object;
  /** Brings the list to how it was left; null: as it is at first. */
  readonly put: (left: unknown) => void;
}

/**
 * Stores the filter and the order of a list whenever they change, and puts them back: after a restart, and when another account becomes the active one. What was chosen before the stored entries were read takes precedence over these.
 */
export function followListView<S>(
  { accounts, listViews }: Lists,
  store: Pick<StoreApi<S>, 'getState' | 'subscribe'>,
  { list, isOfAccount, take, put }: Following<S>,
): void {
  const chosen = (): string => JSON.stringify(take(store.getState()));
  const atFirst = chosen();
  const ofAll = { list, accountId: null };
  const isOfOne = (): boolean =>
    typeof isOfAccount === 'function' ? isOfAccount(store.getState()) : isOfAccount;
  let settled: string | null = null;
  let wasOfOne = isOfOne();

  function nameNow(): ListName | null {
    if (!isOfOne()) return ofAll;
    const account = activeAccount(accounts.getState());
    return account === null ? null : { list, accountId: account.id };
  }

  function write(): void {
    const name = nameNow();
    if (name === null || settled === null) return;
    // The list has turned to several accounts, or back to one: it goes on as it is.
    if (isOfOne() !== wasOfOne) {
      wasOfOne = isOfOne();
      settled = keyOf(name);
      if (wasOfOne) listViews.actions.write(ofAll, null);
    }
    if (keyOf(name) === settled) listViews.actions.write(name, take(store.getState()));
  }

  /** At the start: a list that was left with several accounts. */
  function putBackOfAll(): void {
    const left = listViews.actions.left(ofAll);
    if (typeof isOfAccount === 'boolean' || left === null || chosen() !== atFirst) return;
    put(left);
    wasOfOne = isOfOne();
    if (!wasOfOne) settled = keyOf(ofAll);
  }

  function settle(): void {
    if (listViews.getState().isRead && settled === null) putBackOfAll();
    const name = nameNow();
    if (!listViews.getState().isRead || name === null || keyOf(name) === settled) return;
    const isChosen = settled === null && chosen() !== atFirst;
    settled = keyOf(name);
    if (isChosen) write();
    else put(listViews.actions.left(name));
  }

  settle();
  accounts.subscribe(settle);
  listViews.subscribe(settle);
  store.subscribe(write);
}
