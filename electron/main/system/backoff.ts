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
export interface Backoff {
  /** @param mostMs The longest pause this time. */
  readonly nextMs: (mostMs?: number) => number;
  readonly goesWell: () => void;
}

/** @param share Which part of a pause is waited for, from 0 to 1: so that not all try at the same moment. */
export function createBackoff(limits: BackoffLimits, share = (): number => 1): Backoff {
  let failures = 0;
  return {
    nextMs(mostMs = limits.longestMs) {
      failures += 1;
      return Math.min(mostMs, backoffMs(failures, limits)) * share();
    },
    goesWell: () => void (failures = 0),
  };
}
