import type { Timer } from './timing.ts';

/** A mutex: each task begins when the one before has ended, whatever its outcome. */
export function createMutex(): <T>(task: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task, task);
    last = mine;
    return mine;
  };
}

/** Callers that wait to start, in the order of their calls. @param onWaiting Called when a caller begins to wait. */
export function createWaitingLine<T>(onWaiting: () => void) {
  const waiting = new Set<(given: T) => void>();

  return {
    areWaiting: () => waiting.size > 0,
    /** Starts the next caller, which receives `given`. False where none waits. */
    startNext: (given: T): boolean => {
      for (const start of waiting) {
        waiting.delete(start);
        start(given);
        return true;
      }
      return false;
    },
    /** Resolves when the caller may start. Rejects when the signal is aborted before. */
    place: (signal: AbortSignal) =>
      new Promise<T>((resolve, reject) => {
        const start = (given: T): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(given);
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
        onWaiting();
      }),
  };
}

/** One task at a time per account, in the order of the calls. */
export type QueuePerAccount = ReturnType<typeof createQueuePerAccount>;

export function createQueuePerAccount() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Resolves when it is the caller's turn, with a function that ends the turn. */
    async take(accountId: string): Promise<() => void> {
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

/** Collects items and processes them in batches, one batch after the other, in order. */
export interface Gatherer<T> {
  readonly add: (one: T) => void;
  /** Processes all items added so far. */
  readonly flush: () => Promise<void>;
}

/** How long the first item of a batch waits for others. */
export const gatheringMs = 100;

/** @param work Processes one batch. Never rejects. */
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
