import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import css from './plan.module.css';
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
  return (
    <div className={`${css['chips'] ?? ''} figures`} role="group" aria-label="Rows to show">
      {choices.map(([value, label, count]) => (
        <button
          key={value}
          type="button"
          className={css['chip']}
          aria-pressed={which === value}
          onClick={() => store.actions.show(value)}
        >
          <span>{label}</span>
          {count !== null && <span className={css['count']}>{format.count(count)}</span>}
        </button>
      ))}
    </div>
  );
}
