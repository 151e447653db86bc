import type { Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Connection } from '../../connections/connections.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type Announce, createAnnouncer } from './announcer.ts';
import { createChanges } from './changes.ts';
import { compareSessions } from './compare.ts';
import { createMaking } from './making.ts';
import { createOpening } from './opening.ts';
import { expected } from './pace.ts';
import { createRegistry } from './registry.ts';
import { Runs, type RunsDeps } from './runs.ts';
import type { Outlook, Sessions } from './sessions.ts';

export interface SessionsDeps extends Pick<
  RunsDeps,
  'log' | 'connections' | 'onBug' | 'timer' | 'now' | 'random'
> {
  readonly kept: Workspace['sessions'];
  /** At most four times a second. */
  readonly announce: Announce;
  readonly newId: () => string;
}

/** The bulk look-ups over what is kept of them. Nothing runs before `takeUp`, or before a session is started. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { kept, connections, timer } = deps;
  const announcer = createAnnouncer(deps.announce, timer);
  const registry = createRegistry(kept, timer);
  const runs = new Runs({ ...deps, registry, announcer });
  const shared = { ...deps, registry, announcer, runs };
  /** The accounts of all sessions that anybody has heard of here. */
  const accounts = new Map<string, string>();
  const heardOf = <T extends Session>(session: T): T => {
    accounts.set(session.id, session.accountId);
    return session;
  };
  function forget(id: string): void {
    accounts.delete(id);
    const live = registry.liveOf(id);
    if (live !== undefined) void runs.end(live);
    registry.forget(id);
    announcer.removed(id);
  }
  const making = createMaking({ ...shared, heardOf });

  return {
    ...making,
    ...createChanges(shared),
    ...createOpening(shared),
    async list() {
      const listed = await kept.list({});
      return listed.ok ? ok(listed.value.map((record) => heardOf(registry.session(record)))) : listed;
    },
    async find(id) {
      const found = await registry.record(id);
      return found.ok ? ok(heardOf(registry.session(found.value))) : found;
    },
    outlook: async (accountId, names, tlds) => {
      const connection = await connections.of(accountId);
      return connection.ok ? ok(outlookOf(connection.value, names, tlds)) : connection;
    },
    compare: (beforeId, afterId) =>
      registry.using(beforeId, (before) =>
        registry.using(afterId, (after) =>
          compareSessions(before, after, (id, cells) => kept.findings({ id, cells })),
        ),
      ),
    wake: (accountId) => runs.wake(accountId),
    accountRemoved(accountId) {
      for (const [id, owner] of accounts) if (owner === accountId) forget(id);
    },
    async takeUp(): Promise<Result<object>> {
      const listed = await kept.list({});
      if (!listed.ok) return listed;
      for (const { id, state } of listed.value) {
        if (state === 'running' || state === 'waiting') await making.takeUpOne(id);
      }
      return ok({});
    },
    close: () => runs.endAll(),
  };
}

function outlookOf({ account, throttle }: Connection, names: number, tlds: number): Outlook {
  const requests = names * Math.ceil(tlds / account.options.tldsPerRequest);
  return { cells: names * tlds, requests, seconds: expected(requests, throttle.allowed()) };
}
