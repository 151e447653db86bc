/** Counts events by the second. */
export interface Counter {
  readonly count: (nowMs: number) => void;
  /** In the last whole second of counting; 0 before there was one. */
  readonly perSecond: () => number;
}

export function createCounter(nowMs: number): Counter {
  let sinceMs = nowMs;
  let counted = 0;
  let perSecond = 0;
  return {
    count(atMs) {
      counted += 1;
      const tookMs = atMs - sinceMs;
      if (tookMs < 1_000) return;
      perSecond = (counted * 1_000) / tookMs;
      sinceMs = atMs;
      counted = 0;
    },
    perSecond: () => perSecond,
  };
}
