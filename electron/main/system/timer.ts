/** Monotonic time, passed in so that tests can jump. */
export interface Timer {
  readonly nowMs: () => number;
  /** Resolves after `durationMs`; rejects with the signal's reason when that is aborted first. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}
