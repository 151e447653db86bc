import { Button } from '@mantine/core';
import type { Plan } from '#shared/domain/plan.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStores } from '../../../app-stores.ts';
import { format } from '../../../lib/format.ts';
import { usePlans } from '../plans-store.ts';
import css from './plan.module.css';

/** How far reading the present state is. Nothing is changed by it, and nothing is kept when it is cancelled. */
export function Reading({ plan }: { readonly plan: Plan }) {
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
          Reading what is there now: read {format.count(read)} of {format.count(rows)}
        </p>
        <progress className={css['bar']} aria-label="Read" max={Math.max(1, rows)} value={read} />
        <p className={css['quiet']}>
          {plan.waitingFor === null
            ? 'Nothing is changed. It goes on while you look at something else.'
            : `It waits. ${sentencesFor(plan.waitingFor).happened}`}
        </p>
      </div>
      <Button variant="default" onClick={() => void cancel()}>
        Cancel
      </Button>
    </div>
  );
}
