import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { RowFilter } from '../../changes/RowFilter.tsx';
import type { PlanStore, Which } from './plan-store.ts';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** Which rows are shown. */
export function PlanFilter({ store, plan: { counts } }: Props) {
  const which = useStore(store, (state) => state.which);
  const choices: readonly (readonly [Which, string, number | null])[] = [
    ['all', 'All', counts.rows],
    ['to-do', 'To do', counts.toDo],
    ['left-out', 'Left out', counts.leftOut],
    ['odd', 'Odd: left out, refused, uncertain', null],
  ];
  return <RowFilter choices={choices} which={which} onShow={store.actions.show} />;
}
