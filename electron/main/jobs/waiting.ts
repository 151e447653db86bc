import { fail, type Result } from '#shared/result.ts';
import type { AccountThrottle, Throttle } from '../connections/throttle.ts';
import { createWaitingLine } from '../system/queue.ts';
import type { Timer } from '../system/timing.ts';
import { failureOf } from '../workspace/sqlite.ts';

/** A throttle for bulk work: it takes turns with the account's other bulk work, after interactive requests. */
export interface LaneThrottle extends Throttle {
  /** To be called when no more work will come. */
  readonly leave: () => void;
}

export function inLane(throttle: Pick<AccountThrottle, 'lane'>): LaneThrottle {
  const line = createWaitingLine<() => void>(() => lane.wake());
  const lane = throttle.lane(line.startNext);
  return {
    async run(work, signal) {
      const done = await line.place(signal);
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        done();
      }
    },
    leave: lane.close,
  };
}

/** Reads the signal on every call: it may have been aborted during an `await`. */
export const hasEnded = (signal: AbortSignal): boolean => signal.aborted;

/** The result of `work`; null as soon as `signal` is aborted. Then `onBug` receives what `work` throws. */
export async function unlessEnded<T>(
  work: Promise<T>,
  signal: AbortSignal,
  onBug: (thrown: unknown) => unknown,
): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const end = (): void => resolve(null);
  signal.addEventListener('abort', end);
  if (hasEnded(signal)) end();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', end);
    if (hasEnded(signal)) work.catch(onBug);
  }
}

/** The result of `work`; null as soon as it takes longer than that. The signal that it is given is aborted then. */
export async function withinTime<T>(
  { timer, onBug }: { readonly timer: Pick<Timer, 'sleep'>; readonly onBug: (thrown: unknown) => unknown },
  timeoutMs: number,
  work: (tooLate: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const tooLate = new AbortController();
  const done = new AbortController();
  timer.sleep(timeoutMs, done.signal).then(
    () => tooLate.abort(),
    () => undefined,
  );
  try {
    return await unlessEnded(work(tooLate.signal), tooLate.signal, onBug);
  } finally {
    done.abort();
  }
}

/**
 * Runs `work` when the account's throttle has a free slot. Fails with: `cancelled` where the wait was aborted, `rate-limited`
 * (see {@link withinPlaceTimeout}); what `work` fails with.
 */
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

/** The longest time that a person waits for a change to be sent (F6). */
export const placeTimeoutMs = 30_000;

class NoPlaceError extends Error {
  readonly retryAfterS: number | null;

  constructor(retryAfterS: number | null) {
    super('No slot came free in time');
    this.retryAfterS = retryAfterS;
  }
}

/**
 * A throttle with a wait of at most 30 s, whatever the service has asked for: `throttled` then fails with `rate-limited`. Work
 * that has begun is not affected.
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

/** Sleeps until the time is over or `closing` is aborted; false where it was aborted. */
export const sleepingUntil =
  (timer: Pick<Timer, 'sleep'>, closing: AbortSignal) =>
  async (durationMs: number): Promise<boolean> => {
    try {
      closing.throwIfAborted();
      await timer.sleep(durationMs, closing);
      return true;
    } catch (thrown) {
      if (closing.aborted) return false;
      throw thrown;
    }
  };

/** Converts what a call throws to a failure. */
export type Guard = <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;

/** A failure of the stores is what it means. @param onBug Returns the incident id. */
export const createGuard =
  (onBug: (thrown: unknown) => string): Guard =>
  async (call) => {
    try {
      return await call();
    } catch (thrown) {
      return fail(failureOf(thrown) ?? { kind: 'bug', incidentId: onBug(thrown) });
    }
  };
