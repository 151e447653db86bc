import type { Plan } from '#shared/domain/plan.ts';
import { Age } from '../../../components/Age.tsx';
import { counted, format } from '../../../lib/format.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { planProgress, planStateText, planTitle } from '../plan-words.ts';
import css from './plans.module.css';

/** The cells of one plan: what it does, where it stands, and what came of it so far. */
export function PlanLine({ plan }: { readonly plan: Plan }) {
  const { counts } = plan;
  return (
    <>
      <span role="gridcell" className={css['what']}>
        <strong>{planTitle(plan.ask)}</strong>
        <span className={css['quiet']}>{counted(counts.rows, 'domain', 'domains')}</span>
      </span>
      <span role="gridcell" className={css['state']} data-state={plan.state}>
        {planStateText(plan)}
      </span>
      <span role="gridcell" className={css['quiet']}>
        {planProgress(plan)}
      </span>
      <span role="gridcell" className={css['tallies']}>
        {tallies(plan).map(({ state, count }) => (
          <span key={state} className={css['tally']}>
            <ChangeStateMark state={state} short />
            {format.count(count)}
          </span>
        ))}
      </span>
      <span role="gridcell" className={css['quiet']}>
        <Age at={plan.createdAt} />
      </span>
    </>
  );
}

const tallies = ({ counts }: Plan) =>
  (['confirmed', 'refused', 'uncertain'] as const)
    .map((state) => ({ state, count: counts[state] }))
    .filter(({ count }) => count > 0);
