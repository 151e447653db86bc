import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '#shared/errors.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Rows } from './table-model.ts';
import { createLatest, createRemote, type Remote, valueOf } from '../remote.ts';

export interface PageOf<T, M> {
  readonly rows: readonly T[];
  readonly total: number;
  /** The part of an answer that is about the whole list. */
  readonly more: M;
}

export interface PagedState<T, M> {
  /** Null before the first answer. */
  readonly total: number | null;
  /** By page number, from 0; pages never shown are missing. */
  readonly pages: ReadonlyMap<number, readonly T[]>;
  readonly more: M | null;
  readonly error: AppError | null;
}

export interface Paged<T, M> extends StoreApi<PagedState<T, M>> {
  readonly pageSize: number;
  /** Called when rows become visible: loads their missing pages. `end` is one past the last. */
  readonly show: (first: number, end: number) => void;
  /** Loads another query from the top. The shown rows stay until the answer arrives, and are dropped if it fails. */
  readonly anew: () => Promise<void>;
  /** Loads the visible pages again; the shown rows stay until the answer arrives. */
  readonly again: () => Promise<void>;
  /** Changes rows in place. */
  readonly patch: (change: (row: T) => T) => void;
}

/** A long list that loads only visible pages. A late answer to an older request is ignored. */
export function createPaged<T, M>(
  pageSize: number,
  read: (offset: number, limit: number) => Promise<Result<PageOf<T, M>>>,
): Paged<T, M> {
  const nothing: PagedState<T, M> = { total: null, pages: new Map(), more: null, error: null };
  const store = createStore<PagedState<T, M>>(() => nothing);
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  const asked = new Set<number>();
  let sight = { from: 0, to: 0 };
  let isCurrent = latest.begin();

  async function readPage(page: number, keepOthers: boolean): Promise<void> {
    const isMine = isCurrent;
    asked.add(page);
    const result = await read(page * pageSize, pageSize);
    if (!isMine()) return;
    asked.delete(page);
    if (!result.ok) {
      set({ error: result.error });
      return;
    }
    const { rows, total, more } = result.value;
    const before = keepOthers ? get().pages : new Map<number, readonly T[]>();
    set({ total, more, error: null, pages: new Map(before).set(page, rows) });
  }

  const inSight = () => Array.from({ length: sight.to - sight.from + 1 }, (_, index) => sight.from + index);

  /** The first answer replaces all pages, so that no row is shown twice or missing. */
  async function readSight(): Promise<void> {
    isCurrent = latest.begin();
    asked.clear();
    const [first = 0, ...rest] = inSight();
    const isMine = isCurrent;
    await readPage(first, false);
    if (isMine()) await Promise.all(rest.map((page) => readPage(page, true)));
  }

  return {
    ...store,
    pageSize,
    show(first, end) {
      sight = { from: Math.floor(first / pageSize), to: Math.floor(Math.max(first, end - 1) / pageSize) };
      if (get().total === null) return;
      for (const page of inSight()) if (!get().pages.has(page) && !asked.has(page)) void readPage(page, true);
    },
    async anew() {
      sight = { from: 0, to: 0 };
      await readSight();
      const { error } = get();
      if (error !== null) set({ ...nothing, error });
    },
    again: readSight,
    patch(change) {
      set({ pages: new Map([...get().pages].map(([page, rows]) => [page, rows.map(change)])) });
    },
  };
}

/** The rows of a long list, for a `DataTable`. */
export function usePagedRows<T, M>(paged: Paged<T, M>): Rows<T> {
  const { pages, total } = useStore(paged);
  return {
    count: total ?? 0,
    at: (index) => rowAt(pages, paged.pageSize, index),
    onVisible: paged.show,
  };
}

/** The row at an index; null while its page is loading. */
export const rowAt = <T>(pages: PagedState<T, unknown>['pages'], pageSize: number, index: number): T | null =>
  pages.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null;

/**
 * Calls `act` once for all calls within `restMs`. While a batch runs, many small events arrive in sequence, and the list is
 * loaded once for all of them.
 */
export function coalesced(act: () => void, restMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      act();
    }, restMs);
  };
}

const made = new WeakMap<object, Map<unknown, unknown>>();

/**
 * The single store of a factory, created on first use and kept for the lifetime of the page: for screens whose code is loaded
 * lazily and whose state outlives their components.
 */
export function storeOf<S extends object, T>(stores: S, create: (stores: S) => T): T {
  const all = made.get(stores) ?? new Map<unknown, unknown>();
  made.set(stores, all);
  if (!all.has(create)) all.set(create, create(stores));
  // The map holds under each factory what that factory made.
  return all.get(create) as T;
}

/** Values by their keys. */
export type ByKey<T> = ReadonlyMap<string, T>;

/** Of values by their keys: null stands for one that was removed. */
type News<T> = Map<string, T | null>;

/**
 * A list that is read as a whole and followed by events. What an event brings is newer than a list that was asked for before
 * it.
 */
export function createLiveMap<T>(
  keyOf: (value: T) => string,
  get: () => Remote<ByKey<T>>,
  set: (values: Remote<ByKey<T>>) => void,
) {
  const remote = createRemote(get, set);
  const since: News<T> = new Map();
  const byKey = (values: readonly T[]) => new Map(values.map((value) => [keyOf(value), value]));
  return {
    read: (ask: () => Promise<Result<readonly T[]>>): Promise<void> => {
      since.clear();
      return remote.ask(async () => mapOk(await ask(), (values) => withNews(byKey(values), since)));
    },
    take: (values: readonly T[], removed: readonly string[]): void => {
      const news: News<T> = byKey(values);
      for (const key of removed) news.set(key, null);
      for (const [key, value] of news) since.set(key, value);
      const known = valueOf(get());
      if (known !== null) remote.take(withNews(known, news));
    },
  };
}

function withNews<T>(known: ByKey<T>, news: News<T>): ByKey<T> {
  const next = new Map(known);
  for (const [key, value] of news)
    if (value === null) next.delete(key);
    else next.set(key, value);
  return next;
}
