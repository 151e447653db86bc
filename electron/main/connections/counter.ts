/** Counts events by the second. */
export interface Counter {
  readonly count: (nowMs: number) => void;
  /**
   * In the last whole second of counting; before there was one, reckoned from what was counted so far. A pause is no
   * part of it: what comes after one is counted anew. 0 before anything was counted.
   */
  readonly perSecond: () => number;
}

const pauseMs = 1_000;
/** Of the first few events nothing more can be told than how many came in this time. */
const shortestMs = 100;

export function createCounter(): Counter {
  let sinceMs = Number.NEGATIVE_INFINITY;
  let latestMs = Number.NEGATIVE_INFINITY;
  let counted = 0;
  let perSecond: number | null = null;
  return {
    count(atMs) {
      if (atMs - latestMs > pauseMs) {
        sinceMs = atMs;
        counted = 0;
        perSecond = null;
      }
      latestMs = atMs;
      counted += 1;
      const tookMs = atMs - sinceMs;
      if (tookMs < 1_000) return;
      perSecond = (counted * 1_000) / tookMs;
      sinceMs = atMs;
      counted = 0;
    },
    perSecond: () =>
      perSecond ?? (counted === 0 ? 0 : (counted * 1_000) / Math.max(shortestMs, latestMs - sinceMs)),
  };
}
