/** Whether a service answers clearly slower than it did. */
export interface Latency {
  readonly answered: (durationMs: number, nowMs: number) => void;
  /** Over the baseline by far, for more than a few answers, and for more than a moment. */
  readonly isRising: (nowMs: number) => boolean;
  /** Of the latest answers; null before there are enough. */
  readonly typicalMs: () => number | null;
  /** After backing off: the answers that are still on their way tell nothing new. */
  readonly lookAgain: () => void;
}

/** An answer moves the mean by this share. */
const weight = 0.1;
const enough = 20;
const windowMs = 30_000;
/** A level that has lasted so many windows is no longer trouble: it is how the service is now. */
const windows = 10;

/**
 * All answers that are on their way when this machine stalls come late together. That is over in a moment; a service
 * that is slow stays so.
 */
const momentMs = 1_000;

const isClearlyOver = (meanMs: number, baselineMs: number): boolean => meanMs > 2.5 * baselineMs + 50;

/** The baseline is the lowest mean of the last five minutes, so that it follows a service that has changed. */
export function createLatency(): Latency {
  const lows: number[] = [];
  let meanMs = 0;
  let answers = 0;
  let sinceLook = 0;
  let windowEndsAtMs = Number.NEGATIVE_INFINITY;
  let overSinceMs = Number.POSITIVE_INFINITY;

  const isOver = (): boolean => lows.length > 0 && isClearlyOver(meanMs, Math.min(...lows));

  function noteLow(nowMs: number): void {
    if (nowMs >= windowEndsAtMs) {
      windowEndsAtMs = nowMs + windowMs;
      lows.push(meanMs);
      if (lows.length > windows) lows.shift();
    }
    const last = lows.length - 1;
    lows[last] = Math.min(lows[last] ?? meanMs, meanMs);
  }

  return {
    answered(durationMs, nowMs) {
      meanMs = answers === 0 ? durationMs : meanMs + weight * (durationMs - meanMs);
      answers += 1;
      sinceLook += 1;
      if (answers >= enough) noteLow(nowMs);
      overSinceMs = isOver() ? Math.min(overSinceMs, nowMs) : Number.POSITIVE_INFINITY;
    },
    isRising: (nowMs) => sinceLook >= enough && nowMs - overSinceMs >= momentMs,
    typicalMs: () => (answers >= enough ? meanMs : null),
    lookAgain: () => void (sinceLook = 0),
  };
}
