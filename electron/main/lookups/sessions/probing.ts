import type { Timer } from '../../connections/throttle.ts';

/** When a session that waits looks whether it can go on: after longer pauses each time, never over a minute. */
export interface Probing {
  /** Looks after the next pause, where that is not planned already. @param mostMs It is no longer than this. */
  readonly plan: (mostMs?: number) => void;
  /** Looks now; the next pauses are short again. */
  readonly now: () => void;
  readonly stop: () => void;
}

const firstMs = 2_000;
const longestMs = 60_000;

/** @param random From 0 (inclusive) to 1 (exclusive): several sessions shall not come back at one moment. */
export function createProbing(look: () => void, timer: Timer, random: () => number): Probing {
  let pauses = 0;
  let planned: AbortController | null = null;

  function stop(): void {
    planned?.abort();
    planned = null;
    pauses = 0;
  }

  return {
    plan(mostMs = longestMs) {
      if (planned !== null) return;
      const mine = new AbortController();
      planned = mine;
      const wake = (): void => {
        if (planned !== mine) return;
        planned = null;
        look();
      };
      const pauseMs = Math.min(mostMs, firstMs * 2 ** pauses) * (0.5 + random() / 2);
      pauses += 1;
      timer.sleep(pauseMs, mine.signal).then(wake, () => undefined);
    },
    now() {
      stop();
      look();
    },
    stop,
  };
}
