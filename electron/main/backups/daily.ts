import type { AppError, StorageFault } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';

export interface DailyDeps {
  /** When the last one was made that stands for its day; null where there is none. */
  readonly lastMadeAt: () => string | null;
  readonly make: () => Promise<Result<unknown>>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
  readonly onFailure: (fault: StorageFault) => void;
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
      if (!isDue()) continue;
      const made = await deps.make();
      if (!made.ok) tell(made.error);
    }
  }

  function isDue(): boolean {
    const last = deps.lastMadeAt();
    // One from the future was made under a wrong clock: it says nothing of today.
    return last === null || Math.abs(deps.now().getTime() - Date.parse(last)) >= oneDayMs;
  }

  function tell(error: AppError): void {
    if (error.kind === 'storage') deps.onFailure(error.fault);
  }

  run().catch((thrown: unknown) => {
    if (!signal.aborted) deps.onBug(thrown);
  });
  return { stop: () => stopped.abort() };
}
