import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { Plan } from '#shared/domain/plan.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { activeAccount } from '../../shell/accounts-store.ts';
import { ChangesHead } from '../changes/ChangesHead.tsx';
import css from '../changes/changes.module.css';
import { changeKeys } from '../changes/list/change-keys.ts';
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
            about="The plans could not be read"
            remedies={{ 'try-again': () => void plans.actions.load(activeId ?? '') }}
          />
        )}
        {shown.length > 0 && <Lines shown={shown} />}
        {shown.length === 0 && listed === activeId && error === null && <NoPlans />}
      </div>
    </div>
  );
}

function Lines({ shown }: { readonly shown: readonly Plan[] }) {
  const { goToChanges } = useStores().route.actions;
  const grid = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const at = shown.findIndex(({ id }) => id === cursor);
  useEffect(() => grid.current?.focus({ preventScroll: true }), [grid]);
  const open = (plan: Plan | undefined) => {
    if (plan !== undefined) goToChanges({ kind: 'plan', planId: plan.id });
  };
  return (
    <div
      ref={grid}
      className={`${list['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Plans"
      aria-rowcount={shown.length + 1}
      aria-activedescendant={at === -1 ? undefined : `plan-${at}`}
      onKeyDown={changeKeys({
        at,
        count: shown.length,
        moveTo: (row) => setCursor(shown[row]?.id ?? null),
        open: () => open(shown[at]),
        close: () => setCursor(null),
        toField: () => undefined,
      })}
    >
      <Heading />
      <div role="rowgroup">
        {shown.map((plan, index) => (
          <PlanLine
            key={plan.id}
            id={`plan-${index}`}
            index={index}
            plan={plan}
            current={index === at}
            onOpen={open}
          />
        ))}
      </div>
    </div>
  );
}

const Heading = () => (
  <div className={list['top']} role="rowgroup">
    <div className={list['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">Plan</span>
      <span role="columnheader">State</span>
      <span role="columnheader">Progress</span>
      <span role="columnheader">What came of it</span>
      <span role="columnheader">Made</span>
    </div>
  </div>
);

function NoPlans() {
  const { route } = useStores();
  return (
    <EmptyState
      icon={<IconListCheck size={24} stroke={1.5} />}
      title="No plans yet"
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Select domains there to lock, unlock or renew them or to set their nameservers, all in one. You look at
      every row before anything is sent.
    </EmptyState>
  );
}
