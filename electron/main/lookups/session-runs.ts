import type { Session, SessionState } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Connections } from '../connections/connections.ts';
import { createJobs, type Jobs } from '../jobs/job.ts';
import { createGuard, type Guard } from '../jobs/waiting.ts';
import { coalesce, type Given, type Timer } from '../system/timing.ts';
import type { RecordedRequest } from '../workspace/sessions/messages.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createDiskFlusher, type DiskFlusher } from './recording.ts';
import { SessionRun } from './session-run.ts';
import { type LiveSession, type LiveSessions, sessionOf } from './live-sessions.ts';

export interface RunsDeps extends Given<'now' | 'timer'> {
  readonly kept: Workspace['sessions'];
  readonly log: Workspace['answerLog'];
  readonly connections: Pick<Connections, 'of'>;
  readonly registry: LiveSessions;
  readonly announcer: SessionEvents;
  /** Receives exceptions, which are bugs. Returns the incident's id. */
  readonly onBug: (thrown: unknown) => string;
  readonly random: () => number;
}

/** The running sessions. */
export class Runs {
  readonly #deps: RunsDeps;
  readonly #guard: Guard;
  readonly #flusher: DiskFlusher;
  readonly #jobs: Jobs;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    this.#guard = createGuard(deps.onBug);
    this.#flusher = createDiskFlusher(() => this.#guard(() => deps.kept.seal()), deps.timer);
    this.#jobs = createJobs(deps.onBug);
  }

  /** Starts a session; does nothing where it runs already. */
  begin(live: LiveSession): void {
    if (live.run !== null) return;
    const run = this.#runFor(live);
    live.run = run;
    this.#jobs.begin(live.record, () => run);
    this.#announce(live);
  }

  /** Ends a session; resolves when none of its requests is pending any more and every result is stored. */
  async end(live: LiveSession): Promise<void> {
    await this.#jobs.end(live.record.id);
    live.run = null;
  }

  wake(accountId?: string): void {
    this.#jobs.wake(accountId);
  }

  /** Ends all sessions; none can be started afterwards. */
  endAll(): Promise<void> {
    return this.#jobs.close();
  }

  #runFor(live: LiveSession): SessionRun {
    const { kept, log, connections, onBug } = this.#deps;
    const { id, accountId } = live.record;
    return new SessionRun({
      ...this.#deps,
      live,
      guard: this.#guard,
      flusher: this.#flusher,
      connect: () => connections.of(accountId),
      record: (requests) => recording(kept, id, requests, onBug),
      note: (requests) => log.add(id, requests),
      on: {
        flushed: () => this.#flushed(live),
        waits: (error) => this.#waits(live, error),
        answered: () => this.#wakeOthers(live),
        finished: () => this.#finished(live),
      },
    });
  }

  #flushed(live: LiveSession): void {
    live.record = { ...live.record, changedAt: this.#deps.now().toISOString() };
    this.#announce(live);
  }

  #finished(live: LiveSession): void {
    live.run = null;
    // A list that is read meanwhile takes its state from here.
    void this.#note(live, 'finished').then(() => this.#deps.registry.release(live));
  }

  /** When an account is removed, its sessions are removed with it, and the session is forgotten here. */
  async #waits(live: LiveSession, error: AppError | null): Promise<void> {
    if (error?.kind === 'no-account' && (await this.#isGone(live))) this.#forget(live);
    else if (live.run !== null) void this.#note(live, live.run.waitingFor() === null ? 'running' : 'waiting');
  }

  /** A state that is not stored is recovered at the next start: it follows from the cells. */
  #note(live: LiveSession, state: SessionState): Promise<unknown> {
    const changedAt = this.#deps.now().toISOString();
    const changes = { state, changedAt, finishedAt: state === 'finished' ? changedAt : null };
    live.record = { ...live.record, ...changes };
    this.#announce(live);
    live.frames.touch();
    return this.#guard(() => this.#deps.kept.update({ id: live.record.id, changes }));
  }

  #announce(live: LiveSession): void {
    this.#deps.announcer.changed(live.record.id, () => sessionOf(live));
  }

  async #isGone({ record: { id } }: LiveSession): Promise<boolean> {
    const found = await this.#guard(() => this.#deps.kept.find({ id }));
    return found.ok && found.value === null;
  }

  #forget(live: LiveSession): void {
    void this.end(live);
    this.#deps.registry.forget(live.record.id);
    this.#deps.announcer.removed(live.record.id);
  }

  /** An answer shows the account's other waiting sessions that the service is available. */
  #wakeOthers({ record: { accountId } }: LiveSession): void {
    for (const { record, run } of this.#deps.registry.all()) {
      const error = record.accountId === accountId ? run?.waitingFor() : null;
      if (error && error.kind !== 'storage') run?.wake();
    }
  }
}

/** A session whose account was removed meanwhile is removed as well: that is not a bug. */
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

export type EmitSessions = (changed: readonly Session[], removed: readonly string[]) => void;

/** Announces sessions that have changed, at most four times a second. */
export type SessionEvents = ReturnType<typeof createSessionEvents>;

const everyMs = 250;

export function createSessionEvents(announce: EmitSessions, timer: Timer) {
  const changed = new Map<string, () => Session>();
  const removed = new Set<string>();
  /** Late results of a removed session must not bring it back. */
  const gone = new Set<string>();

  function tell(): void {
    const sessions = [...changed.values()].map((session) => session());
    const gone = [...removed];
    changed.clear();
    removed.clear();
    announce(sessions, gone);
  }

  const telling = coalesce(tell, everyMs, timer);

  return {
    /** @param session Called when it is announced: it may have changed again by then. */
    changed(id: string, session: () => Session) {
      if (gone.has(id)) return;
      changed.set(id, session);
      telling.soon();
    },
    removed(id: string) {
      changed.delete(id);
      removed.add(id);
      gone.add(id);
      telling.soon();
    },
    /** It is there again, with its account. */
    restored: (id: string) => void gone.delete(id),
  };
}
