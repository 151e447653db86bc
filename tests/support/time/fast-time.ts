import type { Timer } from '../../../electron/main/system/timing.ts';

/** Of the real time between two looks at the clock, no more than this counts. */
const longestStepMs = 5;

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/**
 * A clock that runs so many times faster than the world's, for what waits for minutes beside real connections. On a busy
 * machine it runs slower: time in which this process got no processor hardly counts, because nothing could happen in it.
 */
export function aFastTime(
  timesFaster: number,
  startAt = '2026-03-01T10:30:00Z',
): { readonly timer: Timer; readonly now: () => Date } {
  const sleepers = new Set<Sleeper>();
  let lookedAtMs = performance.now();
  let passedMs = 0;
  let ticking: NodeJS.Timeout | null = null;

  function nowMs(): number {
    const atMs = performance.now();
    passedMs += Math.min(atMs - lookedAtMs, longestStepMs) * timesFaster;
    lookedAtMs = atMs;
    return passedMs;
  }

  function tick(): void {
    ticking = null;
    const atMs = nowMs();
    for (const sleeper of [...sleepers].filter(({ dueMs }) => dueMs <= atMs)) sleeper.wake();
    plan();
  }

  function plan(): void {
    if (sleepers.size > 0) ticking ??= setTimeout(tick, 1);
  }

  return {
    timer: {
      nowMs,
      sleep: (durationMs, signal) =>
        new Promise((resolve, reject) => {
          const end = (): void => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', abort);
          };
          const abort = (): void => {
            end();
            reject(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'));
          };
          const sleeper: Sleeper = {
            dueMs: nowMs() + durationMs,
            wake() {
              end();
              resolve();
            },
          };
          if (signal?.aborted === true) {
            abort();
            return;
          }
          signal?.addEventListener('abort', abort);
          sleepers.add(sleeper);
          plan();
        }),
    },
    now: () => new Date(Date.parse(startAt) + nowMs()),
  };
}
