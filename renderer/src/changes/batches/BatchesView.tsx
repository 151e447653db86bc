import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Batch } from '#shared/domain/batch.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../../app-stores.ts';
import { valueOf } from '../../bridge.ts';
import { activeAccount } from '../../shell/stores.ts';
import { Age, counted, format } from '../../ui/Formats.tsx';
import { AccountDot } from '../../ui/Marks.tsx';
import { Awaited, BackTo, OtherAccount } from '../../ui/PageParts.tsx';
import { LineGrid, RowFilter, RowsTrouble } from '../../ui/RowGrid.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { ChangesHead, ChangeStateMark } from '../ChangeParts.tsx';
import changesCss from '../changes.module.css';
import {
  batchProgress,
  batchStateText,
  type BatchStore,
  batchTitle,
  createBatchStore,
  isAgain,
  useBatches,
  type Which,
} from './batch-store.ts';
import { BatchStatus } from './BatchReview.tsx';
import { BatchRows } from './BatchRows.tsx';
import planCss from './plan.module.css';
import css from './plans.module.css';

/** The batches of the active account, live, the newest first. */
export function BatchesView() {
  const { accounts } = useStores();
  const plans = useBatches();
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
    <div className={changesCss['screen']}>
      <div className={changesCss['main']}>
        <ChangesHead here="plans" />
        {error !== null && (
          <ErrorState
            error={error}
            about="The batch changes could not be read"
            remedies={{ 'try-again': () => void plans.actions.load(activeId ?? '') }}
          />
        )}
        {shown.length > 0 && <Lines shown={shown} />}
        {shown.length === 0 && listed === activeId && error === null && <NoBatches />}
      </div>
    </div>
  );
}

const columns = ['Batch change', 'State', 'Progress', 'Result', 'Made'];

function Lines({ shown }: { readonly shown: readonly Batch[] }) {
  const { goToChanges } = useStores().route.actions;
  return (
    <LineGrid
      label="Batch changes"
      className={css['plans']}
      columns={columns}
      lines={shown}
      idPrefix="plan"
      onOpen={({ id }) => goToChanges({ kind: 'plan', planId: id })}
    >
      {(plan) => <BatchLine plan={plan} />}
    </LineGrid>
  );
}

function NoBatches() {
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

/** The cells of one batch: what it does, its state, and its results so far. */
function BatchLine({ plan }: { readonly plan: Batch }) {
  const { counts } = plan;
  return (
    <>
      <span role="gridcell" className={css['what']}>
        <strong>{batchTitle(plan.ask)}</strong>
        <span className={css['quiet']}>{counted(counts.rows, 'domain', 'domains')}</span>
      </span>
      <span role="gridcell" className={css['state']} data-state={plan.state}>
        {batchStateText(plan)}
      </span>
      <span role="gridcell" className={css['quiet']}>
        {batchProgress(plan)}
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

const tallies = ({ counts }: Batch) =>
  (['confirmed', 'refused', 'uncertain'] as const)
    .map((state) => ({ state, count: counts[state] }))
    .filter(({ count }) => count > 0);

interface Props {
  readonly planId: string;
}

/** One batch in any state: while it is read, reviewed, running, or over. */
export function BatchView({ planId }: Props) {
  const { bridge } = useStores();
  const plans = useBatches();
  const plan = useStore(plans, (state) => state.plans.get(planId) ?? null);
  const [error, setError] = useState<AppError | null>(null);
  const [store] = useState(() =>
    createBatchStore({ ...bridge, planId, put: plans.actions.put, restMs: 300 }),
  );

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
    <div className={planCss['screen']}>
      <BatchHead plan={plan} />
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
          <BatchStatus store={store} plan={plan} />
          <BatchFilter store={store} plan={plan} />
          <RowsTrouble
            rows={store.rows}
            about="The rows could not be read"
            again={() => void store.rows.anew()}
          />
          <BatchRows store={store} plan={plan} />
        </>
      )}
    </div>
  );
}

/** What the batch does, the number of domains, and the account. */
function BatchHead({ plan }: { readonly plan: Batch | null }) {
  const { route } = useStores();
  return (
    <header className={planCss['head']}>
      <BackTo
        label="Back to the batch changes"
        onClick={() => route.actions.goToChanges({ kind: 'plans' })}
      />
      <h1 className={planCss['title']}>{plan === null ? 'Batch change' : batchTitle(plan.ask)}</h1>
      {plan !== null && (
        <p className={`${planCss['about'] ?? ''} figures`}>
          <span>{counted(plan.counts.rows, 'domain', 'domains')}</span>
          <Account accountId={plan.accountId} />
          <span>
            made <Age at={plan.createdAt} />
          </span>
        </p>
      )}
      {plan?.ask.kind === 'nameservers' && (
        <p className={`${planCss['hosts'] ?? ''} mono selectable`}>{plan.ask.nameservers.join(', ')}</p>
      )}
    </header>
  );
}

function Account({ accountId }: { readonly accountId: string }) {
  const account = useStore(useStores().accounts, (state) =>
    valueOf(state.accounts)?.accounts.find(({ id }) => id === accountId),
  );
  if (account === undefined) return null;
  return (
    <span className={planCss['account']}>
      <AccountDot colour={account.colour} />
      {account.label}
    </span>
  );
}

interface BatchFilterProps {
  readonly store: BatchStore;
  readonly plan: Batch;
}

/** The filter of the rows. */
function BatchFilter({ store, plan }: BatchFilterProps) {
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
