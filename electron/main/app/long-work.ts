import type { Emit, EventPayload } from '#shared/routes.ts';
import type { Work } from '../jobs/work.ts';

/** Shorter lists are over before anybody looks at the taskbar. */
const leastShown = 10;

/** The progress of all running lists together, from 0 to 1; null where none runs. */
export function progressOf(works: Iterable<Work>): number | null {
  const shown = [...works].filter(
    ({ phase, total }) => (phase === 'running' || phase === 'waiting') && total >= leastShown,
  );
  const total = shown.reduce((sum, work) => sum + work.total, 0);
  return total === 0 ? null : shown.reduce((sum, work) => sum + work.done, 0) / total;
}

/** What ends sooner was waited for. */
export const longMs = 30_000;

/** Whether somebody who looks elsewhere is told of this change: a long list has ended, or one needs somebody. */
export function isNotified(before: Work | undefined, after: Work, ranMs: number): boolean {
  const wasAtWork = before !== undefined && (before.phase === 'running' || before.phase === 'waiting');
  if (!wasAtWork) return false;
  if (after.phase === 'needs-somebody' || after.phase === 'halted') return true;
  return after.phase === 'ended' && ranMs > longMs;
}

interface LongWorkDeps {
  /** Shows progress on the taskbar or dock, from 0 to 1; null shows none. */
  readonly showProgress: (progress: number | null) => void;
  /** Tells a person who looks elsewhere. */
  readonly notify: (text: Work['notice'], onClick: () => void) => void;
  /** Whether notifications are wanted. */
  readonly isOn: () => boolean;
  /** Shows the window with this list of work. */
  readonly open: (place: EventPayload<'work.opened'>) => void;
  readonly nowMs: () => number;
}

/** Follows all lists of work: their progress on the taskbar, a notification for who looks elsewhere. */
export function createLongWork(deps: LongWorkDeps): Emit {
  const atWork = new Map<string, { readonly work: Work; readonly sinceMs: number }>();
  let shown: number | null = null;

  function take(work: Work): void {
    const { kind, id } = work;
    const before = atWork.get(id);
    const sinceMs = before?.sinceMs ?? deps.nowMs();
    if (isNotified(before?.work, work, deps.nowMs() - sinceMs) && deps.isOn())
      deps.notify(work.notice, () => deps.open({ kind, id }));
    if (work.phase === 'running' || work.phase === 'waiting') atWork.set(id, { work, sinceMs });
    else atWork.delete(id);
  }

  return (event, payload) => {
    if (event !== 'work.changed') return;
    take(payload as Work); // That of the event.
    const progress = progressOf([...atWork.values()].map(({ work }) => work));
    // Events come several times a second.
    const percent = progress === null ? null : Math.floor(progress * 100) / 100;
    if (percent === shown) return;
    shown = percent;
    deps.showProgress(percent);
  };
}
