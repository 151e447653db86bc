import { Button, TextInput } from '@mantine/core';
import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { Tick } from '../../../components/Tick.tsx';
import { counted, format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { Hindrance } from '../../change/Hindrance.tsx';
import { applyWords } from '../plan-words.ts';
import css from './plan.module.css';
import { type PlanStore, typedNumber } from './plan-store.ts';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** What will be done as a whole, what it costs as far as that is known, and the one button that applies it. */
export function ReviewPart({ store, plan }: Props) {
  const goOn = useStore(store, (state) => state.goOn);
  const { toDo } = plan.counts;
  return (
    <>
      <Hindrance />
      <div className={css['standing']}>
        <div className={css['words']}>
          <p className={css['main']} role="status">
            {counted(toDo, 'change', 'changes')} to look at, {format.count(plan.counts.leftOut)} left out
          </p>
          <Costs plan={plan} />
          <p className={css['quiet']}>
            Each is written down, sent once and read back, one after the other. Present states were read{' '}
            <Age at={plan.changedAt} />.
          </p>
          <Tick
            label="Go on after uncertain ones too, instead of halting at the first"
            checked={goOn}
            onChange={(event) => store.actions.goOnAfterUncertain(event.currentTarget.checked)}
          />
        </div>
        <Apply store={store} plan={plan} />
      </div>
    </>
  );
}

/** Applies what was looked at; where that has changed since, it is read again first. */
function Apply({ store, plan }: Props) {
  const { doing, typedCount, error } = useStore(store);
  const isTyped = plan.typedCount === null || typedNumber(typedCount) === plan.typedCount;
  const isStale = error?.kind === 'changed-since';
  const isReady = isTyped && !isStale && plan.counts.toDo > 0;
  return (
    <form
      className={css['apply']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void store.actions.apply(plan);
      }}
    >
      <TypedCount store={store} plan={plan} />
      <div className={css['buttons']}>
        <Button
          variant={isStale ? 'filled' : 'default'}
          loading={doing === 'read-again'}
          disabled={doing === 'apply'}
          onClick={() => void store.actions.step('read-again')}
        >
          Read again
        </Button>
        <Button type="submit" disabled={!isReady} loading={doing === 'apply'}>
          {applyWords(plan)}
        </Button>
      </div>
    </form>
  );
}

/** A price that is not given is not given: no sum is made up of it. */
function Costs({ plan }: { readonly plan: Plan }) {
  const status = useStore(useStores().status, (state) => valueOf(state.status));
  if (plan.ask.kind !== 'renew') return null;
  const credit = status?.accountId === plan.accountId ? status.credit : null;
  return (
    <p>
      <strong>Price not given</strong>, for {counted(plan.counts.toDo, 'renewal', 'renewals')}.{' '}
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
      label={`Type the number of changes, ${format.count(plan.typedCount)}, to go on`}
      inputMode="numeric"
      value={typedCount}
      maxLength={8}
      autoComplete="off"
      error={refusal}
      onChange={(event) => store.actions.typeCount(event.currentTarget.value)}
    />
  );
}
