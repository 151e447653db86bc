import { useStore } from 'zustand';
import { NoneShown } from '../../../components/NoneShown.tsx';
import type { PlanStore, Which } from './plan-store.ts';

/** The one row of a list whose choice leaves none. */
export function NoRows({ store }: { readonly store: PlanStore }) {
  const which = useStore(store, (state) => state.which);
  return (
    <NoneShown title={noneWords[which]} onAll={() => store.actions.show('all')}>
      All rows of the batch were looked through.
    </NoneShown>
  );
}

const noneWords: Readonly<Record<Which, string>> = {
  all: 'This batch has no rows',
  'to-do': 'No domain is ready',
  'left-out': 'No domain is excluded',
  odd: 'Nothing needs attention',
};
