import type { Timer } from '../connections/throttle.ts';

/** Clicks that are not answered yet, one for each domain. */
export interface UnderWay {
  /** What `work` returns; null where there is one of the same name, and `work` was not begun. */
  readonly once: <T>(name: string, work: () => Promise<T>) => Promise<T | null>;
  /** Ends when all of them have, or when that takes too long for a program that ends. */
  readonly settled: () => Promise<void>;
}

/** What was asked for when the program ends is waited for so long: its line in the journal is to be whole. */
const lastLinesMs = 1_000;

export function createUnderWay(timer: Timer): UnderWay {
  const works = new Map<string, Promise<unknown>>();
  return {
    async once(name, work) {
      if (works.has(name)) return null;
      const mine = work();
      works.set(name, mine);
      try {
        return await mine;
      } finally {
        works.delete(name);
      }
    },
    async settled() {
      const waiting = new AbortController();
      const patience = timer.sleep(lastLinesMs, waiting.signal).catch(() => undefined);
      await Promise.race([Promise.allSettled(works.values()), patience]);
      waiting.abort();
    },
  };
}
