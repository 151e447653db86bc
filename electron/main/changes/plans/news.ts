import type { PlansDeps } from './context.ts';

/** Tells of plans that are not as they were, at most every 100 ms. */
export interface News {
  readonly changed: (planId: string) => void;
  readonly removed: (planId: string) => void;
  readonly close: () => void;
}

const everyMs = 100;

type NewsDeps = Pick<PlansDeps, 'workspace' | 'announce' | 'timer' | 'onBug'>;

export function createNews({ workspace, announce, timer, onBug }: NewsDeps): News {
  const changed = new Set<string>();
  const removed = new Set<string>();
  const closing = new AbortController();
  let isPlanned = false;

  async function tell(): Promise<void> {
    const [ids, gone] = [[...changed], [...removed]];
    changed.clear();
    removed.clear();
    isPlanned = false;
    // Asked when it is told, so that counts and state are of one moment.
    const plans = ids.length === 0 ? null : await workspace.plans.some({ ids });
    if (closing.signal.aborted) return;
    if (plans === null || plans.ok) announce(plans?.value ?? [], gone);
    else for (const id of gone) removed.add(id);
  }

  function plan(): void {
    if (isPlanned || closing.signal.aborted) return;
    isPlanned = true;
    timer.sleep(everyMs, closing.signal).then(tell).catch(unlessClosed);
  }

  function unlessClosed(thrown: unknown): void {
    if (!closing.signal.aborted) onBug(thrown);
  }

  return {
    changed(planId) {
      changed.add(planId);
      plan();
    },
    removed(planId) {
      changed.delete(planId);
      removed.add(planId);
      plan();
    },
    close: () => closing.abort(),
  };
}
