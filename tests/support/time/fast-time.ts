import { setTimeout as sleep } from 'node:timers/promises';
import type { Timer } from '../../../electron/main/system/timer.ts';

/** A clock that runs so many times faster than the world's, for what waits for minutes beside real connections. */
export function aFastTime(
  timesFaster: number,
  startAt = '2026-03-01T10:30:00Z',
): { readonly timer: Timer; readonly now: () => Date } {
  const startedMs = performance.now();
  const nowMs = (): number => (performance.now() - startedMs) * timesFaster;
  return {
    timer: {
      nowMs,
      sleep: async (durationMs, signal) => {
        await sleep(durationMs / timesFaster, undefined, signal === undefined ? {} : { signal });
      },
    },
    now: () => new Date(Date.parse(startAt) + nowMs()),
  };
}
