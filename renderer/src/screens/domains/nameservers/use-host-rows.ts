import { useEffect, useRef, useState } from 'react';
import { filled, moved, rowsOf } from './rows.ts';
import { useMostNameservers } from './use-most-nameservers.ts';

/** Rows of nameservers while they are edited, wherever they are kept. */
export interface HostRows {
  readonly rows: readonly string[];
  /** How many can be sent. */
  readonly most: number;
  /** The row that the cursor is in. */
  readonly focused: number | null;
  readonly focus: (index: number | null) => void;
  readonly change: (index: number, text: string) => void;
  /** The cursor goes along. */
  readonly move: (from: number, to: number) => void;
  readonly add: () => void;
  readonly remove: (index: number) => void;
  /** Puts a list in from a row on; answers how many of it found no place. */
  readonly paste: (index: number, hosts: readonly string[]) => void;
  readonly replace: (hosts: readonly string[]) => void;
  /** Of the last list that was put in, how many found no place. */
  readonly leftOut: number;
  readonly fieldRef: (index: number) => (element: HTMLInputElement | null) => void;
}

/**
 * @param accountId To which they would be sent; null where that is not known.
 * @param type Takes the rows as they are after each change.
 */
export function useHostRows(
  accountId: string | null,
  rows: readonly string[],
  type: (rows: readonly string[]) => void,
): HostRows {
  const [focused, focus] = useState<number | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const { fieldRef, goTo } = useFieldFocus();
  const most = useMostNameservers(accountId);

  function put(next: readonly string[], without = 0): void {
    setLeftOut(without);
    type(next);
  }

  return {
    rows,
    focused,
    focus,
    change: (index, text) => put(rows.map((row, at) => (at === index ? text : row))),
    move(from, to) {
      if (to < 0 || to >= rows.length) return;
      put(moved(rows, from, to));
      goTo(to);
    },
    add() {
      put([...rows, '']);
      goTo(rows.length);
    },
    remove(index) {
      put(
        rowsOf(
          rows.filter((_, at) => at !== index),
          [],
        ),
      );
      goTo(Math.max(0, index - 1));
    },
    most,
    paste: (index, hosts) => put(filled(rows, index, hosts, most), Math.max(0, index + hosts.length - most)),
    replace: (hosts) => put(rowsOf(hosts.slice(0, most), []), Math.max(0, hosts.length - most)),
    leftOut,
    fieldRef,
  };
}

/** Puts the cursor into a row once it is drawn. */
function useFieldFocus() {
  const fields = useRef(new Map<number, HTMLInputElement>());
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    fields.current.get(wanted.current)?.focus();
    wanted.current = null;
  });
  return {
    fieldRef: (index: number) => (element: HTMLInputElement | null) => {
      if (element === null) fields.current.delete(index);
      else fields.current.set(index, element);
    },
    goTo: (index: number): void => {
      wanted.current = index;
    },
  };
}
