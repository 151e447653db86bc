import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Grouping } from '#shared/domain/attention.ts';
import { useStores } from '../app-stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';

interface TodayView {
  /** Whether what is snoozed is shown too. */
  readonly showsSnoozed: boolean;
  readonly by: Grouping;
}

/** How Today is looked at, here for as long as the page runs. */
export const todayViewOf = () => createStore<TodayView>(() => ({ showsSnoozed: false, by: null }));

/** What goes on, of all accounts. */
export const useWorks = () => valueOf(useAction('today', 'works', {})[0])?.works ?? [];

/** What needs a person, for the screen and for the count on the rail. What is shown stays until it is there in another grouping. */
export function useAttention() {
  const by = useStore(storeOf(useStores(), todayViewOf), (view) => view.by);
  return useAction('today', 'read', by === null ? {} : { by }, true);
}
