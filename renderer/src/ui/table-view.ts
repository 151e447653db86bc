import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStores, useStoresIfAny } from '../app-stores.ts';
import { storeOf } from './live-collection.ts';

interface ViewState {
  /** How far it is scrolled, in rows: the height of a row may be another one next time. */
  readonly top: number;
  /** The last current row; -1 is none. */
  readonly at: number;
  /** The key of that row; null where the row was not loaded. */
  readonly key: string | null;
}

/** How a table was left. */
export type View = StoreApi<ViewState>;

/** Values by name, for the run only; the least recently used are dropped, so that they do not grow with what is opened. */
export function createRecent<T>(limit = 500) {
  const values = new Map<string, T>();
  return {
    get(name: string, create: () => T): T {
      const value = values.get(name) ?? create();
      this.put(name, value);
      return value;
    },
    put(name: string, value: T): void {
      values.delete(name);
      values.set(name, value);
      for (const oldest of [...values.keys()].slice(0, Math.max(0, values.size - limit)))
        values.delete(oldest);
    },
  };
}

const createViews = () => createRecent<View>();
const unseen = (): View => createStore<ViewState>(() => ({ top: 0, at: -1, key: null }));

/** What is remembered under a name, for the run; without one, a view of this table alone. */
export function useView(remembers: string | undefined): View {
  const stores = useStoresIfAny();
  return useMemo(
    () =>
      remembers === undefined || stores === null
        ? unseen()
        : storeOf(stores, createViews).get(remembers, unseen),
    [stores, remembers],
  );
}

/**
 * What a list lets choose, where that is one thing; it is found again after a restart. Null: nothing is chosen.
 *
 * @param list Not of one account.
 */
export function useChosen(
  list: string,
): readonly [chosen: string | null, choose: (chosen: string | null) => void] {
  const { listViews } = useStores();
  useStore(listViews, ({ isRead }) => isRead);
  const [now, setNow] = useState<string | null>();
  const name = { list, accountId: null };
  const left: { readonly chosen?: unknown } = listViews.actions.left(name) ?? {};
  const before = typeof left.chosen === 'string' ? left.chosen : null;

  function choose(chosen: string | null): void {
    listViews.actions.write(name, { chosen });
    setNow(chosen);
  }

  return [now === undefined ? before : now, choose];
}

const shownAtFirst = 3;

/** Whether something that is explained at first is seen one of the first times, also before a restart. @param what Its name. */
export function useIsNew(what: string): boolean {
  const [seen, put] = useChosen(what);
  const [before] = useState(() => Number(seen ?? 0));
  const count = useEffectEvent(() => put(String(before + 1)));
  const isNew = before < shownAtFirst;
  useEffect(() => {
    if (isNew) count();
  }, [isNew]);
  return isNew;
}

/** @param above How many lines are visible above it; negative where it is above the first visible one. */
function isInSight(
  table: HTMLElement | null,
  above: number,
  { rowHeight, headingHeight }: Pick<Shown, 'rowHeight' | 'headingHeight'>,
): boolean {
  const room = (table?.clientHeight ?? 0) - headingHeight;
  return above >= 0 && (above + 1) * rowHeight <= room;
}

/** The table as it is now. */
interface Shown {
  readonly view: View;
  readonly hasRows: boolean;
  readonly rowHeight: number;
  /** The line of the current row; -1 is none. */
  readonly line: number;
  readonly at: number;
  /** Null where there is no current row, or where it is not loaded. */
  readonly key: string | null;
  /** The current row is also open beside the table. */
  readonly isOpen: boolean;
  readonly headingHeight: number;
}

/**
 * Scrolls to where the table was left, as soon as it has rows. There the current row may be out of sight; it is brought into sight
 * where it is another one than before, or open beside the table. After that, each move scrolls by the least distance that makes the
 * current row visible.
 */
export function useScrolling(
  table: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  { view, hasRows, rowHeight, line, at, key, isOpen, headingHeight }: Shown,
): void {
  const isRestored = useRef(false);
  const isSettled = useRef(false);
  useLayoutEffect(() => {
    if (table.current === null || !hasRows) return;
    // Under another name the list stays where it is; only at the beginning is it brought to where it was left.
    const { top } = view.getState();
    if (isRestored.current) view.setState({ top: table.current.scrollTop / rowHeight });
    else if (top > 0) table.current.scrollTo({ top: top * rowHeight });
    isRestored.current = true;
  }, [table, view, hasRows, rowHeight]);

  // Reads what was current when the table was left, so it stands before the effect that writes it.
  const settle = useEffectEvent(() => {
    const left = view.getState();
    const isArriving = !isSettled.current && left.top > 0;
    isSettled.current = true;
    if (line === -1) return;
    if (!isArriving) {
      virtual.scrollToIndex(line, { align: 'auto' });
      return;
    }
    const isAsLeft = key === null ? at === left.at : key === left.key;
    // Rows that came or went above the current one meanwhile do not move it on the screen.
    const moved = key !== null && isAsLeft ? at - left.at : 0;
    const top = Math.max(0, left.top + moved);
    if (moved !== 0) table.current?.scrollTo({ top: top * rowHeight });
    if ((isAsLeft && !isOpen) || isInSight(table.current, line - top, { rowHeight, headingHeight })) return;
    virtual.scrollToIndex(line, { align: 'center' });
  });
  useEffect(() => {
    if (hasRows) settle();
  }, [virtual, line, hasRows]);
  useEffect(() => {
    if (at !== -1 && hasRows) view.setState({ at, key });
  }, [view, at, key, hasRows]);
}
