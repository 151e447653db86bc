import { viewOf } from '#shared/domain/view-of.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { SessionDeps, SessionState } from './session-state.ts';
import { filterAt, followsFindings } from './view-choice.ts';

/** Keeps the shown rows in step with the choice and, without pulling them away from under a hand, with the findings. */
export interface ShownRows {
  /** Puts the rows in their places now. */
  readonly refresh: () => void;
  /** The same, once the typing rests. */
  readonly refreshSoon: () => void;
  /** Findings came: where they could change the rows, these follow when the hands are off them. */
  readonly follow: (cells: number) => void;
  /** A hand is on the grid: the rows stay where they are. */
  readonly touch: () => void;
  readonly end: () => void;
}

/** Filtering takes a twentieth of the time at most. */
const shareOfTime = 20;

/**
 * While a session runs, a filter by finding or an order by availability would move rows many times a second. The rule: what the
 * user chooses acts at once; what arrives by itself moves rows only when the grid was left alone for `times.rest`, and at most
 * once in `times.refresh`, or in twenty times of what the last filtering took: of millions of cells it takes long enough to be felt. Until then `newer` says how many findings the rows do not show yet, and the user can call for them.
 */
export function createShownRows(store: StoreApi<SessionState>, deps: SessionDeps): ShownRows {
  const { getState: get, setState: set } = store;
  let touchedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;

  function refresh(): void {
    clearTimeout(timer);
    clearTimeout(typing);
    timer = undefined;
    const { model, choice } = get();
    if (model === null) return;
    const begunAt = deps.nowMs();
    const filter = filterAt(choice.filter, begunAt);
    set({ shown: { view: viewOf(model.matrix, filter, choice.sort), filter, sort: choice.sort }, newer: 0 });
    const endedAt = deps.nowMs();
    nextAt = endedAt + Math.max(deps.times.refresh, shareOfTime * (endedAt - begunAt));
  }

  function refreshWhenQuiet(): void {
    const wait = Math.max(touchedAt + deps.times.rest, nextAt) - deps.nowMs();
    timer = wait > 0 ? setTimeout(refreshWhenQuiet, wait) : undefined;
    if (wait <= 0) refresh();
  }

  return {
    refresh,
    refreshSoon() {
      clearTimeout(typing);
      typing = setTimeout(refresh, deps.times.typing);
    },
    follow(cells) {
      const { choice, newer } = get();
      if (!followsFindings(choice)) return;
      set({ newer: newer + cells });
      if (timer === undefined) refreshWhenQuiet();
    },
    touch() {
      touchedAt = deps.nowMs();
    },
    end() {
      clearTimeout(timer);
      clearTimeout(typing);
    },
  };
}
