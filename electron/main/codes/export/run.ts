import type { CodeOutcome } from '#shared/domain/code.ts';
import type { AppError, RefusalReason } from '#shared/errors.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Connection, Connections } from '../../connections/connections.ts';
import { type Backoff, createBackoff, hasEnded, inLane, type LaneThrottle } from '../../jobs/waiting.ts';
import type { Secret } from '../../system/secret.ts';
import type { Timer } from '../../system/timer.ts';
import { type AccessJournal, outcomeOfRead } from '../asking.ts';
import { codeRow, type EncryptedFile } from './encrypted-file.ts';

interface CodeExportRunDeps {
  readonly account: { readonly id: string; readonly label: string };
  readonly domains: readonly string[];
  readonly journal: Pick<AccessJournal, 'asked' | 'answered'>;
  readonly line: AccountLine;
  readonly pauses: CodeExportPauses;
  readonly file: Pick<EncryptedFile, 'put'>;
  readonly on: {
    readonly settled: (index: number, outcome: CodeOutcome, error: AppError | null) => void;
    /** Null: the export continues. */
    readonly waits: (why: AppError | null) => void;
  };
  readonly now: () => Date;
  /** Aborted to request no more codes. */
  readonly stop: AbortSignal;
  /** Aborted to cancel a pending request, too. */
  readonly hurry: AbortSignal;
}

/** The result of one request for a code. */
interface Asked {
  /** The access's number in the journal. */
  readonly access: number;
  readonly outcome: CodeOutcome;
  readonly code: Secret | null;
  readonly error: AppError | null;
}

/** So many consecutive failures that may concern the connection count as a failure of it. */
const mostInARow = 8;

/**
 * Requests the code of each domain once, one after the other, and writes the results to the file. A request that may have reached
 * the service is never repeated; one of which no byte was sent is repeated as soon as possible.
 *
 * @returns Null when it has finished or was stopped; otherwise why it cannot go on. What was fetched is in the file in any case.
 */
export async function askForAll(deps: CodeExportRunDeps): Promise<AppError | null> {
  const way = { failuresInARow: 0 };
  for (let index = 0; index < deps.domains.length && !deps.stop.aborted;) {
    const step = await askForOne(deps, index, way);
    if (step.kind === 'failed') return step.error;
    if (step.kind !== 'again') index += 1;
    if (step.kind === 'next') continue;
    deps.on.waits(step.error.kind === 'cancelled' ? null : step.error);
    const trouble = await deps.pauses.after(step.error);
    if (trouble !== null) return trouble;
    deps.on.waits(null);
  }
  return null;
}

/** `again`: it was not requested. `pause`: it was, and the next one is requested after a pause. */
type Step =
  { readonly kind: 'next' } | { readonly kind: 'again' | 'pause' | 'failed'; readonly error: AppError };

async function askForOne(
  deps: CodeExportRunDeps,
  index: number,
  way: { failuresInARow: number },
): Promise<Step> {
  const domain = deps.domains[index];
  if (domain === undefined) throw new Error(`There is no row ${index}`);
  const ran = await deps.line.run((client) => ask(deps, domain, client), deps.stop);
  if (!ran.ok) return { kind: 'failed', error: ran.error };
  if (ran.value === null) return { kind: 'next' };
  if (!ran.value.ok) return { kind: 'failed', error: ran.value.error };
  const asked = ran.value.value;
  const after = stepAfter(asked, way);
  // Written to the file first, so that no later failure loses the code.
  const unput = isSettled(asked, after) ? settle(deps, index, domain, asked) : null;
  const answered = await deps.journal.answered(asked.access, asked.outcome);
  if (unput !== null) return { kind: 'failed', error: unput };
  if (!answered.ok) return { kind: 'failed', error: answered.error };
  if (after.kind === 'next') deps.pauses.goesWell();
  return after;
}

/** A domain that was not requested, because no request is possible, stays open: the failure is not the domain's. */
const isSettled = ({ outcome }: Asked, { kind }: Step): boolean =>
  kind === 'next' || kind === 'pause' || (kind === 'failed' && outcome !== 'not-sent');

async function ask(
  { journal, account, hurry }: CodeExportRunDeps,
  domain: string,
  client: CodeExportConnection['client'],
): Promise<Result<Asked>> {
  const access = await journal.asked(account, domain, 'save');
  if (!access.ok) return fail(access.error);
  let wasAnswered = false;
  const onAnswer = (): void => void (wasAnswered = true);
  const read = await client.readEppCode({ domain }, { signal: hurry, onAnswer });
  return ok({
    access: access.value,
    outcome: outcomeOfRead(read, wasAnswered),
    code: read.ok && read.value.kind === 'code' ? read.value.code : null,
    error: read.ok ? null : read.error,
  });
}

function settle(deps: CodeExportRunDeps, index: number, domain: string, asked: Asked): AppError | null {
  const { outcome, code, error } = asked;
  deps.on.settled(index, outcome, error);
  const put = deps.file.put(codeRow({ domain, outcome, code, error, at: deps.now().toISOString() }));
  return put.ok ? null : put.error;
}

function stepAfter({ error, outcome }: Asked, way: { failuresInARow: number }): Step {
  if (error === null) {
    way.failuresInARow = 0;
    return { kind: 'next' };
  }
  const verdict = classifyFailure(error, outcome);
  switch (verdict) {
    case 'row':
      way.failuresInARow = 0;
      return { kind: 'next' };
    case 'perhaps-all':
      way.failuresInARow += 1;
      if (way.failuresInARow < mostInARow) return { kind: 'next' };
      way.failuresInARow = 0;
      return { kind: 'pause', error };
    case 'pause':
      return { kind: 'pause', error };
    case 'again':
      return { kind: 'again', error };
    case 'all':
      return { kind: 'failed', error };
    default:
      return assertNever(verdict);
  }
}

/** The parts of a connection that are used here. */
export interface CodeExportConnection {
  readonly client: Pick<Connection['client'], 'readEppCode' | 'readCredits'>;
  readonly throttle: Pick<Connection['throttle'], 'lane'>;
  readonly ended: AbortSignal;
}

export interface CodeExportConnections {
  readonly of: (accountId: string) => Promise<Result<CodeExportConnection>>;
}

/** An account's connection, in a lane of its throttle; switches to the new connection where it is replaced. */
export interface AccountLine {
  /**
   * Runs `work` when the lane has a free slot.
   *
   * @returns Null where `stop` was aborted before.
   *
   * Fails with: what connecting fails with.
   */
  readonly run: <T>(
    work: (client: CodeExportConnection['client']) => Promise<T>,
    stop: AbortSignal,
  ) => Promise<Result<T | null>>;
  readonly leave: () => void;
}

export function createAccountLine(
  connections: Pick<Connections, 'of'> | CodeExportConnections,
  accountId: string,
): AccountLine {
  let taken: { readonly connection: CodeExportConnection; readonly lane: LaneThrottle } | null = null;

  function leave(): void {
    taken?.lane.leave();
    taken = null;
  }

  function laneOf(connection: CodeExportConnection): LaneThrottle {
    if (taken?.connection === connection) return taken.lane;
    leave();
    taken = { connection, lane: inLane(connection.throttle) };
    return taken.lane;
  }

  return {
    async run(work, stop) {
      while (!stop.aborted) {
        const connected: Result<CodeExportConnection> = await connections.of(accountId);
        if (!connected.ok) return connected;
        const { client, ended } = connected.value;
        const turn = turnOf(work);
        try {
          const signal = AbortSignal.any([stop, ended]);
          return ok(await laneOf(connected.value).run(() => turn.begin(client), signal));
        } catch (thrown) {
          // Waiting for a slot is rejected when the connection ends or `stop` is aborted.
          if (turn.hasBegun() || !(hasEnded(stop) || hasEnded(ended))) throw thrown;
        }
      }
      return ok(null);
    },
    leave,
  };
}

function turnOf<C, T>(work: (client: C) => Promise<T>) {
  let hasBegun = false;
  return {
    begin(client: C): Promise<T> {
      hasBegun = true;
      return work(client);
    },
    hasBegun: (): boolean => hasBegun,
  };
}

/** The connection was replaced by another one, which is available at once. */
const soonMs = 100;

interface CodeExportPauses {
  /** Waits until the next request may succeed, or `stop` is aborted. Fails with: what connecting fails with. */
  readonly after: (error: AppError) => Promise<AppError | null>;
  readonly goesWell: () => void;
}

/**
 * Pauses while no request is possible. It reads the credit to find out whether the service is available again: a code is requested
 * only once, so it is not used as a probe.
 */
export function createCodeExportPauses(
  line: AccountLine,
  timer: Pick<Timer, 'sleep'>,
  stop: AbortSignal,
): CodeExportPauses {
  const patience: Backoff = createBackoff();
  const sleep = (durationMs: number): Promise<unknown> =>
    timer.sleep(durationMs, stop).catch(() => undefined); // Rejects only when `stop` is aborted.

  async function untilThere(): Promise<AppError | null> {
    while (!stop.aborted) {
      await sleep(patience.nextMs());
      const read = await line.run((client) => client.readCredits({ signal: stop }), stop);
      if (!read.ok) return read.error;
      if (read.value === null || read.value.ok || !isOfTheWay(read.value.error)) return null;
    }
    return null;
  }

  return {
    async after(error) {
      if (error.kind !== 'cancelled') return untilThere();
      await sleep(soonMs);
      return null;
    },
    goesWell: patience.goesWell,
  };
}

/** A refusal to read the credit is an answer: the service is available. */
function isOfTheWay(error: AppError): boolean {
  if (error.kind === 'refused') return error.why === 'rate' || error.why === 'server';
  return error.kind === 'unreachable' || error.kind === 'unreadable' || error.kind === 'cancelled';
}

/**
 * What a failure means for the next domains. `row`: nothing. `perhaps-all`: several in a row are a failure of the connection.
 * `pause`: no requests for a while. `again`: this one was not requested, and is repeated when possible. `all`: no request is
 * possible.
 */
export type FailureClass = 'row' | 'perhaps-all' | 'pause' | 'again' | 'all';

const byRefusal: Readonly<Partial<Record<RefusalReason, FailureClass>>> = {
  credentials: 'all',
  address: 'all',
  rate: 'pause',
  server: 'perhaps-all',
};

/** @param outcome The outcome of the failed request. */
function classifyFailure(error: AppError, outcome: CodeOutcome): FailureClass {
  if (outcome === 'no-answer') return 'perhaps-all';
  if (outcome !== 'not-sent') return error.kind === 'refused' ? (byRefusal[error.why] ?? 'row') : 'row';
  return unsent(error);
}

function unsent(error: AppError): FailureClass {
  if (error.kind === 'invalid-input') return error.field === 'domain' ? 'row' : 'all';
  if (error.kind === 'refused') return error.why === 'rate' || error.why === 'server' ? 'again' : 'all';
  const isOfTheWay = error.kind === 'unreachable' || error.kind === 'not-sent' || error.kind === 'cancelled';
  return isOfTheWay ? 'again' : 'all';
}
