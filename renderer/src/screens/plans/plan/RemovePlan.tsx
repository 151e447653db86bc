import { Button } from '@mantine/core';
import type { Plan } from '#shared/domain/plan.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStores } from '../../../app-stores.ts';
import { usePlans } from '../plans-store.ts';

/** Takes a plan off the list. Its changes stay in the journal, so nothing is asked. */
export function RemovePlan({ plan }: { readonly plan: Plan }) {
  const { route, notices } = useStores();
  const plans = usePlans();

  async function remove(): Promise<void> {
    const result = await plans.actions.remove(plan.id);
    if (!result.ok) {
      notices.actions.say(sentencesFor(result.error).happened, 'problem');
      return;
    }
    notices.actions.say('Removed the batch. Its changes stay in the journal');
    route.actions.goToChanges({ kind: 'plans' });
  }

  return (
    <Button variant="default" onClick={() => void remove()}>
      Remove the batch
    </Button>
  );
}
