import type { Timer } from './timer.ts';

/** Acts at most once per pause, for everything that happened since the last time. */
export interface Coalesced {
  /** Something happened: acts when the pause since the last time is over, once for all calls until then. */
  readonly soon: () => void;
  /** Acts at once, and not again for the calls before. */
  readonly now: () => void;
  /** Forgets the calls before. */
  readonly stop: () => void;
}

export function coalesce(act: () => void, pauseMs: number, timer: Timer): Coalesced {
  let actedAtMs = Number.NEGATIVE_INFINITY;
  let planned: object | null = null;

  function now(): void {
    planned = null;
    actedAtMs = timer.nowMs();
    act();
  }

  return {
    soon() {
      if (planned !== null) return;
      const mine = {};
      planned = mine;
      void timer.sleep(Math.max(0, actedAtMs + pauseMs - timer.nowMs())).then(() => {
        if (planned === mine) now();
      });
    },
    now,
    stop: () => void (planned = null),
  };
}
