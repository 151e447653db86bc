export interface Throttle {
  /**
   * Runs `work` when a place and a moment are free, in the order of asking.
   *
   * @returns What `work` returns. Rejects with the signal's reason when it is aborted while still waiting.
   */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
}

export interface ThrottleLimits {
  readonly concurrency: number;
  /** The ceiling; starts are spaced evenly below it. */
  readonly requestsPerSecond: number;
}

export interface Timer {
  readonly nowMs: () => number;
  /** Resolves after `durationMs`; rejects with the signal's reason when that is aborted first. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

/** One account's share of the service: at most so many requests at once, and at most so many a second. */
export function createThrottle(limits: ThrottleLimits, timer: Timer): Throttle {
  const spacingMs = 1_000 / limits.requestsPerSecond;
  let nextStartAtMs = 0;
  let free = limits.concurrency;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the place to the next in line, or keeps it free. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  async function moment(signal: AbortSignal): Promise<void> {
    const startAtMs = Math.max(timer.nowMs(), nextStartAtMs);
    nextStartAtMs = startAtMs + spacingMs;
    const waitMs = startAtMs - timer.nowMs();
    if (waitMs > 0) await timer.sleep(waitMs, signal);
  }

  return {
    async run(work, signal) {
      await enter();
      try {
        signal.throwIfAborted();
        await moment(signal);
        return await work();
      } finally {
        leave();
      }
    },
  };
}
