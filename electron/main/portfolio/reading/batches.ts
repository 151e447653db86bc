import type { Timer } from '../../connections/throttle.ts';

/** Things that are done many at a time, one batch after the other, in the order in which they came. */
export interface Batches<T> {
  readonly add: (one: T) => void;
  /** All that came so far, done. */
  readonly flush: () => Promise<void>;
}

/** How long the first of a batch waits for others. */
export const gatheringMs = 100;

/** @param work Never rejects. */
export function createBatches<T>(work: (batch: readonly T[]) => Promise<void>, timer: Timer): Batches<T> {
  let gathered: T[] = [];
  let last: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    const batch = gathered;
    gathered = [];
    if (batch.length > 0) last = last.then(() => work(batch));
    return last;
  }

  return {
    add(one) {
      gathered.push(one);
      const mine = gathered;
      if (gathered.length === 1) {
        void timer.sleep(gatheringMs).then(() => {
          if (gathered === mine) void flush();
        });
      }
    },
    flush,
  };
}
