import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's garbage collector; `last-resort` also returns the freed pages to the system. */
type Collect = (how: {
  readonly type: 'major';
  readonly execution: 'async';
  readonly flavor: 'last-resort';
}) => Promise<void>;

interface MemoryRelease {
  /** Reports activity: the idle time starts again. */
  readonly stirred: () => void;
}

/**
 * Releases once, after `calmMs` without activity, the memory that the start leaves on this thread: some 10 MB of
 * sources, syntax trees and half-filled pages. A page's V8 is told when it is idle and does so by itself; main and
 * Node's worker threads are not, and keep everything until they have allocated as much again.
 *
 * Only when idle, because it blocks the thread: two full collections take some tens of milliseconds.
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
      // Refreshing a timer that has fired would start it again.
      if (!isDone) timer.refresh();
    },
  };
}

/** As {@link releaseOnceIdle}, but repeatedly: after each activity that is followed by `calmMs` without any. */
export function releaseWhenIdle(calmMs: number, giveBack: () => void = collect): MemoryRelease {
  let timer: NodeJS.Timeout | null = null;
  return {
    stirred() {
      // Refreshing starts a timer that has fired again.
      timer ??= setTimeout(giveBack, calmMs).unref();
      timer.refresh();
    },
  };
}

const collect = (): void => void collector()?.({ type: 'major', execution: 'async', flavor: 'last-resort' });

/**
 * V8's garbage collector, taken from a separate context, so that no global of ours exposes it. Null if another thread
 * has reset the flag meanwhile, which is shared by the process: then this release is skipped.
 */
export function collector(): Collect | null {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext(`typeof gc === 'function' ? gc : null`) as Collect | null; // Defined by V8 under this flag.
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
