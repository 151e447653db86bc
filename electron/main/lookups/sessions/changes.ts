import type { AskAgain, Session, SessionState } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import { oneAtATime } from '../../accounts/one-at-a-time.ts';
import { setPending } from '../../workspace/sessions/matrix.ts';
import type { SessionRecord } from '../../workspace/session-records.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Announcer } from './announcer.ts';
import { pendingFor } from './ask-again.ts';
import { nameFor } from './draft.ts';
import { type LiveSession, sessionOf } from './live-session.ts';
import type { Registry } from './registry.ts';
import type { Runs } from './runs.ts';
import type { Sessions } from './sessions.ts';

export interface ChangesDeps {
  readonly kept: Workspace['sessions'];
  readonly registry: Registry;
  readonly runs: Runs;
  readonly announcer: Announcer;
  readonly now: () => Date;
}

/** What a user does to a session that there is. */
export type Changes = Pick<
  Sessions,
  'rename' | 'remove' | 'pause' | 'resume' | 'stop' | 'askAgain' | 'saveView'
>;

type Change = Partial<Pick<SessionRecord, 'name' | 'state' | 'finishedAt' | 'view'>>;

export function createChanges(deps: ChangesDeps): Changes {
  const { kept, registry, runs, announcer, now } = deps;
  const inTurn = createTurns();
  const save = createSaving(deps);
  const rests = createResting(deps, save);

  async function start(live: LiveSession): Promise<Result<Session>> {
    if (isThrough(live))
      return live.record.state === 'finished' ? ok(sessionOf(live)) : await save.finished(live);
    const saved = await save.change(live.record.id, { state: 'running', finishedAt: null });
    if (!saved.ok) return saved;
    runs.begin(live);
    return ok(sessionOf(live));
  }

  async function askAgain(live: LiveSession, which: AskAgain): Promise<Result<Session>> {
    await runs.end(live);
    const pending = pendingFor(live.matrix, which, Math.floor(now().getTime() / 1_000));
    const noted = await kept.askAgain({ id: live.record.id, pending });
    if (noted.ok) setPending(live.matrix, pending);
    const started = await start(live);
    return noted.ok ? started : noted;
  }

  async function remove(id: string): Promise<Result<object>> {
    const found = await registry.record(id);
    if (!found.ok) return found;
    const live = registry.liveOf(id);
    if (live !== undefined) await runs.end(live);
    const removed = await kept.remove({ id });
    if (!removed.ok) return removed;
    registry.forget(id);
    announcer.removed(id);
    return ok({});
  }

  const withLive = (id: string, work: (live: LiveSession) => Promise<Result<Session>>) =>
    inTurn(id, () => registry.using(id, work));

  return {
    rename: (id, name) => save.change(id, { name: nameFor(name) }),
    saveView: (id, view) => save.change(id, { view }),
    pause: (id) => withLive(id, (live) => rests(live, 'paused')),
    stop: (id) => withLive(id, (live) => rests(live, 'stopped')),
    resume: (id) =>
      withLive(id, (live) => (live.run === null ? start(live) : Promise.resolve(ok(sessionOf(live))))),
    askAgain: (id, which) => withLive(id, (live) => askAgain(live, which)),
    remove: (id) => inTurn(id, () => remove(id)),
  };
}

/** From which states a session comes to rest in another one. */
const restsFrom: Readonly<Record<'paused' | 'stopped', ReadonlySet<SessionState>>> = {
  paused: new Set(['running', 'waiting']),
  stopped: new Set(['running', 'waiting', 'paused']),
};

const createResting =
  ({ runs }: ChangesDeps, save: Saving) =>
  async (live: LiveSession, state: 'paused' | 'stopped'): Promise<Result<Session>> => {
    if (!restsFrom[state].has(live.record.state)) return ok(sessionOf(live));
    await runs.end(live);
    // The last cell may have come meanwhile.
    return isThrough(live) ? await save.finished(live) : await save.change(live.record.id, { state });
  };

const isThrough = ({ matrix }: LiveSession): boolean => matrix.left === 0;

interface Saving {
  readonly change: (id: string, change: Change) => Promise<Result<Session>>;
  readonly finished: (live: LiveSession) => Promise<Result<Session>>;
}

function createSaving({ kept, registry, announcer, now }: ChangesDeps): Saving {
  async function change(id: string, given: Change): Promise<Result<Session>> {
    const found = await registry.record(id);
    if (!found.ok) return found;
    const changes = { ...given, changedAt: now().toISOString() };
    const updated = await kept.update({ id, changes });
    if (!updated.ok) return updated;
    const live = registry.liveOf(id);
    if (live !== undefined) live.record = { ...live.record, ...changes };
    announcer.changed(id, () => registry.session(updated.value));
    return ok(registry.session(updated.value));
  }
  return {
    change,
    finished: ({ record }) => change(record.id, { state: 'finished', finishedAt: now().toISOString() }),
  };
}

type Turns = <T>(id: string, task: () => Promise<Result<T>>) => Promise<Result<T>>;

/** What is done to one session is done one after the other. */
function createTurns(): Turns {
  const turns = new Map<string, ReturnType<typeof oneAtATime>>();
  return (id, task) => {
    const inTurn = turns.get(id) ?? oneAtATime();
    turns.set(id, inTurn);
    return inTurn(task);
  };
}
