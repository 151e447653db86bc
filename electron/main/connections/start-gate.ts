/** Decides when the next request of an account may start. Evenly spaced, and never over the ceiling in any second. */
export interface StartGate {
  /** The earliest moment for the next start. */
  readonly nextAtMs: () => number;
  /** @param allowedPerSecond At or below the ceiling; null where there is no limit now. */
  readonly started: (nowMs: number, allowedPerSecond: number | null) => void;
}

/** A start that a timer made late is made up for by the next one, as far as this. */
const lateMs = 5;

/** @param ceilingPerSecond Null where there is none. */
export function createStartGate(ceilingPerSecond: number | null): StartGate {
  // The moments of the latest starts, as many as the ceiling allows in `windowMs`: the oldest bounds the next one.
  const size = ceilingPerSecond === null ? 0 : Math.max(1, Math.floor(ceilingPerSecond));
  const windowMs = ceilingPerSecond === null ? 0 : (size / ceilingPerSecond) * 1_000;
  const latest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let spacedAtMs = Number.NEGATIVE_INFINITY;

  return {
    nextAtMs: () => (size === 0 ? spacedAtMs : Math.max(spacedAtMs, (latest[oldest] ?? 0) + windowMs)),
    started(nowMs, allowedPerSecond) {
      if (size > 0) {
        latest[oldest] = nowMs;
        oldest = (oldest + 1) % size;
      }
      const spacingMs = allowedPerSecond === null ? 0 : 1_000 / allowedPerSecond;
      const plannedAtMs = nowMs - spacedAtMs <= lateMs ? spacedAtMs : nowMs;
      spacedAtMs = plannedAtMs + spacingMs;
    },
  };
}
