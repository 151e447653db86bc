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
  readonly nextMs: () => number;
  readonly goesWell: () => void;
}

export function createBackoff(limits: BackoffLimits): Backoff {
  let failures = 0;
  return {
    nextMs() {
      failures += 1;
      return backoffMs(failures, limits);
    },
    goesWell: () => void (failures = 0),
  };
}
