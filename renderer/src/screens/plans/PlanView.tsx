import type { AppError } from '#shared/app-error.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import css from './plan/plan.module.css';
import { PlanFilter } from './plan/PlanFilter.tsx';
import { PlanHead } from './plan/PlanHead.tsx';
import { PlanRows } from './plan/PlanRows.tsx';
import { PlanStatus } from './plan/PlanStatus.tsx';
import { createPlanStore } from './plan/plan-store.ts';
import { usePlans } from './plans-store.ts';

interface Props {
  readonly planId: string;
}

/** One plan: while it is read, to be looked at and applied, while it runs, and what came of it. */
export function PlanView({ planId }: Props) {
  const { bridge } = useStores();
  const plans = usePlans();
  const plan = useStore(plans, (state) => state.plans.get(planId) ?? null);
  const [error, setError] = useState<AppError | null>(null);
  const [store] = useState(() => createPlanStore({ ...bridge, planId, put: plans.actions.put, restMs: 300 }));

  useEffect(() => {
    store.actions.begin();
    void plans.actions.find(planId).then((found) => setError(found.ok ? null : found.error));
    return store.actions.end;
  }, [store, plans, planId]);

  return (
    <div className={css['screen']}>
      <PlanHead plan={plan} />
      {error !== null && (
        <ErrorState
          error={error}
          about="This plan could not be read"
          remedies={{ 'try-again': () => void plans.actions.find(planId) }}
        />
      )}
      {plan !== null && (
        <>
          <PlanStatus store={store} plan={plan} />
          <PlanFilter store={store} plan={plan} />
          <PlanRows store={store} plan={plan} />
        </>
      )}
    </div>
  );
}
