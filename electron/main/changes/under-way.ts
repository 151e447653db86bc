import { setMaxListeners } from 'node:events';
import type { ChangesDeps } from './context.ts';

/** What nobody waits for, until the program ends. */
export interface UnderWay {
  readonly closing: AbortSignal;
  readonly track: (work: Promise<unknown>) => void;
  /** Waits a while for what is on its way; what is not over then is left as it stands, and recovered at the next start. */
  readonly close: () => Promise<void>;
}

/** As long as a user waits for a window to close. */
const patienceMs = 3_000;

export function createUnderWay({ timer, onBug }: Pick<ChangesDeps, 'timer' | 'onBug'>): UnderWay {
  const ending = new AbortController();
  // As many waits hang on it as changes are being read back.
  setMaxListeners(0, ending.signal);
  const underWay = new Set<Promise<unknown>>();

  return {
    closing: ending.signal,
    track(work) {
      const tracked = work.catch(onBug).finally(() => underWay.delete(tracked));
      underWay.add(tracked);
    },
    async close() {
      ending.abort();
      const impatience = new AbortController();
      const waited = timer.sleep(patienceMs, impatience.signal).catch(() => undefined);
      await Promise.race([Promise.all(underWay), waited]);
      impatience.abort();
      await waited;
    },
  };
}
