import { Button } from '@mantine/core';
import type { Plan } from '#shared/domain/plan.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStores } from '../../../app-stores.ts';
import { format } from '../../../lib/format.ts';
import { isAgain } from '../plan-words.ts';
import { usePlans } from '../plans-store.ts';
import css from './plan.module.css';
import type { PlanStore } from './plan-store.ts';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** How far reading the present state is. Nothing is changed by it, and nothing is kept of what was never applied when it is cancelled. */
export function Reading({ store, plan }: Props) {
  const { route, notices } = useStores();
  const plans = usePlans();
  const { read, rows } = plan.counts;

  async function cancel(): Promise<void> {
    const result = await plans.actions.remove(plan.id);
    if (result.ok) route.actions.goToChanges({ kind: 'plans' });
    else notices.actions.say(sentencesFor(result.error).happened, 'problem');
  }

  return (
    <div className={css['standing']}>
      <div className={css['words']}>
        <p className={css['main']} role="status">
          {isAgain(plan) ? 'Reading what is left' : 'Reading current settings'}: {format.count(read)} of{' '}
          {format.count(rows)}
        </p>
        <progress className={css['bar']} aria-label="Read" max={Math.max(1, rows)} value={read} />
        <p className={css['quiet']}>
          {plan.waitingFor === null
            ? 'Nothing is changed. It goes on while you look at something else.'
            : `It waits. ${sentencesFor(plan.waitingFor).happened}`}
        </p>
      </div>
      {isAgain(plan) ? (
        <Button variant="default" onClick={() => void store.actions.step('stop')}>
          Stop
        </Button>
      ) : (
        <Button variant="default" onClick={() => void cancel()}>
          Cancel
        </Button>
      )}
    </div>
  );
}
