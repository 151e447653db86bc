import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's collector; `last-resort` is the kind that gives the freed pages back to the system as well. */
type Collect = (how: {
  readonly type: 'major';
  readonly execution: 'async';
  readonly flavor: 'last-resort';
}) => Promise<void>;

interface MemoryRelease {
  /** Something was done here: the calm begins anew. */
  readonly stirred: () => void;
}

/**
 * Gives back once what a start leaves on this thread, some 10 MB of sources, syntax trees and half-filled pages: when nothing
 * has been done here for `calmMs`. A page's V8 is told when it is idle and does so by itself; nobody tells that of main or of
 * a thread of Node's, which keep everything until they have made as much again.
 *
 * Only then, because it holds the thread up: for two collections of everything, some tens of milliseconds.
 */
export function releaseOnceIdle(calmMs: number, giveBack: () => void = collect): MemoryRelease {
  let isDone = false;
  const timer = setTimeout(() => {
    isDone = true;
    giveBack();
  }, calmMs);
  timer.unref();
  return {
    stirred() {
      // A timer that has fired would begin again.
      if (!isDone) timer.refresh();
    },
  };
}

/** As {@link giveBackOnceCalm}, but each time: first when something was done, and nothing after it for `calmMs`. */
export function releaseWhenIdle(calmMs: number, giveBack: () => void = collect): MemoryRelease {
  let timer: NodeJS.Timeout | null = null;
  return {
    stirred() {
      // A timer that has fired begins again.
      timer ??= setTimeout(giveBack, calmMs).unref();
      timer.refresh();
    },
  };
}

const collect = (): void => void collector()?.({ type: 'major', execution: 'async', flavor: 'last-resort' });

/**
 * Out of a context in which nothing else runs: no global of ours has it. Null where another thread took the flag, which is
 * one for all, away meanwhile: then this once nothing is given back.
 */
export function collector(): Collect | null {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext(`typeof gc === 'function' ? gc : null`) as Collect | null; // by V8, under this flag
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
