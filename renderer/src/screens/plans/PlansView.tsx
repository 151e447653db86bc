import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { Plan } from '#shared/domain/plan.ts';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { activeAccount } from '../../shell/accounts-store.ts';
import { ChangesHead } from '../changes/ChangesHead.tsx';
import css from '../changes/changes.module.css';
import { LineGrid } from '../changes/LineGrid.tsx';
import list from './list/plans.module.css';
import { PlanLine } from './list/PlanLine.tsx';
import { usePlans } from './plans-store.ts';

/** The plans of the active account, live, the newest first. */
export function PlansView() {
  const { accounts } = useStores();
  const plans = usePlans();
  const activeId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  const { plans: known, listed, error } = useStore(plans);
  const shown = useMemo(
    () =>
      [...known.values()]
        .filter(({ accountId }) => accountId === activeId)
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    [known, activeId],
  );
  useEffect(() => {
    if (activeId !== null) void plans.actions.load(activeId);
  }, [plans, activeId]);
  return (
    <div className={css['screen']}>
      <div className={css['main']}>
        <ChangesHead here="plans" />
        {error !== null && (
          <ErrorState
            error={error}
            about="The batch changes could not be read"
            remedies={{ 'try-again': () => void plans.actions.load(activeId ?? '') }}
          />
        )}
        {shown.length > 0 && <Lines shown={shown} />}
        {shown.length === 0 && listed === activeId && error === null && <NoPlans />}
      </div>
    </div>
  );
}

const columns = ['Batch change', 'State', 'Progress', 'Result', 'Made'];

function Lines({ shown }: { readonly shown: readonly Plan[] }) {
  const { goToChanges } = useStores().route.actions;
  return (
    <LineGrid
      label="Batch changes"
      className={list['plans']}
      columns={columns}
      lines={shown}
      idPrefix="plan"
      onOpen={({ id }) => goToChanges({ kind: 'plan', planId: id })}
    >
      {(plan) => <PlanLine plan={plan} />}
    </LineGrid>
  );
}

function NoPlans() {
  const { route } = useStores();
  return (
    <EmptyState
      icon={<IconListCheck size={24} stroke={1.5} />}
      title="No batch changes yet"
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Select domains there to lock, unlock or renew them, or to set their nameservers. You review every row
      before anything is sent.
    </EmptyState>
  );
}
