import type { Timer } from '../../connections/throttle.ts';

/** Tells of something at most so often, and always what it came to in the end. */
export interface PacedNews {
  readonly soon: () => void;
  readonly now: () => void;
}

export function pacedNews(pauseMs: number, timer: Timer, tell: () => void): PacedNews {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let isPlanned = false;

  function now(): void {
    isPlanned = false;
    toldAtMs = timer.nowMs();
    tell();
  }

  return {
    now,
    soon() {
      if (isPlanned) return;
      const waitMs = toldAtMs + pauseMs - timer.nowMs();
      if (waitMs <= 0) {
        now();
        return;
      }
      isPlanned = true;
      void timer.sleep(waitMs).then(() => (isPlanned ? now() : undefined));
    },
  };
}
