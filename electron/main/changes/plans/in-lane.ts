import type { AccountThrottle, Throttle } from '../../connections/throttle.ts';

/** A throttle of bulk work: it takes turns with the account's other bulk work, behind what a person waits for. */
export interface LaneThrottle extends Throttle {
  /** To be called when nothing waits any more. */
  readonly leave: () => void;
}

export function inLane(throttle: Pick<AccountThrottle, 'lane'>): LaneThrottle {
  const waiting = new Set<(done: () => void) => void>();
  const lane = throttle.lane((done) => {
    for (const start of waiting) {
      waiting.delete(start);
      start(done);
      return true;
    }
    return false;
  });

  /** Resolves when a place is free, with how it is given back. Rejects when the signal is aborted before. */
  const place = (signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(start);
        reject(signal.reason instanceof Error ? signal.reason : new Error('Given up'));
      };
      const start = (done: () => void): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(done);
      };
      if (signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener('abort', giveUp);
      waiting.add(start);
      lane.wake();
    });

  return {
    async run(work, signal) {
      const done = await place(signal);
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
