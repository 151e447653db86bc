import { Button, TextInput } from '@mantine/core';
import { isConfirmedBy } from '#shared/domain/limits.ts';
import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { Tick } from '../../../components/Tick.tsx';
import { format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { Hindrance } from '../../change/Hindrance.tsx';
import { TypedLimit } from '../../limits/TypedLimit.tsx';
import { applyWords, isAgain } from '../plan-words.ts';
import css from './plan.module.css';
import { type PlanStore, typedNumber } from './plan-store.ts';
import { costText, nothingReadyText, type ReadyFacts, useReadyFacts } from './ready-facts.ts';
import { Tallies } from './Tallies.tsx';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** What will be done as a whole, what it costs as far as that is known, and the one button that applies it. */
export function ReviewPart({ store, plan }: Props) {
  const { remaining, leftOut } = plan.counts;
  const facts = useReadyFacts(plan);
  return (
    <>
      <Hindrance accountId={plan.accountId} />
      <div className={css['standing']}>
        <div className={css['words']}>
          <p className={css['main']} role="status">
            {format.count(remaining)} ready, {format.count(leftOut)} excluded
          </p>
          <Anew store={store} plan={plan} />
          {remaining === 0 ? (
            <p>{nothingReadyText(plan, facts)}</p>
          ) : (
            <WhatIsApplied store={store} plan={plan} facts={facts} />
          )}
        </div>
        <Apply store={store} plan={plan} />
      </div>
    </>
  );
}

/** Going on was not possible by what was agreed to before: what is left is reviewed and applied anew. */
function Anew({ store, plan }: Props) {
  const isReadAnew = useStore(store, (state) => state.isReadAnew);
  if (!isReadAnew && !isAgain(plan)) return null;
  return (
    <>
      <p>What is left was read again. Review it, then apply.</p>
      {isAgain(plan) && <Tallies store={store} plan={plan} />}
    </>
  );
}

interface FactsProps extends Props {
  readonly facts: ReadyFacts | null;
}

function WhatIsApplied({ store, plan, facts }: FactsProps) {
  const goOn = useStore(store, (state) => state.goOn);
  return (
    <>
      <Costs plan={plan} facts={facts} />
      <p className={css['quiet']}>
        Each is written down, sent once and read back, one after the other. Read <Age at={plan.changedAt} />.
      </p>
      <Tick
        label="Go on after uncertain ones too, instead of halting at the first"
        checked={goOn}
        onChange={(event) => store.actions.goOnAfterUncertain(event.currentTarget.checked)}
      />
    </>
  );
}

/** Applies what was looked at; where that has changed since, it is read again first. */
function Apply({ store, plan }: Props) {
  const { doing, typedCount, error, limits, typedLimit } = useStore(store);
  const isTyped = plan.typedCount === null || typedNumber(typedCount) === plan.typedCount;
  const isConfirmed = isConfirmedBy(limits, typedLimit);
  const isStale = error?.kind === 'changed-since';
  const hasReady = plan.counts.remaining > 0;
  const isReady = isTyped && isConfirmed && !isStale && hasReady;
  return (
    <form
      className={css['apply']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void store.actions.apply(plan);
      }}
    >
      {hasReady && <TypedCount store={store} plan={plan} />}
      {hasReady && limits.length > 0 && (
        <TypedLimit limits={limits} typed={typedLimit} onType={store.actions.typeLimit} />
      )}
      <div className={css['buttons']}>
        <Button
          variant={isStale ? 'filled' : 'default'}
          loading={doing === 'read-again'}
          disabled={doing === 'apply'}
          onClick={() => void store.actions.step('read-again')}
        >
          Refresh
        </Button>
        {hasReady && (
          <Button type="submit" disabled={!isReady} loading={doing === 'apply'}>
            {applyWords(plan)}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What is not given is not given: no sum is made up of it. */
function Costs({ plan, facts }: Omit<FactsProps, 'store'>) {
  const status = useStore(useStores().status, (state) => valueOf(state.status));
  if (plan.ask.kind !== 'renew' || facts === null) return null;
  const credit = status?.accountId === plan.accountId ? status.credit : null;
  return (
    <p>
      <strong className="figures">{costText(plan, facts) ?? 'The prices stand beside the domains.'}</strong>{' '}
      {credit == null ? (
        'The credit is not known.'
      ) : (
        <>
          Credit <span className="figures">{credit.amount}</span>, read <Age at={credit.readAt} />.
        </>
      )}
    </p>
  );
}

function TypedCount({ store, plan }: Props) {
  const { typedCount, error } = useStore(store);
  if (plan.typedCount === null) return null;
  const refusal = error?.kind === 'invalid-input' && error.field === 'typedCount' ? error.reason : null;
  return (
    <TextInput
      label={`Type the number of changes, ${format.count(plan.typedCount)}, to confirm`}
      inputMode="numeric"
      value={typedCount}
      maxLength={8}
      autoComplete="off"
      error={refusal}
      onChange={(event) => store.actions.typeCount(event.currentTarget.value)}
    />
  );
}
