import type { Attention, Grouping } from '#shared/domain/attention.ts';
import type { Stores } from '../app-stores.ts';
import { createReading, createRested } from '../ui/live-collection.ts';
import { idle, type Remote } from '../remote.ts';
import { createStore } from 'zustand/vanilla';

export interface TodayState {
  readonly attention: Remote<Attention>;
  /** Whether what is snoozed is shown too. */
  readonly showsSnoozed: boolean;
  readonly by: Grouping;
}

export type TodayStore = ReturnType<typeof todayOf>;

/** What needs a person, live, for the screen and for the count on the rail. */
export function todayOf({ bridge }: Pick<Stores, 'bridge'>) {
  const store = createStore<TodayState>(() => ({ attention: idle, showsSnoozed: false, by: null }));
  const reading = createReading(() => {
    const { by } = store.getState();
    return bridge.request.today.read(by === null ? {} : { by });
  });
  reading.subscribe((attention) => store.setState({ attention }));
  const { read, readSoon } = createRested(reading.read);

  bridge.on['today.changed'](readSoon);
  bridge.on['team.changed'](({ isNews }) => {
    if (isNews) readSoon();
  });

  /** What is shown stays until the rows of the other grouping are there. */
  function group(by: Grouping): void {
    if (store.getState().by === by) return;
    store.setState({ by });
    void read();
  }

  return {
    ...store,
    actions: {
      read,
      readSoon,
      group,
      showSnoozed: (showsSnoozed: boolean) => store.setState({ showsSnoozed }),
    },
  };
}
