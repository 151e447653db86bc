import type { Attention } from '#shared/domain/attention.ts';
import type { Stores } from '../app-stores.ts';
import { createReading } from '../ui/live-collection.ts';
import { idle, type Remote } from '../remote.ts';
import { createStore } from 'zustand/vanilla';

export interface TodayState {
  readonly attention: Remote<Attention>;
  /** Whether what is snoozed is shown too. */
  readonly showsSnoozed: boolean;
}

export type TodayStore = ReturnType<typeof todayOf>;

/** The reading of a large portfolio takes a while: a tenth of the time at most goes into it. */
const restsPerRead = 10;
const longestRestMs = 30_000;

/** What needs a person, live, for the screen and for the count on the rail. */
export function todayOf({ bridge }: Pick<Stores, 'bridge'>) {
  const store = createStore<TodayState>(() => ({ attention: idle, showsSnoozed: false }));
  const reading = createReading(() => bridge.request.today.read({}));
  reading.subscribe((attention) => store.setState({ attention }));
  let isResting = false;
  let isStale = false;

  async function read(): Promise<void> {
    const begunMs = performance.now();
    await reading.read();
    const restMs = Math.min(longestRestMs, restsPerRead * (performance.now() - begunMs));
    isResting = true;
    setTimeout(() => {
      isResting = false;
      if (isStale) readSoon();
    }, restMs);
  }

  function readSoon(): void {
    isStale = isResting;
    if (!isResting) void read();
  }

  bridge.on['today.changed'](readSoon);

  return {
    ...store,
    actions: { read, showSnoozed: (showsSnoozed: boolean) => store.setState({ showsSnoozed }) },
  };
}
