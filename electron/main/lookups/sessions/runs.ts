import type { AppError } from '#shared/app-error.ts';
import type { SessionState } from '#shared/domain/session.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { RecordedRequest } from '../../workspace/session-records.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Announcer } from './announcer.ts';
import { type LiveSession, sessionOf, takeIn } from './live-session.ts';
import type { Registry } from './registry.ts';
import { Run } from './run.ts';
import { createSealer } from './sealer.ts';

export interface RunsDeps {
  readonly kept: Workspace['sessions'];
  readonly connections: Pick<Connections, 'of'>;
  readonly registry: Registry;
  readonly announcer: Announcer;
  /** Takes what was thrown: a bug. Answers with the incident's id. */
  readonly onBug: (thrown: unknown) => string;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly random: () => number;
}

/** The sessions that are being asked. */
export interface Runs {
  /** Nothing happens where it runs already. */
  readonly begin: (live: LiveSession) => void;
  /** Resolves when nothing is on its way any more. */
  readonly end: (live: LiveSession) => Promise<void>;
  readonly wake: (accountId?: string) => void;
  readonly endAll: () => Promise<void>;
}

export function createRuns(deps: RunsDeps): Runs {
  const { kept, registry, announcer, now } = deps;
  const guard = createGuard(deps.onBug);
  const sealer = createSealer(() => guard(() => kept.seal({})), deps.timer);
  let isClosing = false;

  const announce = (live: LiveSession): void => announcer.changed(live.record.id, () => sessionOf(live));

  /** A state that is not kept is found out at the next start: it follows from what the cells say. */
  function note(live: LiveSession, state: SessionState): void {
    const changedAt = now().toISOString();
    const changes = { state, changedAt, finishedAt: state === 'finished' ? changedAt : null };
    live.record = { ...live.record, ...changes };
    announce(live);
    live.frames.touch();
    void guard(() => kept.update({ id: live.record.id, changes }));
  }

  function forget(live: LiveSession): void {
    void end(live);
    registry.forget(live.record.id);
    announcer.removed(live.record.id);
  }

  async function forgetIfGone(live: LiveSession): Promise<void> {
    const found = await guard(() => kept.find({ id: live.record.id }));
    if (found.ok && found.value === null) forget(live);
  }

  async function end(live: LiveSession): Promise<void> {
    await live.run?.end();
    live.run = null;
  }

  function wake(accountId?: string): void {
    for (const { record, run } of registry.live()) {
      if (accountId === undefined || record.accountId === accountId) run?.wake();
    }
  }

  /** One that was answered shows the others of its account that the way is free. */
  function wakeOthers({ record }: LiveSession): void {
    for (const other of registry.live()) {
      const error = other.record.accountId === record.accountId ? other.run?.waitingFor() : null;
      if (error && error.kind !== 'storage') other.run?.wake();
    }
  }

  function runFor(live: LiveSession): Run {
    const { record, matrix, labels } = live;
    return new Run({
      ...deps,
      matrix,
      labels,
      tlds: record.tlds,
      guard,
      sealer,
      connect: () => deps.connections.of(record.accountId),
      record: (requests) => recording(kept, record.id, requests, deps.onBug),
      on: {
        sealed(requests, codes) {
          takeIn(live, requests, codes);
          live.record = { ...live.record, changedAt: now().toISOString() };
          announce(live);
        },
        asking: () => note(live, 'running'),
        waiting(error) {
          note(live, 'waiting');
          if (mayBeGone.has(error.kind)) void forgetIfGone(live);
        },
        answered: () => wakeOthers(live),
        finished() {
          live.run = null;
          note(live, 'finished');
          registry.release(live);
        },
      },
    });
  }

  return {
    begin(live) {
      if (live.run !== null || isClosing) return;
      live.run = runFor(live);
      live.run.begin();
      announce(live);
    },
    end,
    wake,
    async endAll() {
      isClosing = true;
      await Promise.all([...registry.live()].map(end));
    },
  };
}

const mayBeGone: ReadonlySet<AppError['kind']> = new Set(['no-account', 'bug']);

/** A session whose account was removed meanwhile is gone as well: that is no bug. */
async function recording(
  kept: Workspace['sessions'],
  id: string,
  requests: readonly RecordedRequest[],
  onBug: (thrown: unknown) => string,
): Promise<Result<{ readonly codes: Uint8Array }>> {
  try {
    return await kept.record({ id, requests: [...requests] });
  } catch (thrown) {
    const found = await createGuard(onBug)(() => kept.find({ id }));
    if (found.ok && found.value === null) return fail({ kind: 'no-account' });
    return fail({ kind: 'bug', incidentId: onBug(thrown) });
  }
}

type Guard = <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;

const createGuard =
  (onBug: (thrown: unknown) => string): Guard =>
  async (call) => {
    try {
      return await call();
    } catch (thrown) {
      return fail({ kind: 'bug', incidentId: onBug(thrown) });
    }
  };
