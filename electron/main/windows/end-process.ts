import { setTimeout as wait } from 'node:timers/promises';

/** How long a process may take to end by itself, once its window is gone. */
const graceMs = 300;
/** Until when it must be gone. */
const patienceMs = 1_000;
const lookEveryMs = 10;

export interface EndProcessDeps {
  readonly isAlive: () => boolean;
  readonly kill: () => void;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<unknown>;
}

/**
 * Waits until a process is gone that has nothing to do any more, and kills it where it takes longer than 300 ms: nobody
 * knows what else is in its memory. Ends after a second at the latest; what a kill does not end is not ours to end.
 */
export async function endProcess({ isAlive, kill, nowMs, sleep }: EndProcessDeps): Promise<void> {
  const startMs = nowMs();
  let isKilled = false;
  while (isAlive() && nowMs() - startMs < patienceMs) {
    if (!isKilled && nowMs() - startMs >= graceMs) {
      isKilled = true;
      kill();
    }
    await sleep(lookEveryMs);
  }
}

/** The process with this id, to be ended; its parent may take a moment to notice that it has. */
export const processToEnd = (pid: number): EndProcessDeps => ({
  isAlive: () => signal(pid, 0),
  // Not by a crash, which would write a dump: of a process that had a code.
  kill: () => void signal(pid, 'SIGKILL'),
  nowMs: () => performance.now(),
  sleep: wait,
});

/** Whether there was a process to take the signal. */
function signal(pid: number, which: 0 | 'SIGKILL'): boolean {
  // 0 is not a process, but a whole group of them: ours.
  if (pid <= 0) return false;
  try {
    return process.kill(pid, which);
  } catch {
    return false;
  }
}
