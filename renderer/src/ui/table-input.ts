import type { KeyboardEvent, MouseEvent } from 'react';
import type { ShortcutName } from '#shared/domain/shortcuts.ts';
import { pressed } from './Shortcuts.tsx';
import { extended, keysOf, moveFor, type Rows, type Selecting, toggled } from './table-model.ts';

/** What keys and clicks do in a table. */
export interface TableActions<T> {
  /** A click on a row, or Enter where `keys` do not use it. Without it, rows cannot be opened. */
  readonly onOpen?: (row: T, index: number) => void;
  readonly isOpenable?: (row: T) => boolean;
  /** Other keys; the row is the current one. */
  readonly keys?: { readonly [S in ShortcutName]?: (row: T | null) => void };
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

/** Moves, does what the list's own keys do, selects or opens. Keys on buttons in a row are left to these. */
export function handleKey<T>(event: KeyboardEvent, actions: TableActions<T>, now: TableNow<T>): void {
  if (event.target !== event.currentTarget) return;
  const act = moving(event, actions, now) ?? own(event, actions, now) ?? onCurrent(event, actions, now);
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

function own<T>(event: KeyboardEvent, { keys = {}, onOtherKey }: TableActions<T>, now: TableNow<T>): Act {
  for (const [name, act] of Object.entries(keys)) {
    // The type of `keys` proves its names.
    if (pressed(event, name as ShortcutName)) return () => act(now.rows.at(now.at));
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
    if (canOpen(actions, row)) actions.onOpen?.(row, index);
  } else if (event.shiftKey) selectTo(actions, now, index);
  else selecting.onChange((before) => toggled(before, rowKey(row)));
}
