import type { Bridge } from '#shared/ipc/types.ts';

/** What was typed and is not kept yet, wherever on the page it was typed. */
export interface Unsaved {
  /** @param flush Hands over at once what is left of one editor; resolves when main has answered. Called as often as a window closes. */
  readonly add: (flush: () => Promise<unknown>) => void;
}

/** Hands everything over when main says that the window is about to close (F8); main waits for the answer. */
export function createUnsaved({ request, on }: Pick<Bridge, 'request' | 'on'>): Unsaved {
  const flushes = new Set<() => Promise<unknown>>();
  on['app.closing'](() => {
    void Promise.allSettled([...flushes].map((flush) => flush())).then(() => request.app.flushed({}));
  });
  return { add: (flush) => void flushes.add(flush) };
}
