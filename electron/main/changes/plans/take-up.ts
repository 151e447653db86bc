import type { AtWork } from './at-work.ts';
import type { PlansContext } from './context.ts';

/** At the start: nothing that was being applied goes on without a person; what was being read is read on. */
export function createTakeUp(
  { kept, news, at }: PlansContext,
  atWork: Pick<AtWork, 'isAtWork' | 'readOn'>,
): () => Promise<void> {
  return async () => {
    const found = await kept.underWay({});
    // What cannot be looked at now is as it was; to pause it or to go on works at any time.
    for (const plan of found.ok ? found.value : []) {
      if (atWork.isAtWork(plan.id)) continue;
      if (plan.state === 'reading') {
        atWork.readOn(plan);
        continue;
      }
      const { id } = plan;
      await kept.move({ id, at: at(), from: ['running'], to: 'paused', waitingFor: null });
      news.changed(id);
    }
  };
}
