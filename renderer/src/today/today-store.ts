import type { Attention } from '#shared/domain/attention.ts';
import type { Stores } from '../app-stores.ts';
import { createReading, createRested } from '../ui/live-collection.ts';
import { idle, type Remote } from '../remote.ts';
import { createStore } from 'zustand/vanilla';

export interface TodayState {
  readonly attention: Remote<Attention>;
  /** Whether what is snoozed is shown too. */
  readonly showsSnoozed: boolean;
}

export type TodayStore = ReturnType<typeof todayOf>;

/** What needs a person, live, for the screen and for the count on the rail. */
export function todayOf({ bridge }: Pick<Stores, 'bridge'>) {
  const store = createStore<TodayState>(() => ({ attention: idle, showsSnoozed: false }));
  const reading = createReading(() => bridge.request.today.read({}));
  reading.subscribe((attention) => store.setState({ attention }));
  const { read, readSoon } = createRested(reading.read);

  bridge.on['today.changed'](readSoon);

  return {
    ...store,
    actions: { read, showSnoozed: (showsSnoozed: boolean) => store.setState({ showsSnoozed }) },
  };
}
