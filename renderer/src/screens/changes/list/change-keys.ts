import type { KeyboardEvent } from 'react';
import { pressed } from '../../../lib/shortcuts.ts';
import { moveFor } from '../../search/move.ts';

interface Ways {
  /** The row under the cursor; -1 where there is none. */
  readonly at: number;
  readonly count: number;
  readonly moveTo: (row: number) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly toField: () => void;
}

/** The keys of a list of changes, plans or rows: moving, opening, closing what stands beside it, finding. */
export function changeKeys({
  at,
  count,
  moveTo,
  open,
  close,
  toField,
}: Ways): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const act = moving(event) ?? actFor(event);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  function moving(event: KeyboardEvent): (() => void) | null {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    const moved = moveFor(event.key, at, count);
    if (moved === null) return null;
    if (moved < 0) return toField;
    return () => moveTo(moved);
  }

  function actFor(event: KeyboardEvent): (() => void) | null {
    if (pressed(event, 'openChange')) return open;
    if (pressed(event, 'closeChange')) return close;
    return pressed(event, 'findChange') ? toField : null;
  }
}
