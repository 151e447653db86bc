import type { AppError } from '#shared/app-error.ts';
import { verdictOn } from './verdict.ts';
import type { Patience } from './waits.ts';

/** The connection gave way to another one, which is there at once. */
const soonMs = 100;

/**
 * How long to wait after a failure; null where the clock does not help. What only a person can mend is not tried again by
 * itself: a wrong key that is shown again and again can lock an account.
 */
export function pauseAfter(error: AppError, patience: Patience): number | null {
  if (error.kind === 'cancelled') return soonMs;
  if (error.kind === 'rate-limited') return Math.max(patience.nextMs(), (error.retryAfterS ?? 0) * 1_000);
  return error.kind !== 'storage' && verdictOn(error) === 'person' ? null : patience.nextMs();
}
