import { fail, type Result } from '#shared/result.ts';
import type { Throttle, Timer } from '../connections/throttle.ts';

/** Runs `work` when the account's throttle has a place for it. Fails with: `cancelled` where the wait was given up; what `work` fails with. */
export async function throttled<T>(
  throttle: Throttle,
  work: () => Promise<Result<T>>,
  signal: AbortSignal,
): Promise<Result<T>> {
  try {
    return await throttle.run(work, signal);
  } catch (thrown) {
    if (thrown instanceof NoPlaceError)
      return fail({ kind: 'rate-limited', retryAfterS: thrown.retryAfterS });
    if (signal.aborted) return fail({ kind: 'cancelled' });
    throw thrown;
  }
}

/** As long as a person waits for a change to go out (F6). */
export const placeTimeoutMs = 30_000;

class NoPlaceError extends Error {
  readonly retryAfterS: number | null;

  constructor(retryAfterS: number | null) {
    super('No place came free in time');
    this.retryAfterS = retryAfterS;
  }
}

/**
 * A throttle that is waited for no longer than 30 s, whatever the service has asked for: `throttled` then fails with
 * `rate-limited`. What has begun is not ended by it.
 */
export const withinPlaceTimeout = (throttle: Throttle, timer: Timer): Throttle => ({
  ...throttle,
  async run(work, signal) {
    const waiting = new AbortController();
    const started = new AbortController();
    timer.sleep(placeTimeoutMs, started.signal).then(
      () => waiting.abort(new NoPlaceError(retryAfterS(throttle))),
      () => undefined,
    );
    try {
      return await throttle.run(
        () => {
          started.abort();
          return work();
        },
        AbortSignal.any([signal, waiting.signal]),
      );
    } finally {
      started.abort();
    }
  },
});

function retryAfterS({ startsInMs }: Throttle): number | null {
  const waitMs = startsInMs?.() ?? 0;
  return waitMs <= 0 ? null : Math.ceil(waitMs / 1_000);
}
