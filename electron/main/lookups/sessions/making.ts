import type { Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Connections } from '../../connections/connections.ts';
import type { SessionRecord } from '../../workspace/session-records.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Announcer } from './announcer.ts';
import { checkedDraft, nameFor } from './draft.ts';
import { restingSession, sessionOf } from './live-session.ts';
import type { Registry } from './registry.ts';
import type { Runs } from './runs.ts';
import type { SessionDraft, Sessions } from './sessions.ts';

export interface MakingDeps {
  readonly kept: Workspace['sessions'];
  readonly connections: Pick<Connections, 'of'>;
  readonly registry: Registry;
  readonly runs: Runs;
  readonly announcer: Announcer;
  readonly heardOf: (session: Session) => Session;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** New sessions, and their start. */
export type Making = Pick<Sessions, 'create' | 'runAgain'> & {
  readonly takeUpOne: (id: string) => Promise<Result<Session>>;
};

export function createMaking(deps: MakingDeps): Making {
  const { kept, connections, registry, runs, announcer, now, newId } = deps;

  const takeUpOne = (id: string): Promise<Result<Session>> =>
    registry.using(id, (live) => {
      runs.begin(live);
      return Promise.resolve(ok(sessionOf(live)));
    });

  /** A session that could not be started is there all the same, and is taken up at the next start. */
  async function made(record: SessionRecord, isStarted: boolean): Promise<Result<Session>> {
    deps.heardOf(restingSession(record));
    announcer.changed(record.id, () => registry.session(record));
    return isStarted ? await takeUpOne(record.id) : ok(restingSession(record));
  }

  const newSession = ({ accountId, name, source, isStarted }: Omit<SessionDraft, 'names' | 'tlds'>) =>
    ({
      id: newId(),
      accountId,
      name: nameFor(name),
      source: source.slice(0, 260).toWellFormed(),
      state: isStarted ? 'running' : 'paused',
      createdAt: now().toISOString(),
    }) as const;

  return {
    takeUpOne,
    async create(draft) {
      const checked = checkedDraft(draft);
      if (!checked.ok) return checked;
      const connection = await connections.of(draft.accountId);
      if (!connection.ok) return connection;
      const session = { ...newSession(draft), tlds: [...draft.tlds], rerunOf: null };
      const created = await kept.create({ session, names: draft.names.join('\n') });
      return created.ok ? await made(created.value, draft.isStarted) : created;
    },
    async runAgain(id, accountId, isStarted) {
      const before = await registry.record(id);
      if (!before.ok) return before;
      const connection = await connections.of(accountId);
      if (!connection.ok) return connection;
      const { name, source, tlds } = before.value;
      const again = newSession({ accountId, name, source, isStarted });
      const copied = await kept.copy({ fromId: id, session: { ...again, tlds: [...tlds], rerunOf: id } });
      return copied.ok ? await made(copied.value, isStarted) : copied;
    },
  };
}
