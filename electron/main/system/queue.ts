import type { Timer } from '../connections/throttle.ts';

/** A queue of one lane: each task begins when the one before has ended, however it ended. */
export function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task, task);
    last = mine;
    return mine;
  };
}

/** One at a time for each account, in the order of asking. */
export interface QueuePerAccount {
  /** Resolves when it is this one's turn, with what ends it. */
  readonly take: (accountId: string) => Promise<() => void>;
}

export function createQueuePerAccount(): QueuePerAccount {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(accountId) {
      const before = last.get(accountId) ?? Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const mine = before.then(() => promise);
      last.set(accountId, mine);
      void mine.then(() => {
        if (last.get(accountId) === mine) last.delete(accountId);
      });
      await before;
      return () => resolve(undefined);
    },
  };
}

/** Things that are done many at a time, one batch after the other, in the order in which they came. */
export interface Gatherer<T> {
  readonly add: (one: T) => void;
  /** All that came so far, done. */
  readonly flush: () => Promise<void>;
}

/** How long the first of a batch waits for others. */
export const gatheringMs = 100;

/** @param work Never rejects. */
export function createGatherer<T>(work: (batch: readonly T[]) => Promise<void>, timer: Timer): Gatherer<T> {
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
