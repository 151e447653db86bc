/** The plans that are worked on: each by one at a time. */
export interface Works {
  /** Passed over where the plan is worked on already. One that was ended comes to its end first. */
  readonly begin: (planId: string, work: (signal: AbortSignal) => Promise<void>) => void;
  readonly isAtWork: (planId: string) => boolean;
  /** Nothing new is begun for it from now on. */
  readonly end: (planId: string) => void;
  /** Ends all of them, for good; resolves when they have. */
  readonly close: () => Promise<void>;
}

interface Work {
  readonly ending: AbortController;
  readonly done: Promise<void>;
}

export function createWorks(onBug: (thrown: unknown) => unknown): Works {
  const works = new Map<string, Work>();
  let isClosed = false;

  const isAtWork = (planId: string): boolean => works.get(planId)?.ending.signal.aborted === false;

  return {
    isAtWork,
    begin(planId, work) {
      if (isClosed || isAtWork(planId)) return;
      const ending = new AbortController();
      const before = works.get(planId)?.done ?? Promise.resolve();
      const done = before
        .then(() => (ending.signal.aborted ? undefined : work(ending.signal)))
        .catch(onBug)
        .then(() => {
          if (works.get(planId)?.ending === ending) works.delete(planId);
        });
      works.set(planId, { ending, done });
    },
    end: (planId) => works.get(planId)?.ending.abort(),
    async close() {
      isClosed = true;
      const all = [...works.values()];
      for (const { ending } of all) ending.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
