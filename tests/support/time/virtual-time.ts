import type { Timer } from '../../../electron/main/system/timing.ts';

/** A clock that stands still until everything that can happen at this moment has happened, and then jumps to the next. */
export interface VirtualTime {
  readonly timer: Timer;
  readonly now: () => Date;
  /** Lets time pass until `isDone`, or until nothing is left to wait for; fails after `mostMs`. */
  readonly until: (isDone: () => boolean, mostMs?: number) => Promise<void>;
  readonly pass: (durationMs: number) => Promise<void>;
  /** What a promise comes to, if time has to pass for it. */
  readonly outcomeOf: <T>(promise: Promise<T>) => Promise<T>;
  /** A timer for one process: after `end`, nothing that sleeps by it ever wakes. */
  readonly timerOfProcess: () => { readonly timer: Timer; readonly end: () => void };
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

const dayMs = 24 * 3_600_000;

/** Enough for what waits for promises alone: many times faster than {@link turns}. */
export async function promises(): Promise<void> {
  for (let step = 0; step < 12; step += 1) await Promise.resolve();
}

/** Two turns of the loop: one for what is queued, one for what that starts. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** @param settle Lets everything happen that can happen at one moment. */
export function aVirtualTime(
  settle: () => Promise<void> = turns,
  startAt = '2026-03-01T10:30:00Z',
): VirtualTime {
  const sleepers = new Set<Sleeper>();
  const startMs = Date.parse(startAt);
  let nowMs = 0;

  function earliest(): Sleeper | null {
    let first: Sleeper | null = null;
    for (const sleeper of sleepers) if (first === null || sleeper.atMs < first.atMs) first = sleeper;
    return first;
  }

  /** False where nobody sleeps until `endMs` or before. */
  async function step(endMs: number): Promise<boolean> {
    await settle();
    const next = earliest();
    if (next === null || next.atMs > endMs) return false;
    nowMs = Math.max(nowMs, next.atMs);
    for (const sleeper of [...sleepers]) {
      if (sleeper.atMs > nowMs) continue;
      sleepers.delete(sleeper);
      sleeper.wake();
    }
    return true;
  }

  async function until(isDone: () => boolean, mostMs = 40 * dayMs): Promise<void> {
    const endMs = nowMs + mostMs;
    for (;;) {
      await settle();
      if (isDone()) return;
      if (!(await step(endMs))) throw new Error(`Nothing happens any more, after ${nowMs} ms`);
    }
  }

  function sleep(durationMs: number, signal: AbortSignal | undefined, own?: Set<Sleeper>): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        own?.delete(sleeper);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      // As Node does it: whole milliseconds, one at least, and so a little early.
      const sleeper = { atMs: nowMs + Math.max(1, Math.trunc(durationMs)), wake };
      const giveUp = (): void => {
        own?.delete(sleeper);
        if (sleepers.delete(sleeper)) reject(signal?.reason as Error); // Nobody aborts with less than an error.
      };
      sleepers.add(sleeper);
      own?.add(sleeper);
      if (signal?.aborted === true) giveUp();
      else signal?.addEventListener('abort', giveUp);
    });
  }

  return {
    timer: { nowMs: () => nowMs, sleep: (durationMs, signal) => sleep(durationMs, signal) },
    timerOfProcess() {
      const own = new Set<Sleeper>();
      let isOver = false;
      return {
        timer: {
          nowMs: () => nowMs,
          sleep: (durationMs, signal) =>
            isOver ? new Promise(() => undefined) : sleep(durationMs, signal, own),
        },
        end() {
          isOver = true;
          for (const sleeper of own) sleepers.delete(sleeper);
          own.clear();
        },
      };
    },
    now: () => new Date(startMs + nowMs),
    until,
    async outcomeOf(promise) {
      let isSettled = false;
      const settled = (): void => void (isSettled = true);
      promise.then(settled, settled);
      await until(() => isSettled);
      return await promise;
    },
    async pass(durationMs) {
      const endMs = nowMs + durationMs;
      while (await step(endMs));
      nowMs = endMs;
    },
  };
}

/** Of the real time between two looks at the clock, no more than this counts. */
const longestStepMs = 5;

interface FastSleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

interface FastTime {
  readonly timer: Timer;
  readonly now: () => Date;
  /** The clock stands still meanwhile: for what takes no time in the world that is played, and some in this one. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * A clock that runs so many times faster than the world's, for what waits for minutes beside real connections. On a busy
 * machine it runs slower: time in which this process got no processor hardly counts, because nothing could happen in it.
 */
export function aFastTime(timesFaster: number, startAt = '2026-03-01T10:30:00Z'): FastTime {
  const sleepers = new Set<FastSleeper>();
  let lookedAtMs = performance.now();
  let halts = 0;
  let passedMs = 0;
  let ticking: NodeJS.Timeout | null = null;

  function nowMs(): number {
    const atMs = performance.now();
    if (halts === 0) passedMs += Math.min(atMs - lookedAtMs, longestStepMs) * timesFaster;
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
          const sleeper: FastSleeper = {
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
    async during(work) {
      nowMs();
      halts += 1;
      try {
        return await work();
      } finally {
        nowMs();
        halts -= 1;
      }
    },
  };
}
