import { storageFaultOf } from './storage-fault.ts';

/** Work that waits until nothing else is to be done, a step at a time. */
export interface Sweeper {
  /** Looks whether there is something to do; returns at once. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Calls that came meanwhile are answered between two steps. */
const pauseMs = 5;

/** @param step Does a little and says whether there is more. */
export function createSweeper(step: () => boolean): Sweeper {
  let timer: NodeJS.Timeout | null = null;

  function run(): void {
    timer = null;
    try {
      if (step()) plan();
    } catch (thrown) {
      // A full or damaged file: whoever asks for something next is told. What is left is removed another time.
      if (storageFaultOf(thrown) === null) throw thrown;
    }
  }

  function plan(): void {
    timer ??= setTimeout(run, pauseMs);
  }

  return {
    start: plan,
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
