/** Single reads that wait for a place, in the order of asking. */
export interface SingleFile {
  readonly areWaiting: () => boolean;
  /** False where nobody waits. */
  readonly startNext: () => boolean;
  /** Resolves when the place is there: the caller gives it back. Rejects when the signal is aborted before. */
  readonly place: (signal: AbortSignal) => Promise<void>;
}

/** @param pump Called when somebody has begun to wait. */
export function createSingleFile(pump: () => void): SingleFile {
  const waiting = new Set<() => void>();

  return {
    areWaiting: () => waiting.size > 0,
    startNext() {
      for (const start of waiting) {
        waiting.delete(start);
        start();
        return true;
      }
      return false;
    },
    place: (signal) =>
      new Promise((resolve, reject) => {
        const start = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = (): void => {
          waiting.delete(start);
          reject(signal.reason instanceof Error ? signal.reason : new Error('Given up'));
        };
        if (signal.aborted) {
          giveUp();
          return;
        }
        signal.addEventListener('abort', giveUp);
        waiting.add(start);
        pump();
      }),
  };
}
