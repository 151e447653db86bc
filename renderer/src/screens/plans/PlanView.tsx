import type { AppError } from '#shared/app-error.ts';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { Awaited } from '../../components/Awaited.tsx';
import { OtherAccount } from '../../components/OtherAccount.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { RowsTrouble } from '../changes/RowsTrouble.tsx';
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

  const find = useCallback(
    () => plans.actions.find(planId).then((found) => setError(found.ok ? null : found.error)),
    [plans, planId],
  );
  useEffect(() => {
    store.actions.begin();
    void find();
    return store.actions.end;
  }, [store, find]);

  return (
    <div className={css['screen']}>
      <PlanHead plan={plan} />
      {error !== null && (
        <ErrorState
          error={error}
          about="This batch change could not be read"
          remedies={{ 'try-again': () => void find() }}
        />
      )}
      {plan === null && error === null && <Awaited>Reading the batch change…</Awaited>}
      {plan !== null && (
        <>
          {plan.state !== 'done' && plan.state !== 'stopped' && <OtherAccount accountId={plan.accountId} />}
          <PlanStatus store={store} plan={plan} />
          <PlanFilter store={store} plan={plan} />
          <RowsTrouble
            rows={store.rows}
            about="The rows could not be read"
            again={() => void store.rows.anew()}
          />
          <PlanRows store={store} plan={plan} />
        </>
      )}
    </div>
  );
}
