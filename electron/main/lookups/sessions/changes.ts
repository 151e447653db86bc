import type { Session, SessionState } from '#shared/domain/session.ts';
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

export function createChanges({ kept, registry, runs, announcer, now }: ChangesDeps): Changes {
  const inTurn = createTurns();

  async function save(id: string, change: Change): Promise<Result<Session>> {
    const found = await registry.record(id);
    if (!found.ok) return found;
    const changes = { ...change, changedAt: now().toISOString() };
    const updated = await kept.update({ id, changes });
    if (!updated.ok) return updated;
    const live = registry.liveOf(id);
    if (live !== undefined) live.record = { ...live.record, ...changes };
    announcer.changed(id, () => registry.session(updated.value));
    return ok(registry.session(updated.value));
  }

  /** Rests in `state`, where it has not ended anyway; one whose last cell came meanwhile is finished. */
  const rest = (id: string, state: 'paused' | 'stopped', from: ReadonlySet<SessionState>) =>
    inTurn(id, () =>
      registry.using(id, async (live) => {
        if (!from.has(live.record.state)) return ok(sessionOf(live));
        await runs.end(live);
        return isFinished(live) ? await finish(live) : await save(id, { state });
      }),
    );

  const isFinished = ({ matrix }: LiveSession): boolean => matrix.left === 0;

  async function finish({ record }: LiveSession): Promise<Result<Session>> {
    return await save(record.id, { state: 'finished', finishedAt: now().toISOString() });
  }

  async function start(live: LiveSession): Promise<Result<Session>> {
    if (isFinished(live)) return live.record.state === 'finished' ? ok(sessionOf(live)) : await finish(live);
    const saved = await save(live.record.id, { state: 'running', finishedAt: null });
    if (!saved.ok) return saved;
    runs.begin(live);
    return ok(sessionOf(live));
  }

  return {
    rename: (id, name) => save(id, { name: nameFor(name) }),
    saveView: (id, view) => save(id, { view }),
    pause: (id) => rest(id, 'paused', askingStates),
    stop: (id) => rest(id, 'stopped', stoppableStates),
    resume: (id) =>
      inTurn(id, () =>
        registry.using(id, (live) =>
          live.run === null ? start(live) : Promise.resolve(ok(sessionOf(live))),
        ),
      ),
    askAgain: (id, which) =>
      inTurn(id, () =>
        registry.using(id, async (live) => {
          await runs.end(live);
          const pending = pendingFor(live.matrix, which, Math.floor(now().getTime() / 1_000));
          const noted = await kept.askAgain({ id, pending });
          if (noted.ok) setPending(live.matrix, pending);
          const started = await start(live);
          return noted.ok ? started : noted;
        }),
      ),
    remove: (id) =>
      inTurn(id, async () => {
        const live = registry.liveOf(id);
        if (live !== undefined) await runs.end(live);
        const removed = await kept.remove({ id });
        if (!removed.ok) return removed;
        registry.forget(id);
        announcer.removed(id);
        return ok({});
      }),
  };
}

const askingStates: ReadonlySet<SessionState> = new Set(['running', 'waiting']);
const stoppableStates: ReadonlySet<SessionState> = new Set(['running', 'waiting', 'paused']);

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
