import type { Timer } from '../connections/throttle.ts';

/** A wait that the end of the program ends; false where it did. */
export const sleepingUntil =
  (timer: Pick<Timer, 'sleep'>, closing: AbortSignal) =>
  async (durationMs: number): Promise<boolean> => {
    try {
      closing.throwIfAborted();
      await timer.sleep(durationMs, closing);
      return true;
    } catch (thrown) {
      if (closing.aborted) return false;
      throw thrown;
    }
  };
