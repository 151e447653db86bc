import { createContext, use, useSyncExternalStore } from 'react';

/** A clock that all ages on the screen share, so that they tick together and cost one timer. */
export interface Ticker {
  readonly nowMs: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param everyMs How often the ages are told anew. */
export function createTicker(clock: () => number, everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let now = clock();
  let timer: ReturnType<typeof setInterval> | null = null;

  function tick(): void {
    now = clock();
    listeners.forEach((listener) => listener());
  }

  return {
    nowMs: () => now,
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(tick, everyMs);
      now = clock();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

export const TickerContext = createContext<Ticker>(createTicker(Date.now, 10_000));

/** The shared clock's time; the component is drawn again when it ticks. */
export function useNowMs(): number {
  const ticker = use(TickerContext);
  return useSyncExternalStore(ticker.subscribe, ticker.nowMs);
}
