import type { CodeOutcome, RequestAction, UnrequestedAction } from '#shared/domain/code.ts';
import { type AppError, type AppErrorKind, isOnTheWay } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import type { KeptAnswer } from '../reseller/client.ts';
import { type EppAnswer, readEppCode } from '../reseller/operations/domain.ts';
import type { AccessWritten } from '../workspace/journal/code-accesses.ts';
import type { Given, Timer } from '../system/timing.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The parts of a connection that are used to request a code. */
export interface CodeConnection {
  readonly account: Pick<Connection['account'], 'id' | 'label' | 'colour'>;
  readonly client: Pick<Connection['client'], 'readOnce'>;
  readonly throttle: Pick<Connection['throttle'], 'run'>;
  readonly ended: AbortSignal;
}

export interface Asking {
  readonly connection: CodeConnection;
  /** As A-labels. */
  readonly domain: string;
  readonly deed: RequestAction;
  readonly signal: AbortSignal;
}

/** The result of a request for a code, and its time. */
export interface Came {
  readonly read: Result<EppAnswer>;
  /** The last complete answer, fully masked; null where none came. */
  readonly kept: KeptAnswer | null;
  readonly retrievedAt: string;
}

interface AskDeps extends Given<'now' | 'onBug'> {
  readonly journal: Pick<AccessJournal, 'asked' | 'answered'>;
}

/**
 * Records in the journal that a code is requested, requests it from the service once, under the account's throttle, and records
 * the result.
 *
 * Fails with: `storage`, `journal-broken`, `cancelled`. Then nothing was requested.
 */
export async function askOnce({ journal, now, onBug }: AskDeps, asking: Asking): Promise<Result<Came>> {
  const { connection, domain, deed, signal } = asking;
  const work = async (): Promise<Result<Came>> => {
    const access = await journal.asked(connection.account, domain, deed);
    if (!access.ok) return access;
    const answers: KeptAnswer[] = [];
    const onAnswer = (answer: KeptAnswer): void => void answers.push(answer);
    const read = await connection.client.readOnce(readEppCode, { domain }, { signal, onAnswer });
    const came = { read, kept: answers.at(-1) ?? null, retrievedAt: now().toISOString() };
    // Where this cannot be recorded, the earlier entry stays without an outcome. The code is returned all the same.
    await journal.answered(access.value, outcomeOfRead(read, came.kept !== null)).catch(onBug);
    return ok(came);
  };
  try {
    return await connection.throttle.run(work, signal);
  } catch (thrown) {
    if (signal.aborted && thrown === signal.reason) return fail({ kind: 'cancelled' });
    throw thrown;
  }
}

/**
 * The outcome of a request for a code.
 *
 * @param wasAnswered Whether an answer to this request came. A refusal without one refused a read that precedes it:
 *   the code was not requested.
 */
export function outcomeOfRead(read: Result<EppAnswer>, wasAnswered: boolean): CodeOutcome {
  if (read.ok) return read.value.kind === 'code' ? 'code' : 'emailed';
  return read.error.kind === 'refused' && !wasAnswered ? 'not-sent' : outcomeOf(read.error);
}

/**
 * The outcome of a failed request for a code. One that may have reached the service is `no-answer`, however it was lost: at some
 * registries each request creates a new code, so it is never repeated automatically.
 */
export function outcomeOf(error: AppError): CodeOutcome {
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'no-answer' : 'not-sent';
  // A server error does not say what the server did.
  if (error.kind === 'refused' && error.why === 'server') return 'unclear';
  if (error.kind !== 'unreadable') return byKind[error.kind];
  return error.why === 'cut-short' || error.why === 'too-large' ? 'no-answer' : 'unclear';
}

const byKind: Readonly<Record<Exclude<AppErrorKind, 'unreadable' | 'unreachable'>, CodeOutcome>> = {
  refused: 'refused',
  uncertain: 'no-answer',
  bug: 'no-answer',
  'not-sent': 'not-sent',
  cancelled: 'not-sent',
  'invalid-input': 'not-sent',
  'no-account': 'not-sent',
  'no-key': 'not-sent',
  keychain: 'not-sent',
  storage: 'not-sent',
  'journal-broken': 'not-sent',
  'restore-unacknowledged': 'not-sent',
  'from-backup': 'not-sent',
  'app-locked': 'not-sent',
  'open-change': 'not-sent',
  'claimed-elsewhere': 'not-sent',
  'team-unavailable': 'not-sent',
  'team-limit': 'not-sent',
  'changed-since': 'not-sent',
  'over-limit': 'not-sent',
  'charged-more': 'not-sent',
  'rate-limited': 'not-sent',
  'account-in-use': 'not-sent',
  'not-available': 'not-sent',
};

interface AccountOfAccess {
  readonly id: string;
  readonly label: string;
}

/** The journal of accesses to codes. A result is returned only after it is flushed to the disk. */
export type AccessJournal = ReturnType<typeof createAccessJournal>;

const mostShown = 200;

export function createAccessJournal(deps: {
  readonly workspace: Pick<Workspace, 'codeAccesses'>;
  readonly now: () => Date;
}) {
  const { codeAccesses } = deps.workspace;
  const at = (): string => deps.now().toISOString();
  const noting =
    (deed: UnrequestedAction) =>
    async (
      { id: accountId, label: accountLabel }: AccountOfAccess,
      domain: string,
    ): Promise<Result<null>> => {
      const written = concluded(await codeAccesses.note({ at: at(), accountId, accountLabel, domain, deed }));
      return written.ok ? ok(null) : written;
    };
  return {
    /**
     * Records that a code is about to be requested. Nothing may be requested from the service before this resolves.
     *
     * @returns The access's number, for {@link AccessJournal.answered}.
     *
     * Fails with: `storage`, `journal-broken`. Then nothing may be requested.
     */
    asked: async (
      { id: accountId, label: accountLabel }: AccountOfAccess,
      domain: string,
      deed: RequestAction,
    ) => concluded(await codeAccesses.ask({ at: at(), accountId, accountLabel, domain, deed })),
    /**
     * Records the outcome, once. Where it fails, the access stays without an outcome; the code need not be withheld from the user for
     * that.
     *
     * Fails with: `storage`, `journal-broken`.
     */
    async answered(access: number, outcome: CodeOutcome): Promise<Result<null>> {
      const written = concluded(await codeAccesses.conclude({ access, at: at(), outcome }));
      return written.ok ? ok(null) : written;
    },
    /**
     * Records, in one entry, that the shown code is about to be copied; the service is not asked.
     *
     * Fails with: `storage`, `journal-broken`. Then nothing may be copied.
     */
    copiesShown: noting('copy-shown'),
    /** As `copiesShown`: a code from a file is about to be shown. */
    showsSaved: noting('show-saved'),
    /** Each access to a domain's code once, newest first, at most 200. */
    of: (accountId: string, domain: string) =>
      codeAccesses.list({ accountId, domain, text: '', limit: mostShown }),
  };
}

function concluded(written: Result<AccessWritten>): Result<number> {
  if (!written.ok) return written;
  const { kind, seq } = written.value;
  return kind === 'written' ? ok(seq) : fail({ kind: 'journal-broken', journal: 'accesses', seq });
}

/** How long shutdown waits for running requests, so that their journal entries are complete. */
const lastLinesMs = 1_000;

/** Clicks that are not answered yet, one for each domain. */
export function createPendingClicks(timer: Timer) {
  const works = new Map<string, Promise<unknown>>();
  return {
    /** Returns the result of `work`; null, without calling it, where work of the same name is running. */
    async once<T>(name: string, work: () => Promise<T>): Promise<T | null> {
      if (works.has(name)) return null;
      const mine = work();
      works.set(name, mine);
      try {
        return await mine;
      } finally {
        works.delete(name);
      }
    },
    /** Resolves when all work has ended, or after a timeout for shutdown. */
    async settled() {
      const waiting = new AbortController();
      const timeout = timer.sleep(lastLinesMs, waiting.signal).catch(() => undefined);
      await Promise.race([Promise.allSettled(works.values()), timeout]);
      waiting.abort();
    },
  };
}
