import { fail, type Result } from '#shared/result.ts';
import type { Throttle } from '../connections/throttle.ts';

/** Runs `work` when the account's throttle has a place for it. Fails with: `cancelled` where the wait was given up; what `work` fails with. */
export async function throttled<T>(
  throttle: Throttle,
  work: () => Promise<Result<T>>,
  signal: AbortSignal,
): Promise<Result<T>> {
  try {
    return await throttle.run(work, signal);
  } catch (thrown) {
    if (signal.aborted) return fail({ kind: 'cancelled' });
    throw thrown;
  }
}
