import type { AriaAttributes, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { CommandName } from '#shared/domain/commands.ts';
import { pressed } from './Shortcuts.tsx';

export interface Column<T, K extends string = string> {
  readonly key: K;
  readonly title: string;
  /** The title is for screen readers only. */
  readonly isTitleHidden?: boolean;
  /** A screen reader says the title before the cell where it reads a row: the cell alone does not say what it is. */
  readonly isTitleSaid?: boolean;
  /** A track of a CSS grid: `84px`, `minmax(160px, 6fr)`. */
  readonly width: string;
  /** The width where the table is narrower than 880 px; null hides the column there. */
  readonly narrow?: string | null;
  /** The title is for screen readers only where the table is narrow: the column has room for a mark. */
  readonly isMarkWhereNarrow?: boolean;
  readonly align?: 'right';
  /** Of the cells. A cell takes one line and ends in an ellipsis unless this says otherwise. */
  readonly className?: string | undefined;
  /** Shown on hover. */
  readonly hint?: (row: T) => string;
  /** Uses hooks only inside the components that it returns. */
  readonly cell: (row: T) => ReactNode;
}

/** Rows that are read page by page; an array is as good. `usePagedRows` makes them. */
export interface Rows<T> {
  readonly count: number;
  /** Null while its page is loading. */
  readonly at: (index: number) => T | null;
  /** Called when rows become visible; `end` is one past the last. */
  readonly onVisible?: (first: number, end: number) => void;
}

export const asRows = <T>(rows: readonly T[] | Rows<T>): Rows<T> =>
  'count' in rows ? rows : { count: rows.length, at: (index) => rows[index] ?? null };

export const keysOf = <T>(rows: Rows<T>, rowKey: (row: T) => string): readonly string[] =>
  Array.from({ length: rows.count }, (_, index) => rows.at(index)).flatMap((row) =>
    row === null ? [] : [rowKey(row)],
  );

export type RowAttributes = AriaAttributes & {
  readonly [name: `data-${string}`]: string | boolean | undefined;
};

/** A heading between rows. */
export interface RowGroup {
  /** The row that it stands above. */
  readonly before: number;
  readonly heading: ReactNode;
  readonly tone?: 'caution';
}

/** The line of a row: group headings take lines too. */
export const lineOf = (groups: readonly RowGroup[], row: number): number =>
  row + groups.filter(({ before }) => before <= row).length;

/** The row at a line, or the group heading there. */
export function lineAt(groups: readonly RowGroup[], line: number): number | RowGroup {
  for (const [index, group] of groups.entries()) {
    if (line === group.before + index) return group;
    if (line < group.before + index) return line - index;
  }
  return line - groups.length;
}

/** The number of rows for Page Up and Page Down. */
const page = 12;

/** The row that a key moves to; -1 leaves the list at its top; null for a key that does not move. */
export function moveFor(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    default:
      return null;
  }
}

/** The selected rows by their keys, and the row that a selection with Shift begins at. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const noSelection: Selection = { keys: new Set(), anchor: null };

export function toggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** Adds all rows from the anchor to the row at `to`; from the row at `from` where there is no anchor. */
export function extended(before: Selection, all: readonly string[], from: number, to: number): Selection {
  const target = all[to];
  if (target === undefined) return before;
  const anchor = before.anchor ?? all[from] ?? target;
  const at = all.indexOf(anchor);
  if (at === -1) return toggled(before, target);
  const between = all.slice(Math.min(at, to), Math.max(at, to) + 1);
  return { keys: new Set([...before.keys, ...between]), anchor };
}

/** Selects all of `shown`; none of them where all are selected already. */
export function allOrNone({ keys }: Selection, shown: readonly string[]): Selection {
  const all = new Set(shown);
  const rest = [...keys].filter((key) => !all.has(key));
  const isAll = shown.every((key) => keys.has(key));
  return { keys: new Set(isAll ? rest : [...rest, ...shown]), anchor: null };
}

/** The selection of a table with checkboxes. */
export interface Selecting<T> {
  readonly selection: Selection;
  readonly onChange: (change: (selection: Selection) => Selection) => void;
  /** The name of a row's checkbox. */
  readonly label: (row: T) => string;
}

/** What keys and clicks do in a table. */
export interface TableActions<T> {
  /** A click on a row, or Enter where `keys` do not use it. Without it, rows cannot be opened. */
  readonly onOpen?: (row: T, index: number) => void;
  readonly isOpenable?: (row: T) => boolean;
  /** Other keys; the row is the current one. */
  readonly keys?: { readonly [S in CommandName]?: (row: T | null) => void };
  readonly onOtherKey?: (event: KeyboardEvent) => (() => void) | null;
  /** Arrow up on the first row. */
  readonly onLeave?: () => void;
  /** A checkbox in each row, and one for all. Ctrl, ⌘, Shift and Space select. The rows must be an array. */
  readonly selecting?: Selecting<T>;
  readonly rowKey: (row: T) => string;
}

/** The rows, and which of them is the current one. */
export interface TableNow<T> {
  readonly rows: Rows<T>;
  /** The current row; -1 is none. */
  readonly at: number;
  readonly moveTo: (index: number) => void;
}

export const canOpen = <T>({ onOpen, isOpenable }: TableActions<T>, row: T): boolean =>
  onOpen !== undefined && (isOpenable?.(row) ?? true);

/** Moves, does what the list's ownKey keys do, selects or opens. Keys on buttons in a row are left to these. */
export function handleKey<T>(event: KeyboardEvent, actions: TableActions<T>, now: TableNow<T>): void {
  if (event.target !== event.currentTarget) return;
  const act = moving(event, actions, now) ?? ownKey(event, actions, now) ?? onCurrent(event, actions, now);
  if (act === null) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent | MouseEvent): boolean =>
  ctrlKey || metaKey || altKey;

type Act = (() => void) | null;

function moving<T>(event: KeyboardEvent, actions: TableActions<T>, now: TableNow<T>): Act {
  const moved = hasModifier(event) ? null : moveFor(event.key, now.at, now.rows.count);
  if (moved === null) return null;
  if (moved < 0) return () => (event.shiftKey ? undefined : actions.onLeave?.());
  return () => {
    if (event.shiftKey) selectTo(actions, now, moved);
    now.moveTo(moved);
  };
}

/** Space selects the current row, Enter opens it. */
function onCurrent<T>(event: KeyboardEvent, actions: TableActions<T>, { rows, at }: TableNow<T>): Act {
  const { selecting, onOpen, rowKey } = actions;
  const row = rows.at(at);
  if (hasModifier(event)) return null;
  if (event.key === ' ' && selecting !== undefined)
    return () => {
      if (row !== null) selecting.onChange((before) => toggled(before, rowKey(row)));
    };
  if (event.key !== 'Enter' || event.shiftKey || onOpen === undefined) return null;
  return () => {
    if (row !== null && canOpen(actions, row)) onOpen(row, at);
  };
}

function ownKey<T>(event: KeyboardEvent, { keys = {}, onOtherKey }: TableActions<T>, now: TableNow<T>): Act {
  for (const [name, act] of Object.entries(keys)) {
    // The type of `keys` proves its names.
    if (pressed(event, name as CommandName)) return () => act(now.rows.at(now.at));
  }
  return onOtherKey?.(event) ?? null;
}

/** Selects the rows from the last one that was selected, or from the current one, to `to`. */
function selectTo<T>({ selecting, rowKey }: TableActions<T>, { rows, at }: TableNow<T>, to: number): void {
  selecting?.onChange((before) => extended(before, keysOf(rows, rowKey), at, to));
}

const controls = 'a, button, input, select, textarea, label, summary';

const rowOf = (target: Element): number =>
  Number(target.closest('[data-row]')?.getAttribute('data-row') ?? -1);

/**
 * A click opens the row; with Ctrl or ⌘, or on its checkbox, it selects it; with Shift, the range up to it. A click on a
 * button, a link or a field in the row is theirs alone.
 */
export function handleClick<T>(event: MouseEvent, actions: TableActions<T>, now: TableNow<T>): void {
  // A click in a table lands on one of its elements.
  const target = event.target as Element;
  const isOnBox = target.closest('[data-box]') !== null;
  if (!isOnBox && target.closest(controls) !== null) return;
  const index = rowOf(target);
  const row = now.rows.at(index);
  if (row === null) return;
  now.moveTo(index);
  const { selecting, rowKey } = actions;
  if (selecting === undefined || !(event.shiftKey || isOnBox || hasModifier(event))) {
    if (!canOpen(actions, row)) return;
    keepDoubleClickIn(event.currentTarget);
    actions.onOpen?.(row, index);
  } else if (event.shiftKey) selectTo(actions, now, index);
  else selecting.onChange((before) => toggled(before, rowKey(row)));
}

const ofDoubleClick = ['mousedown', 'mouseup', 'click', 'dblclick'] as const;

/**
 * What a row opens may stand under the pointer before the second click of a double click comes: that click was meant for the row, and
 * does nothing anywhere else. `list` is where the first one fell.
 */
function keepDoubleClickIn(list: EventTarget): void {
  const ended = new AbortController();
  const { signal } = ended;
  const onEvent = (event: Event): void => {
    const { detail, target } = event as UIEvent; // Each of these is a mouse event.
    if (detail < 2) ended.abort();
    else if (!(list instanceof Node && target instanceof Node && list.contains(target))) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  for (const type of ofDoubleClick) document.addEventListener(type, onEvent, { capture: true, signal });
}
