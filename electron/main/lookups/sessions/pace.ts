import type { Estimate, Pace } from '#shared/domain/session.ts';
import type { Allowed } from '../../connections/throttle.ts';
import type { PaceMeter } from './pace-meter.ts';

/** How fast a session is asked and may be asked, and what is left of the way. */
export function paceOf(meter: PaceMeter, allowed: Allowed, cellsLeft: number, nowMs: number): Pace {
  return {
    ...meter.rates(nowMs),
    allowedPerSecond: allowed.perSecond,
    ceilingPerSecond: allowed.ceilingPerSecond,
    concurrency: allowed.concurrency,
    slowedBy: allowed.slowedBy,
    left: meter.left(cellsLeft, nowMs),
  };
}

/**
 * How long so many requests will take, before any of them was made. Null where there is no limit and nothing was
 * measured.
 */
export function expected(requests: number, { perSecond, concurrency, typicalMs }: Allowed): Estimate | null {
  const byPlaces = typicalMs === null || typicalMs <= 0 ? null : (concurrency * 1_000) / typicalMs;
  const rates = [perSecond, byPlaces].filter((rate) => rate !== null);
  if (rates.length === 0) return null;
  const likely = requests / Math.min(...rates);
  // As long as no answer was timed, it may well be the places and not the rate that decide.
  return { likely, low: 0.9 * likely, high: (byPlaces === null ? 2 : 1.3) * likely };
}
