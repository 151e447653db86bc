import type { AtWork } from './at-work.ts';
import type { PlansContext } from './context.ts';
import { readAnew } from './making.ts';

/**
 * At the start: nothing that was being applied goes on without a person, who looks at the rest anew before it does; what was
 * being read is read anew.
 */
export function createTakeUp(context: PlansContext, atWork: AtWork): () => Promise<void> {
  const { kept, news, at } = context;
  return async () => {
    const paused = await kept.endConsents({ at: at() });
    if (paused.ok) for (const id of paused.value) news.changed(id);
    const found = await kept.underWay({});
    // What cannot be looked at now is as it was; to pause it or to go on works at any time.
    for (const { id, state } of found.ok ? found.value : []) {
      if (state === 'reading' && !atWork.isAtWork(id)) await readAnew(context, atWork, id);
    }
  };
}
