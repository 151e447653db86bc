import type { ChangeState } from '#shared/domain/change.ts';
import type { Plan } from '#shared/domain/plan.ts';
import { useStores } from '../../../app-stores.ts';
import { format } from '../../../lib/format.ts';
import { useChangeList } from '../../changes/change-list.ts';
import { wholeList } from '../../changes/list/list-store.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import css from './plan.module.css';
import type { PlanStore } from './plan-store.ts';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** What came of the changes so far; the way to those that need a person. */
export function Tallies({ plan }: Props) {
  const { counts } = plan;
  return (
    <ul className={`${css['tallies'] ?? ''} figures`} aria-label="Result">
      <Tally state="confirmed" count={counts.confirmed} />
      <Tally state="refused" count={counts.refused} planId={plan.id} />
      <Tally state="uncertain" count={counts.uncertain} planId={plan.id} />
      {counts.remaining > 0 && <li>{format.count(counts.remaining)} not sent</li>}
      {counts.leftOut > 0 && <li>{format.count(counts.leftOut)} excluded</li>}
    </ul>
  );
}

interface TallyProps {
  readonly state: ChangeState;
  readonly count: number;
  /** Where there is a way to them. */
  readonly planId?: string;
}

function Tally({ state, count, planId }: TallyProps) {
  const { route } = useStores();
  const list = useChangeList();
  if (count === 0) return null;

  function show(): void {
    list.actions.lookAt({ ...wholeList, planId: planId ?? null, states: [state] });
    route.actions.goToChanges({ kind: 'list', changeId: null });
  }

  return (
    <li>
      {planId === undefined ? (
        <span className={css['tally']}>
          <ChangeStateMark state={state} />
          {format.count(count)}
        </span>
      ) : (
        <button type="button" className={css['tally']} onClick={show}>
          <span className="spoken">Show</span>
          <ChangeStateMark state={state} />
          <span className={css['count']}>{format.count(count)}</span>
        </button>
      )}
    </li>
  );
}
