export interface DailyDeps {
  /** When the last one was made that stands for its day; null where there is none. */
  readonly lastMadeAt: () => string | null;
  /** Where it comes to nothing, it is tried again at the next look. */
  readonly make: () => Promise<unknown>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
  readonly onBug: (thrown: unknown) => void;
}

/** A start is over by then, and what it found to do begun. */
const firstLookMs = 60_000;
const betweenLooksMs = 600_000;
const oneDayMs = 86_400_000;

/** Makes one whenever the last is older than a day: a minute after the start, and all through a long run. */
export function createDaily(deps: DailyDeps): { readonly stop: () => void } {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function run(): Promise<void> {
    for (let waitMs = firstLookMs; ; waitMs = betweenLooksMs) {
      await deps.sleep(waitMs, signal);
      if (isDue()) await deps.make();
    }
  }

  function isDue(): boolean {
    const last = deps.lastMadeAt();
    // One from the future was made under a wrong clock: it says nothing of today.
    return last === null || Math.abs(deps.now().getTime() - Date.parse(last)) >= oneDayMs;
  }

  run().catch((thrown: unknown) => {
    if (!signal.aborted) deps.onBug(thrown);
  });
  return { stop: () => stopped.abort() };
}
