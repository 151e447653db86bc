/** A list of work in the background; a `Job`, or anything else that is done for it. */
export interface BackgroundJob {
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** What it waits for may be there. */
  readonly wake?: () => void;
}

/** The running jobs: at most one for each list of work. */
export interface Jobs {
  /** Does nothing where the list has a job already. A job that was ended finishes first. */
  readonly begin: (list: ListOfWork, create: (signal: AbortSignal) => BackgroundJob) => void;
  readonly isAtWork: (listId: string) => boolean;
  /** Ends the job of the list: it begins nothing new from now on. Resolves when it has finished. */
  readonly end: (listId: string) => Promise<void>;
  /** Makes the waiting jobs of the account try at once; those of all accounts where none is given. */
  readonly wake: (accountId?: string) => void;
  /** Ends all jobs and accepts no more; resolves when they have finished. */
  readonly close: () => Promise<void>;
}

interface ListOfWork {
  readonly id: string;
  readonly accountId: string;
}

interface Running {
  readonly accountId: string;
  readonly ending: AbortController;
  readonly done: Promise<void>;
  job: BackgroundJob | null;
}

export function createJobs(onBug: (thrown: unknown) => unknown): Jobs {
  const all = new Map<string, Running>();
  let isClosed = false;

  const isAtWork = (listId: string): boolean => all.get(listId)?.ending.signal.aborted === false;

  return {
    isAtWork,
    begin({ id, accountId }, create) {
      if (isClosed || isAtWork(id)) return;
      const ending = new AbortController();
      const { signal } = ending;
      const work = async (): Promise<void> => {
        if (signal.aborted) return;
        running.job = create(signal);
        await running.job.run(signal);
      };
      const before = all.get(id)?.done ?? Promise.resolve();
      const done = before
        .then(work)
        .catch(onBug)
        .then(() => {
          if (all.get(id) === running) all.delete(id);
        });
      const running: Running = { accountId, ending, done, job: null };
      all.set(id, running);
    },
    async end(listId) {
      const running = all.get(listId);
      running?.ending.abort();
      await running?.done;
    },
    wake(accountId) {
      for (const running of all.values()) {
        if (accountId === undefined || running.accountId === accountId) running.job?.wake?.();
      }
    },
    async close() {
      isClosed = true;
      const last = [...all.values()];
      for (const { ending } of last) ending.abort();
      await Promise.all(last.map(({ done }) => done));
    },
  };
}
