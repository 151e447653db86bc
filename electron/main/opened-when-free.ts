/** Something that can be opened by one process at a time, and what came of trying. */
export interface Attempt<T> {
  readonly opened: T;
  /** Another process has it: worth another try. */
  readonly isBusy: boolean;
}

export interface OpenedWhenFree<T> {
  /** What came of the last try. */
  readonly current: () => Promise<T>;
  /** Tries no more; answers when a try that is under way is over. */
  readonly stop: () => Promise<T>;
}

export interface OpenedWhenFreeDeps<T> {
  readonly open: () => Promise<Attempt<T>>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Told when a later try has succeeded where the first had not. */
  readonly onFreed: () => void;
  readonly onBug: (thrown: unknown) => void;
}

const betweenTriesMs = 1_000;

/** Opens at once, and where another process is in the way goes on trying until it has gone. */
export function openedWhenFree<T>(deps: OpenedWhenFreeDeps<T>): OpenedWhenFree<T> {
  const stopped = new AbortController();
  let attempt = deps.open();

  async function waitUntilFree(): Promise<void> {
    if (!(await attempt).isBusy) return;
    while (!stopped.signal.aborted) {
      await deps.sleep(betweenTriesMs, stopped.signal);
      const next = await deps.open();
      attempt = Promise.resolve(next);
      if (next.isBusy) continue;
      deps.onFreed();
      return;
    }
  }

  const waiting = waitUntilFree().catch((thrown: unknown) => {
    if (!stopped.signal.aborted) deps.onBug(thrown);
  });

  return {
    current: async () => (await attempt).opened,
    async stop() {
      stopped.abort();
      await waiting;
      return (await attempt).opened;
    },
  };
}
