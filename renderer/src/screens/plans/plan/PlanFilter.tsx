import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { RowFilter } from '../../changes/RowFilter.tsx';
import { isAgain } from '../plan-words.ts';
import type { PlanStore, Which } from './plan-store.ts';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** Which rows are shown. */
export function PlanFilter({ store, plan }: Props) {
  const { counts, state } = plan;
  const isFirst = state === 'ready' && !isAgain(plan);
  const which = useStore(store, (state) => state.which);
  const choices: readonly (readonly [Which, string, number | null])[] = [
    ['all', 'All', counts.rows],
    ['to-do', isFirst ? 'Ready' : 'Included', counts.toDo],
    ['left-out', 'Excluded', counts.leftOut],
    ['odd', 'Needs attention', null],
  ];
  return <RowFilter choices={choices} which={which} onShow={store.actions.show} />;
}
