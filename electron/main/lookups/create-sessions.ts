import { type Finding, notGiven, type Price, shortestPeriod } from '#shared/domain/finding.ts';
import {
  findingBits,
  kindOfCell,
  mostChanges,
  type Session,
  type SessionChange,
} from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createMaking, createOpening, createSessionChanges } from './session-actions.ts';
import { expected } from './session-run.ts';
import { type EmitSessions, createSessionEvents, Runs, type RunsDeps } from './session-runs.ts';
import {
  type Comparison,
  createSessionRegistry,
  type LiveSession,
  type Outlook,
  type Sessions,
} from './sessions.ts';

export interface SessionsDeps extends Pick<
  RunsDeps,
  'log' | 'connections' | 'onBug' | 'timer' | 'now' | 'random'
> {
  readonly kept: Workspace['sessions'];
  /** Called at most four times a second. */
  readonly announce: EmitSessions;
  readonly newId: () => string;
}

/** Bulk lookups, backed by the stored sessions. Nothing runs before `takeUp`, or before a session is started. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { kept, connections, timer } = deps;
  const announcer = createSessionEvents(deps.announce, timer);
  const registry = createSessionRegistry(kept, timer);
  const runs = new Runs({ ...deps, registry, announcer });
  const shared = { ...deps, registry, announcer, runs };
  /** The accounts of all sessions that were seen here, by session id. */
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
    ...createSessionChanges(shared),
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

/** Fails with: `storage`. */
type FindingsAt = (id: string, cells: Uint32Array<ArrayBuffer>) => Promise<Result<readonly Finding[]>>;

/** Compares the cells that both sessions have and that were checked in both; the changes are in the order of `after`. */
async function compareSessions(
  before: LiveSession,
  after: LiveSession,
  findingsAt: FindingsAt,
): Promise<Result<Comparison>> {
  const { compared, changed, pairs } = changedCells(before, after);
  const found = [
    await findingsAt(
      before.record.id,
      Uint32Array.from(pairs, (pair) => pair.before),
    ),
    await findingsAt(
      after.record.id,
      Uint32Array.from(pairs, (pair) => pair.after),
    ),
  ] as const;
  if (!found[0].ok) return found[0];
  if (!found[1].ok) return found[1];
  const [earlier, later] = [found[0].value, found[1].value];
  const changes = later.flatMap((finding, at): SessionChange[] => {
    const was = earlier[at];
    return was === undefined ? [] : [changeOf(was, finding)];
  });
  return ok({ compared, same: compared - changed, changed, changes });
}

interface Pair {
  readonly before: number;
  readonly after: number;
}

function changedCells(before: LiveSession, after: LiveSession) {
  const width = { before: before.record.tlds.length, after: after.record.tlds.length };
  const columns = after.record.tlds.map((tld) => before.record.tlds.indexOf(tld));
  const rowBefore = rowsIn(before, after);
  const pairs: Pair[] = [];
  let [compared, changed] = [0, 0];
  for (let row = 0; row < after.labels.count; row += 1) {
    const earlierRow = rowBefore(row);
    if (earlierRow === undefined) continue;
    columns.forEach((earlierColumn, column) => {
      if (earlierColumn < 0) return;
      const pair = { before: earlierRow * width.before + earlierColumn, after: row * width.after + column };
      const [was, is] = [codeAt(before, pair.before), codeAt(after, pair.after)];
      if (was === 0 || is === 0) return;
      compared += 1;
      if (kindOfCell(was) === kindOfCell(is)) return;
      changed += 1;
      if (pairs.length < mostChanges) pairs.push(pair);
    });
  }
  return { compared, changed, pairs };
}

const codeAt = ({ matrix }: LiveSession, cell: number): number => findingBits(matrix.codes[cell] ?? 0);

/** A session that was run again has the same names in the same rows. */
function rowsIn(before: LiveSession, after: LiveSession): (row: number) => number | undefined {
  if (before.names === after.names) return (row) => row;
  const rows = new Map<string, number>();
  for (let row = 0; row < before.labels.count; row += 1) rows.set(before.labels.at(row), row);
  return (row) => rows.get(after.labels.at(row));
}

const changeOf = (before: Finding, after: Finding): SessionChange => ({
  domain: after.domain,
  before: before.kind,
  after: after.kind,
  priceBefore: priceOf(before),
  priceAfter: priceOf(after),
});

const priceOf = ({ prices }: Finding): Price => shortestPeriod(prices)?.register ?? notGiven;
