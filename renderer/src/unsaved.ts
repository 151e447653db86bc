import type { Bridge } from './client.ts';

/** Unsaved input, wherever on the page it was typed. */
export interface Unsaved {
  /**
   * The returned function removes it again.
   *
   * @param flush Sends unsaved input at once; resolves when main has answered. Called whenever a window closes.
   */
  readonly add: (flush: () => Promise<unknown>) => () => void;
  /** Sends it all; resolves when main has answered. */
  readonly flush: () => Promise<unknown>;
}

/** Flushes everything when main says that the window is about to close (F8); main waits for the answer. */
export function createUnsaved({ request, on }: Pick<Bridge, 'request' | 'on'>): Unsaved {
  const flushes = new Set<() => Promise<unknown>>();
  const flushAll = () => Promise.allSettled([...flushes].map((flush) => flush()));
  on['app.closing'](() => void flushAll().then(() => request.app.flushed({})));
  return {
    add(flush) {
      flushes.add(flush);
      return () => void flushes.delete(flush);
    },
    flush: flushAll,
  };
}
