import type { Timer } from '../../connections/throttle.ts';

/** Waiting until it is worth trying again. */
export interface Waits {
  /** Resolves after `durationMs` (null: not by time), at a wake of the account, or when it is given up. */
  readonly wait: (accountId: string, durationMs: number | null, signal: AbortSignal) => Promise<void>;
  /** Every account where none is named. */
  readonly wake: (accountId?: string) => void;
}

export function createWaits(timer: Pick<Timer, 'sleep'>): Waits {
  const waiting = new Map<() => void, string>();
  return {
    async wait(accountId, durationMs, signal) {
      if (signal.aborted) return;
      const ending = new AbortController();
      const end = (): void => ending.abort();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      ending.signal.addEventListener('abort', () => resolve(undefined));
      signal.addEventListener('abort', end);
      waiting.set(end, accountId);
      if (durationMs !== null) timer.sleep(durationMs, ending.signal).then(end, () => undefined);
      await promise;
      signal.removeEventListener('abort', end);
      waiting.delete(end);
    },
    wake(accountId) {
      for (const [end, of] of waiting) if (accountId === undefined || of === accountId) end();
    },
  };
}

const firstMs = 5_000;
const longestMs = 60_000;

/** How long to wait before the next try: longer each time, until one goes well. */
export interface Patience {
  readonly nextMs: () => number;
  readonly goesWell: () => void;
}

export function createPatience(): Patience {
  let tries = 0;
  return {
    nextMs() {
      tries += 1;
      return Math.min(longestMs, firstMs * 2 ** (tries - 1));
    },
    goesWell: () => void (tries = 0),
  };
}
