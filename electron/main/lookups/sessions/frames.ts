import type { Pace } from '#shared/domain/session.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { Matrix } from '../../workspace/sessions/matrix.ts';
import type { CellsChanged } from './sessions.ts';

export type Watcher = (changed: CellsChanged) => void;

/** Tells the watchers of one session what changed, packed, at most once in 50 ms. */
export interface Frames {
  readonly add: (cell: number) => void;
  /** Something other than a cell is news: the pace, what is left. */
  readonly touch: () => void;
  readonly watch: (watcher: Watcher) => void;
  readonly leave: (watcher: Watcher) => void;
  readonly watchers: () => number;
}

const everyMs = 50;

export function createFrames(matrix: Matrix, pace: () => Pace | null, timer: Timer): Frames {
  const watchers = new Set<Watcher>();
  let cells: number[] = [];
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let isAsleep = false;

  function tell(): void {
    isAsleep = false;
    toldAtMs = timer.nowMs();
    const changed = cells;
    cells = [];
    const frame = { left: matrix.left, pace: pace() };
    for (const watcher of watchers) watcher({ ...packed(matrix, changed), ...frame });
  }

  function plan(): void {
    if (isAsleep || watchers.size === 0) return;
    isAsleep = true;
    void timer.sleep(Math.max(0, toldAtMs + everyMs - timer.nowMs())).then(tell);
  }

  return {
    add(cell) {
      if (watchers.size > 0) cells.push(cell);
    },
    touch: plan,
    watch: (watcher) => void watchers.add(watcher),
    leave: (watcher) => void watchers.delete(watcher),
    watchers: () => watchers.size,
  };
}

/** Each watcher gets arrays of its own: it may hand them on to another thread. */
function packed(
  { codes, checkedAt }: Matrix,
  changed: readonly number[],
): Pick<CellsChanged, 'cells' | 'codes' | 'checkedAt'> {
  const frame = {
    cells: new Uint32Array(changed.length),
    codes: new Uint8Array(changed.length),
    checkedAt: new Uint32Array(changed.length),
  };
  // A loop: `from` with a function takes five times as long, and this is done for every finding.
  changed.forEach((cell, at) => {
    frame.cells[at] = cell;
    frame.codes[at] = codes[cell] ?? 0;
    frame.checkedAt[at] = checkedAt[cell] ?? 0;
  });
  return frame;
}
