import { type Batch, outcomeText, taskTitle } from '#shared/domain/batch.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import { readOf, unreadCodes } from '#shared/domain/not-read.ts';
import type { Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Emit, EventName, EventPayload } from '#shared/routes.ts';
import { flatResultOf } from '../workspace/sqlite.ts';
import { needsPerson, type WorkList } from './failures.ts';

const { count, counted } = inEnglish;

/** A list of work, as the taskbar, notifications, Today and whoever waits for its end know it. */
export type Work = EventPayload<'work.changed'>;
type Phase = Work['phase'];

/** What goes on in this process: one record for each list of work. */
export type Works = ReturnType<typeof createWorks>;

export function createWorks(emit: Emit) {
  const listed = new Map<string, Work>();

  function put(work: Work): void {
    const { id, phase } = work;
    const isOver = phase === 'halted' || phase === 'ended' || phase === 'idle';
    if (isOver && !listed.delete(id)) return;
    if (!isOver) listed.set(id, work);
    emit('work.changed', work);
  }

  return {
    /** Those that run, wait, or wait for a person; the oldest first. */
    list: (): readonly Work[] => [...listed.values()],
    /** Tells of it; not of one that is over and was not listed. */
    put,
    /** It was removed, with what it is about. */
    drop: (id: string) => {
      const work = listed.get(id);
      if (work !== undefined) put({ ...work, phase: 'idle' });
    },
  };
}

/** Keeps the records of what is told of by an event of its own, and sends every event on. */
export const alsoKeepingWorks =
  (works: Works, emit: Emit): Emit =>
  (event, payload) => {
    emit(event, payload);
    for (const work of worksIn(event, payload)) works.put(work);
    if (event === 'sessions.changed' || event === 'batches.changed')
      (payload as EventPayload<'sessions.changed' | 'batches.changed'>).removed.forEach(works.drop);
  };

/** The lists of work in an event; none in an event about something else. */
export const worksIn = <E extends EventName>(event: E, payload: EventPayload<E>): readonly Work[] =>
  readers[event]?.(payload) ?? [];

const readers: { readonly [E in EventName]?: (payload: EventPayload<E>) => readonly Work[] } = {
  'sessions.changed': ({ sessions }) => sessions.map(lookupWork),
  'batches.changed': ({ batches }) => batches.map(batchWork),
  'codes.exportChanged': (codeExport) => [codeExportWork(codeExport)],
  'domains.reading': (reading) => [refreshWork(reading)],
};

/** How a list waits. */
const waitingBy = (error: AppError | null, list: WorkList): Phase =>
  error !== null && needsPerson(error, list) ? 'needs-somebody' : 'waiting';

const endBy = (error: AppError | null): Phase =>
  error === null ? 'ended' : error.kind === 'cancelled' ? 'idle' : 'halted';

const names: Readonly<Record<Work['kind'], readonly [one: string, name: string]>> = {
  session: ['A bulk lookup', 'Bulk lookup'],
  batch: ['A batch', 'Batch'],
  codes: ['The code export', 'Code export'],
  reading: ['A reading', 'Reading'],
  import: ['An import', 'Import'],
  export: ['An export', 'Export'],
};

/** With what is said of it where it ended, or needs somebody. */
function withNotice(work: Omit<Work, 'notice'>, body: string): Work {
  const [one, name] = names[work.kind];
  const isTrouble = work.phase === 'needs-somebody' || work.phase === 'halted';
  return { ...work, notice: { title: isTrouble ? `${one} needs attention` : `${name} finished`, body } };
}

function refreshWork(reading: EventPayload<'domains.reading'>): Work {
  const { id, accountId, isFinished, isOfRegistry, error, done, notShown, notRead, total } = reading;
  const said = [
    `${counted(readOf(reading), 'domain was', 'domains were')} read`,
    ...(notShown > 0
      ? [`${count(notShown)} ${isOfRegistry === true ? 'without an expiry at the registry' : 'not found'}`]
      : []),
    ...(notRead > 0 ? [`${count(notRead)} not read`] : []),
  ];
  const title = isOfRegistry === true ? 'Reading expiries' : 'Reading domains';
  return withNotice(
    { kind: 'reading', id, accountId, title, phase: isFinished ? endBy(error) : 'running', done, total },
    `${said.join(', ')}.`,
  );
}

function lookupWork({ id, accountId, name, state, waitingFor, names, tlds, left }: Session): Work {
  const total = names * tlds.length;
  const done = total - left;
  const phases = { running: 'running', paused: 'idle', stopped: 'idle', finished: 'ended' } as const;
  const phase = state === 'waiting' ? waitingBy(waitingFor, 'lookup') : phases[state];
  return withNotice(
    { kind: 'session', id, accountId, title: name, phase, done, total },
    `${counted(done, 'result was', 'results were')} received, ${count(left)} left.`,
  );
}

function batchWork(batch: Batch): Work {
  const { id, accountId, ask, state, counts } = batch;
  const isReading = state === 'reading' || state === 'ready';
  const [done, total] = isReading
    ? [counts.read, counts.rows]
    : [counts.toDo - counts.remaining, counts.toDo];
  const title = taskTitle(ask, counts.domains);
  const sent = outcomeText(batch, { count }, `${count(0)} sent`);
  const work = withNotice(
    { kind: 'batch', id, accountId, title, phase: phaseOf(batch), done, total },
    `${sent}, ${count(counts.remaining)} left.`,
  );
  if (work.phase === 'halted' || state !== 'ready') return work;
  const body = `${counted(counts.domains, 'domain', 'domains')} to look through.`;
  return { ...work, notice: { title: 'A batch is ready to review', body } };
}

function phaseOf({ state, waitingFor }: Batch): Phase {
  const phase = waitingFor === null ? 'running' : waitingBy(waitingFor, 'batch');
  if (state === 'reading' || state === 'running') return phase;
  if (state === 'halted' || phase === 'needs-somebody') return 'halted';
  return state === 'done' || state === 'ready' ? 'ended' : 'idle';
}

function codeExportWork(codeExport: EventPayload<'codes.exportChanged'>): Work {
  const { id, accountId, state, asked, total, outcomes, waitsFor } = codeExport;
  const unread = unreadCodes(outcomes);
  const phases = { done: 'ended', stopped: 'idle', failed: 'halted' } as const;
  const running = waitsFor === null ? 'running' : waitingBy(waitsFor, 'code');
  const phase = state === 'running' ? running : phases[state];
  return withNotice(
    { kind: 'codes', id, accountId, title: 'Transfer codes into a file', phase, done: asked, total },
    `${counted(asked, 'transfer code was', 'transfer codes were')} requested, ${unread === 0 ? '' : `${count(unread)} not read, `}${count(total - asked)} left.`,
  );
}

/** Keeps the record of work that is one call, from before it until it has ended. */
export async function asWork<T>(
  { put }: Pick<Works, 'put'>,
  of: Pick<Work, 'id' | 'accountId' | 'title'> & { readonly kind: 'import' | 'export' },
  call: (onProgress: (done: number, total: number) => void) => Promise<Result<T>>,
): Promise<Result<T>> {
  let [done, total, end]: [number, number, Phase] = [0, 0, 'halted'];
  const tell = (phase: Phase): void => {
    const rows = `${counted(done, 'row was', 'rows were')} ${of.kind === 'import' ? 'stored' : 'written'}`;
    put(withNotice({ ...of, phase, done, total }, `${rows}, ${count(total - done)} left.`));
  };
  tell('running');
  try {
    const result = await flatResultOf(() =>
      call((...now) => {
        [done, total] = now;
        tell('running');
      }),
    );
    end = endBy(result.ok ? null : result.error);
    return result;
  } finally {
    tell(end);
  }
}
