import { assertNever } from '#shared/assert-never.ts';
import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FlowTrouble } from '../../change/FlowTrouble.tsx';
import css from './plan.module.css';
import type { PlanStore } from './plan-store.ts';
import { Reading } from './Reading.tsx';
import { ReviewPart } from './ReviewPart.tsx';
import { RunPart } from './RunPart.tsx';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** Where the plan stands, and what a person can do about it. */
export function PlanStatus({ store, plan }: Props) {
  return (
    <section className={css['status']} data-state={plan.state} aria-label="Status of the batch">
      <Part store={store} plan={plan} />
      <Trouble store={store} />
    </section>
  );
}

function Part({ store, plan }: Props) {
  switch (plan.state) {
    case 'reading':
      return <Reading store={store} plan={plan} />;
    case 'ready':
      return <ReviewPart store={store} plan={plan} />;
    case 'running':
    case 'paused':
    case 'halted':
    case 'done':
    case 'stopped':
      return <RunPart store={store} plan={plan} />;
    default:
      return assertNever(plan.state);
  }
}

/** Why what was asked for was not done. Where the plan is otherwise than when it was looked at, reading again stands above. */
function Trouble({ store }: Pick<Props, 'store'>) {
  const error = useStore(store, (state) => state.error);
  if (error === null || (error.kind === 'invalid-input' && error.field === 'typedCount')) return null;
  if (error.kind === 'changed-since') return <ErrorState error={error} about="Nothing was applied" />;
  return (
    <FlowTrouble
      error={error}
      about="This was not done"
      lookAgain={() => void store.actions.step('read-again')}
    />
  );
}
