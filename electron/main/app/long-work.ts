import type { events } from '#shared/events.ts';
import { type Batch, domainsIn, outcomeText } from '#shared/domain/batch.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import { readOf, unreadCodes } from '#shared/domain/not-read.ts';
import type { Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import type { Emit, EventPayload } from '#shared/routes.ts';
import { needsPerson, type WorkList } from '../jobs/failures.ts';

const { count, counted } = inEnglish;

/** What a notification names, so that a click leads to it. */
export type WorkPlace = EventPayload<'work.opened'>;

/** A list of work as the taskbar and notifications know it: counts, and no name, account or code. */
export interface Work extends WorkPlace {
  /** `needs-somebody`: it does not go on before a person acts. `ended`: by itself. `idle`: by a person. */
  readonly phase: 'running' | 'waiting' | 'needs-somebody' | 'ended' | 'idle';
  readonly done: number;
  readonly total: number;
  /** Of a notification about its present phase. */
  readonly title: string;
  readonly body: string;
}

/** The lists of work in an event; none in an event about something else. */
export function worksIn<E extends keyof typeof events>(event: E, payload: EventPayload<E>): readonly Work[] {
  return readers[event]?.(payload) ?? [];
}

const readers: { readonly [E in keyof typeof events]?: (payload: EventPayload<E>) => readonly Work[] } = {
  'sessions.changed': ({ sessions }) => sessions.map(lookupWork),
  'batches.changed': ({ batches }) => batches.map(batchWork),
  'codes.exportChanged': codeExportWork,
  'domains.reading': (reading) => [refreshWork(reading)],
};

/** How a list waits. */
const waitingBy = (error: AppError | null, list: WorkList): Work['phase'] =>
  error !== null && needsPerson(error, list) ? 'needs-somebody' : 'waiting';

function refreshWork(reading: EventPayload<'domains.reading'>): Work {
  const { id, isFinished, error, done, notShown, notRead, total } = reading;
  const isStopped = error?.kind === 'cancelled' ? 'idle' : 'needs-somebody';
  const phase = isFinished ? (error === null ? 'ended' : isStopped) : 'running';
  const others = [
    [notShown, 'not found'],
    [notRead, 'not read'],
  ] as const;
  const read = readOf(reading);
  return {
    kind: 'reading',
    id,
    phase,
    done,
    total,
    title: phase === 'needs-somebody' ? 'A refresh needs attention' : 'Refresh finished',
    body: `${[
      `${counted(read, 'domain was', 'domains were')} refreshed`,
      ...others.filter(([number]) => number > 0).map(([number, words]) => `${count(number)} ${words}`),
    ].join(', ')}.`,
  };
}

function lookupWork({ id, state, waitingFor, names, tlds, left }: Session): Work {
  const total = names * tlds.length;
  const done = total - left;
  const phases = { running: 'running', paused: 'idle', stopped: 'idle', finished: 'ended' } as const;
  const phase = state === 'waiting' ? waitingBy(waitingFor, 'lookup') : phases[state];
  return {
    kind: 'session',
    id,
    phase,
    done,
    total,
    title: phase === 'needs-somebody' ? 'A bulk lookup needs attention' : 'Bulk lookup finished',
    body: `${counted(done, 'result was', 'results were')} received, ${count(left)} left.`,
  };
}

function batchWork(batch: Batch): Work {
  const { id, state, counts } = batch;
  const isReading = state === 'reading' || state === 'ready';
  const [done, total] = isReading
    ? [counts.read, counts.rows]
    : [counts.toDo - counts.remaining, counts.toDo];
  return { kind: 'batch', id, phase: phaseOf(batch), done, total, ...batchWords(batch) };
}

function phaseOf({ state, waitingFor }: Batch): Work['phase'] {
  const waits = waitingFor === null ? 'running' : waitingBy(waitingFor, 'batch');
  if (state === 'halted' || waits === 'needs-somebody') return 'needs-somebody';
  if (state === 'reading' || state === 'running') return waits;
  return state === 'done' || state === 'ready' ? 'ended' : 'idle';
}

function batchWords(batch: Batch): Pick<Work, 'title' | 'body'> {
  const { state, counts } = batch;
  const sent = outcomeText(batch, { count }, `${count(0)} sent`);
  const body = `${sent}, ${count(counts.remaining)} left.`;
  if (phaseOf(batch) === 'needs-somebody') return { title: 'A batch needs attention', body };
  if (state === 'ready')
    return {
      title: 'A batch is ready to review',
      body: `${counted(domainsIn(batch), 'domain', 'domains')} to look through.`,
    };
  return { title: 'Batch finished', body };
}

function codeExportWork(codeExport: EventPayload<'codes.exportChanged'>): readonly Work[] {
  const { id, state, asked, total, outcomes, waitsFor } = codeExport;
  const unread = unreadCodes(outcomes);
  const phases = { done: 'ended', stopped: 'idle', failed: 'needs-somebody' } as const;
  const running = waitsFor === null ? 'running' : waitingBy(waitsFor, 'code');
  const phase = state === 'running' ? running : phases[state];
  return [
    {
      kind: 'codes',
      id,
      phase,
      done: asked,
      total,
      title: phase === 'needs-somebody' ? 'The code export needs attention' : 'Code export finished',
      body: `${counted(asked, 'transfer code was', 'transfer codes were')} requested, ${unread === 0 ? '' : `${count(unread)} not read, `}${count(total - asked)} left.`,
    },
  ];
}

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
  return after.phase === 'needs-somebody' || (after.phase === 'ended' && ranMs > longMs);
}

interface LongWorkDeps {
  /** Shows progress on the taskbar or dock, from 0 to 1; null shows none. */
  readonly showProgress: (progress: number | null) => void;
  readonly notify: (text: Pick<Work, 'title' | 'body'>, onClick: () => void) => void;
  readonly isWatched: () => boolean;
  /** Whether notifications are wanted. */
  readonly isOn: () => boolean;
  /** Shows the window with this list of work. */
  readonly open: (place: WorkPlace) => void;
  readonly nowMs: () => number;
}

/** Follows the events of all lists of work: their progress on the taskbar, a notification for who looks elsewhere. */
export function createLongWork(deps: LongWorkDeps): Emit {
  const atWork = new Map<string, { readonly work: Work; readonly sinceMs: number }>();
  let shown: number | null = null;

  function take(work: Work): void {
    const { kind, id } = work;
    const before = atWork.get(id);
    const sinceMs = before?.sinceMs ?? deps.nowMs();
    const isWanted =
      isNotified(before?.work, work, deps.nowMs() - sinceMs) && deps.isOn() && !deps.isWatched();
    if (isWanted) deps.notify(work, () => deps.open({ kind, id }));
    if (work.phase === 'running' || work.phase === 'waiting') atWork.set(id, { work, sinceMs });
    else atWork.delete(id);
  }

  return (event, payload) => {
    if (event === 'sessions.changed' || event === 'batches.changed')
      for (const id of (payload as EventPayload<'sessions.changed' | 'batches.changed'>).removed)
        atWork.delete(id);
    const works = worksIn(event, payload);
    for (const work of works) take(work);
    const progress = progressOf([...atWork.values()].map(({ work }) => work));
    // Events come several times a second.
    const percent = progress === null ? null : Math.floor(progress * 100) / 100;
    if (percent === shown) return;
    shown = percent;
    deps.showProgress(percent);
  };
}
