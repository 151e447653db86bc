import type { Timer } from './timer.ts';

/** A mutex: each task begins when the one before has ended, whatever its outcome. */
export function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task, task);
    last = mine;
    return mine;
  };
}

/** One task at a time per account, in the order of the calls. */
export interface QueuePerAccount {
  /** Resolves when it is the caller's turn, with a function that ends the turn. */
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

/** @returns Requests a call of `work`: it is called once for all requests, soon, at most once in `everyMs`. */
export function createCoalescer(work: () => void, everyMs: number, timer: Timer): () => void {
  let calledAtMs = Number.NEGATIVE_INFINITY;
  let isRequested = false;
  const call = (): void => {
    isRequested = false;
    calledAtMs = timer.nowMs();
    work();
  };
  return () => {
    if (isRequested) return;
    isRequested = true;
    void timer.sleep(Math.max(0, calledAtMs + everyMs - timer.nowMs())).then(call);
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
