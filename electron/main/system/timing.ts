/** Monotonic time, passed in so that tests can jump. */
export interface Timer {
  readonly nowMs: () => number;
  /** Resolves after `durationMs`; rejects with the signal's reason when that is aborted first. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

/** What services are given of the world around them, so that tests can give them another one; each names what it uses. */
export type Given<K extends 'now' | 'timer' | 'newId' | 'onBug'> = Pick<
  {
    readonly now: () => Date;
    readonly timer: Timer;
    readonly newId: () => string;
    /** Receives exceptions of background work. */
    readonly onBug: (thrown: unknown) => void;
  },
  K
>;

interface BackoffLimits {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * The pause before the next try: doubled after each failure, up to a limit.
 *
 * @param failures From 1.
 */
export const backoffMs = (failures: number, { firstMs, longestMs }: BackoffLimits): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));

/** Counts the failures since the last success. */
export type Backoff = ReturnType<typeof createBackoff>;

/** @param share Which part of a pause is waited for, from 0 to 1: so that not all try at the same moment. */
export function createBackoff(limits: BackoffLimits, share = (): number => 1) {
  let failures = 0;
  return {
    /** @param mostMs The longest pause this time. */
    nextMs(mostMs = limits.longestMs): number {
      failures += 1;
      return Math.min(mostMs, backoffMs(failures, limits)) * share();
    },
    goesWell: () => void (failures = 0),
  };
}

/** Acts at most once per pause, for everything that happened since the last time. */
export type Coalesced = ReturnType<typeof coalesce>;

export function coalesce(act: () => void, pauseMs: number, timer: Timer) {
  let actedAtMs = Number.NEGATIVE_INFINITY;
  let planned: object | null = null;

  function now(): void {
    planned = null;
    actedAtMs = timer.nowMs();
    act();
  }

  return {
    /** Something happened: acts when the pause since the last time is over, once for all calls until then. */
    soon() {
      if (planned !== null) return;
      const mine = {};
      planned = mine;
      void timer.sleep(Math.max(0, actedAtMs + pauseMs - timer.nowMs())).then(() => {
        if (planned === mine) now();
      });
    },
    /** Acts at once, and not again for the calls before. */
    now,
    /** Forgets the calls before. */
    stop: () => void (planned = null),
  };
}
