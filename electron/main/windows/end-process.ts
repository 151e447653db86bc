import { setTimeout as wait } from 'node:timers/promises';

/** How long a process may take to end by itself once its window is gone. */
const graceMs = 300;
/** By then the process must be gone. */
const timeoutMs = 1_000;
const checkEveryMs = 10;

interface EndProcessDeps {
  readonly isAlive: () => boolean;
  readonly kill: () => void;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<unknown>;
}

/**
 * Waits until an unused process has ended, and kills it if it takes longer than 300 ms: its memory may still hold
 * secrets. Gives up after a second; a process that survives the kill cannot be ended by us.
 */
export async function endProcess({ isAlive, kill, nowMs, sleep }: EndProcessDeps): Promise<void> {
  const startMs = nowMs();
  let isKilled = false;
  while (isAlive() && nowMs() - startMs < timeoutMs) {
    if (!isKilled && nowMs() - startMs >= graceMs) {
      isKilled = true;
      kill();
    }
    await sleep(checkEveryMs);
  }
}

/** The process with this id, to be ended; its parent may take a moment to notice its end. */
export const processToEnd = (pid: number): EndProcessDeps => ({
  isAlive: () => signal(pid, 0),
  // Not by a crash: that would write a dump of a process that held a code.
  kill: () => void signal(pid, 'SIGKILL'),
  nowMs: () => performance.now(),
  sleep: wait,
});

/** Whether a process existed to receive the signal. */
function signal(pid: number, which: 0 | 'SIGKILL'): boolean {
  // 0 is not a process but a process group: ours.
  if (pid <= 0) return false;
  try {
    return process.kill(pid, which);
  } catch {
    return false;
  }
}
