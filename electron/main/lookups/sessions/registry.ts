import type { Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { SessionRecord } from '../../workspace/session-records.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type LiveSession, loadSession, restingSession, sessionOf } from './live-session.ts';

/** Which sessions are in memory. One is as long as it is asked or used. */
export interface Registry {
  /** Those that are in memory already. */
  readonly live: () => Iterable<LiveSession>;
  readonly liveOf: (id: string) => LiveSession | undefined;
  /** Fails with: `storage`, `invalid-input` (there is none). */
  readonly record: (id: string) => Promise<Result<SessionRecord>>;
  /** Works with a session that stays in memory meanwhile. */
  readonly using: <T>(id: string, work: (live: LiveSession) => Promise<Result<T>>) => Promise<Result<T>>;
  /** Lets a session go where nobody needs it any more. */
  readonly release: (live: LiveSession) => void;
  readonly forget: (id: string) => void;
  /** As it stands now, in memory or not. */
  readonly session: (record: SessionRecord) => Session;
}

export function createRegistry(kept: Workspace['sessions'], timer: Timer): Registry {
  const sessions = new Map<string, LiveSession>();
  const loading = new Map<string, Promise<Result<LiveSession>>>();

  async function record(id: string): Promise<Result<SessionRecord>> {
    const live = sessions.get(id);
    if (live !== undefined) return ok(live.record);
    const found = await kept.find({ id });
    if (!found.ok) return found;
    return found.value === null ? noSuchSession : ok(found.value);
  }

  async function load(id: string): Promise<Result<LiveSession>> {
    const found = await record(id);
    const loaded = found.ok ? await loadSession(kept, found.value, timer) : found;
    if (loaded.ok) sessions.set(id, loaded.value);
    return loaded;
  }

  /** Loaded once, however many ask at the same time. */
  function loadOnce(id: string): Promise<Result<LiveSession>> {
    const mine = loading.get(id) ?? load(id).finally(() => loading.delete(id));
    loading.set(id, mine);
    return mine;
  }

  function release(live: LiveSession): void {
    const { id } = live.record;
    if (live.users === 0 && live.run === null && sessions.get(id) === live) sessions.delete(id);
  }

  return {
    live: () => sessions.values(),
    liveOf: (id) => sessions.get(id),
    record,
    async using(id, work) {
      // One that is in memory is held before anything is waited for: it might be let go meanwhile.
      let live = sessions.get(id);
      if (live === undefined) {
        const loaded = await loadOnce(id);
        if (!loaded.ok) return loaded;
        live = loaded.value;
      }
      live.users += 1;
      try {
        return await work(live);
      } finally {
        live.users -= 1;
        release(live);
      }
    },
    release,
    forget: (id) => void sessions.delete(id),
    session(found) {
      const live = sessions.get(found.id);
      return live === undefined ? restingSession(found) : sessionOf(live);
    },
  };
}

const noSuchSession: Result<never> = fail({
  kind: 'invalid-input',
  field: 'id',
  reason: 'There is no such session any more',
});
