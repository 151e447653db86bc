import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { UnknownCause } from '#shared/domain/finding.ts';
import { isolated, isTyped } from '#shared/domain/isolated.ts';
import {
  asEntered,
  type Estimate,
  noFilter,
  type Session,
  type SessionFilter,
  type SessionSort,
  shownCountsOf,
  unreadNamesReason,
} from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { invalidInput } from '../system/texts.ts';
import { endWith, type ServicesCall, valueOf } from './cli-command.ts';
import type { CommandServices } from './host.ts';
import { argsOf, outArgs, type RunOptions, type Target } from './options.ts';
import {
  codeOf,
  endedCode,
  type ExitCode,
  exitCodes,
  sayFailedWork,
  sayFailure,
  type Terminal,
} from './terminal.ts';
import { count, counted, didYouMean, duration, shellLine } from './words.ts';
import { shownKinds, unknownCauses } from '#shared/domain/finding-kinds.ts';

/** A session that a command runs. */
interface Run {
  readonly call: ServicesCall;
  readonly id: string;
  readonly options: RunOptions;
}

/**
 * Runs a session to its end, shows its progress and writes the findings; or pauses it and says how to continue.
 *
 * @param start Starts the session; it may be running already.
 */
export async function runSession(
  call: ServicesCall,
  id: string,
  options: RunOptions,
  start: () => Promise<Result<Session>>,
): Promise<ExitCode> {
  const { services, terminal } = call;
  terminal.canGoOnWith(['session', 'resume', id, ...argsOf(options)]);
  const found = valueOf(await services.sessions.find(id));
  // The rate limits are set before the first request is sent.
  const { concurrency, rate } = options;
  const takeBack = await services.connections.override(found.accountId, {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(rate === undefined ? {} : { requestsPerSecond: rate }),
  });
  try {
    valueOf(await start());
    return await toItsEnd({ call, id, options });
  } finally {
    await takeBack();
  }
}

async function toItsEnd(run: Run): Promise<ExitCode> {
  const { services, terminal, command } = run.call;
  const beganAtMs = performance.now();
  const end = await follow(run);
  if (end.kind !== 'finished') return pause(run, end);
  const { session } = end;
  terminal.err(countsLine(session, (performance.now() - beganAtMs) / 1_000));
  const written = await writeFindings({ sessionId: run.id, options: run.options }, services, terminal);
  if (!written.ok) {
    if (terminal.ending.aborted) return endedCode(terminal.ending);
    const code = sayFailedWork(terminal, command, written.error);
    terminal.err(`All results are saved. Write them with:\n  ${again(run, exportArgs(run))}`);
    return code;
  }
  for (const line of unknownLines(session)) terminal.err(line);
  return session.counts.unknown === 0 ? exitCodes.done : exitCodes.failed;
}

const firstCheckMs = 15;
const betweenChecksMs = 250;

async function follow({
  call: { services, terminal },
  id,
  options,
}: Run): Promise<Hold | { readonly kind: 'finished'; readonly session: Session }> {
  let said = '';
  let goingAtMs = performance.now();
  try {
    for (let pauseMs = firstCheckMs; ; pauseMs = Math.min(betweenChecksMs, pauseMs * 1.5)) {
      const session = valueOf(await services.sessions.find(id));
      if (session.state === 'finished') return { kind: 'finished', session };
      if (session.state !== 'waiting') goingAtMs = performance.now();
      const hold = heldBy(session, options, performance.now() - goingAtMs, terminal.ending);
      if (hold !== null) return hold;
      said = sayWaiting(session.state === 'waiting' ? waitingLine(session) : '', said, terminal);
      terminal.progress(progressLine(session));
      await wait(pauseMs, undefined, { signal: terminal.ending }).catch(() => undefined); // The next iteration sees the abort.
    }
  } finally {
    terminal.progress('');
  }
}

/** Prints once why work waits, and once that it continues. @param now Empty where it does not wait. */
export function sayWaiting(now: string, said: string, terminal: Terminal): string {
  if (now !== said) terminal.err(now === '' ? 'Resumed.' : now);
  return now;
}

async function pause(run: Run, hold: Hold): Promise<ExitCode> {
  const { call, id, options } = run;
  const { services, terminal } = call;
  if (hold.kind === 'ending')
    terminal.err(
      'Pausing: waiting for pending requests. Press again to end at once; nothing is lost either way.',
    );
  if (hold.kind !== 'elsewhere') {
    const paused = valueOf(await services.sessions.pause(id));
    terminal.err(countsLine(paused, null));
  }
  const code = sayHold(call, hold);
  const args = ['session', 'resume', id, ...argsOf(options)];
  terminal.err(`All results are saved. Resume with:\n  ${again(run, args)}`);
  if (options.keyStdinOnce === true) terminal.err('It reads the key from the standard input again.');
  return code;
}

function sayHold({ command, terminal }: ServicesCall, hold: Hold): ExitCode {
  if (hold.kind === 'ending') return endedCode(terminal.ending);
  if (hold.kind === 'error') return sayFailure(terminal, command, hold.error);
  terminal.err(`namedesk ${command}: The session was ${hold.state} elsewhere.`);
  return exitCodes.failed;
}

const again = ({ call: { terminal, place } }: Run, args: readonly string[]): string =>
  shellLine(terminal.calledAs, [...place, ...args]);

const exportArgs = ({ id, options: { out, format } }: Run): readonly string[] => [
  'session',
  'export',
  id,
  ...outArgs(out),
  '--format',
  format,
];

/** Why a command line stops following a session that still has open cells. */
type Hold =
  | { readonly kind: 'ending' }
  | { readonly kind: 'error'; readonly error: AppError }
  /** Another process, or the window, has paused or stopped it. */
  | { readonly kind: 'elsewhere'; readonly state: Session['state'] };

/** How long a reachable service may fail to give a usable answer before the command line gives up. */
const timeoutMs = 60_000;

/**
 * Whether the command line stops following an unfinished session.
 *
 * A window can wait until its user enters a key; a script would wait forever. Temporary causes are waited for: a lost
 * network without a limit, a failing service for a minute.
 *
 * @param waitedMs How long it has been waiting without interruption.
 */
export function heldBy(
  { state, waitingFor }: Session,
  { wait: isPatient }: Pick<RunOptions, 'wait'>,
  waitedMs: number,
  ending: AbortSignal,
): Hold | null {
  if (ending.aborted) return { kind: 'ending' };
  if (state === 'paused' || state === 'stopped') return { kind: 'elsewhere', state };
  if (state !== 'waiting' || waitingFor === null) return null;
  const isLeft = !isPatient || givesUp(waitingFor, waitedMs);
  return isLeft ? { kind: 'error', error: waitingFor } : null;
}

/** Whether a command line does not wait for this, or not any longer. */
export const givesUp = (error: AppError, waitedMs: number): boolean =>
  !passes(error) || (isOfTheService(error) && waitedMs > timeoutMs);

/** The service responds, but without a usable answer. For rate limits, the service itself says how long to wait. */
const isOfTheService = (error: AppError): boolean =>
  error.kind === 'unreadable' || (error.kind === 'refused' && error.why !== 'rate');

const passes = (error: AppError): boolean =>
  error.kind !== 'storage' && error.kind !== 'bug' && codeOf(error) === exitCodes.failed;

const cellsOf = ({ names, tlds }: Session): number => names * tlds.length;

/**
 * `12,300 of 20,000 (61 %) · 5,321 available · 9.8 requests/s · 3 min left (2 min to 5 min)`: the least important part
 * is last, because a narrow terminal cuts off the end.
 */
export function progressLine(session: Session): string {
  const all = cellsOf(session);
  const done = all - session.left;
  const { pace } = session;
  const counts = shownCountsOf(session);
  const parts = [`${count(done)} of ${count(all)} (${Math.floor((done / Math.max(1, all)) * 100)} %)`];
  parts.push(`${count(counts.available + counts.premium)} available`);
  if (counts.unknown > 0) parts.push(`${count(counts.unknown)} unknown`);
  if (session.state === 'waiting') parts.push('waiting');
  if (pace !== null) {
    parts.push(`${pace.requestsPerSecond.toFixed(1)} requests/s`);
    if (pace.slowedBy !== null) parts.push(slowedBy[pace.slowedBy]);
    if (pace.left !== null) parts.push(timeLeft(pace.left));
  }
  return parts.join(' · ');
}

const timeLeft = ({ likely, low, high }: Estimate): string =>
  duration(low) === duration(high)
    ? `${duration(likely)} left`
    : `${duration(likely)} left (${duration(low)} to ${duration(high)})`;

const slowedBy: Readonly<Record<NonNullable<NonNullable<Session['pace']>['slowedBy']>, string>> = {
  rate: 'slowed: the service says it gets too many requests',
  server: 'slowed: the service has internal errors',
  timeouts: 'slowed: answers time out',
  latency: 'slowed: answers come slower than before',
  'retry-after': 'slowed: the service asked for a pause',
};

/** `20,000 cells in 3 min 5 s: 9,123 available, 812 premium, …`. @param seconds Null leaves the duration out. */
export function countsLine(session: Session, seconds: number | null): string {
  const counts = shownCountsOf(session);
  const said = shownKinds.filter((kind) => counts[kind] > 0).map((kind) => `${count(counts[kind])} ${kind}`);
  const time = seconds === null ? '' : ` in ${duration(seconds)}`;
  const line = `"${isolated(session.name)}": ${counted(cellsOf(session), 'cell', 'cells')}${time}: ${said.join(', ')}.`;
  return session.own === null ? `${line}\nIt can't be exported for now: ${unreadNamesReason}.` : line;
}

/** Why cells have no answer, each cause with its count; empty if all cells have an answer. */
export function unknownLines({ counts, causes }: Session): readonly string[] {
  if (counts.unknown === 0) return [];
  const known = unknownCauses.filter((cause) => (causes[cause] ?? 0) > 0);
  return [
    `${counted(counts.unknown, 'cell has', 'cells have')} no usable answer:`,
    ...known.map((cause) => `  ${count(causes[cause] ?? 0)} × ${causeWords[cause]} (${cause})`),
  ];
}

const causeWords: Readonly<Record<UnknownCause, string>> = {
  'not-in-answer': 'missing from the answer',
  'no-decision': 'answered without a yes or no',
  'error-in-answer': 'an error instead of an answer about this name',
  refused: 'refused by the service',
  unreachable: 'the service could not be reached',
  unreadable: 'the answer could not be read',
  'no-key': 'no key',
  cancelled: 'cancelled',
};

export function waitingLine({ waitingFor }: Pick<Session, 'waitingFor'>): string {
  if (waitingFor === null) return 'Waiting; resumes automatically.';
  return `Waiting, resumes automatically: ${sentencesFor(waitingFor).happened}`;
}

interface Asked {
  readonly sessionId: string;
  readonly options: Target;
  readonly filter?: SessionFilter;
  readonly sort?: SessionSort;
}

/**
 * Writes findings to a file, or to standard output. Standard output too is written from a complete temporary file, so
 * that no partial result is printed.
 *
 * @returns The number of rows. Fails with: `storage`, `invalid-input`, `cancelled`.
 */
export async function writeFindings(
  { sessionId, options: { out, format }, filter = noFilter, sort = asEntered }: Asked,
  { exports }: Pick<CommandServices, 'exports'>,
  terminal: Terminal,
): Promise<Result<{ readonly rows: number }>> {
  const toFile = async (path: string): ReturnType<typeof exports.toFile> => {
    const written = await exports.toFile(
      { sessionId, filter, sort, path, format },
      terminal.ending,
      (done, total) => terminal.progress(`Writing: ${count(done)} of ${count(total)}`),
    );
    terminal.progress('');
    return written;
  };
  if (out !== undefined) return toFile(resolve(terminal.cwd, out));

  const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
  try {
    const path = join(directory, 'findings');
    const written = await toFile(path);
    if (!written.ok) return written;
    for await (const piece of createReadStream(path)) await terminal.write(bytesOf(piece));
    return ok(written.value);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Chunks of a stream without an encoding are buffers. */
const bytesOf = (piece: unknown): Uint8Array => (piece instanceof Uint8Array ? piece : new Uint8Array());

const shortestBeginning = 6;

/**
 * The session with this id or name, or the only one whose id begins with it.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function sessionNamed(
  { sessions }: Pick<CommandServices, 'sessions'>,
  text: string,
): Promise<Session> {
  const listed = valueOf(await sessions.states());
  const all = listed;
  const found = [byId(text), byName(text), byBeginning(text)]
    .map((fits) => all.filter(fits))
    .find((fit) => fit.length > 0);
  const [first, ...others] = found ?? [];
  if (first === undefined) {
    const hint = didYouMean(
      text,
      all.map(({ name }) => name),
    );
    return endWith(
      invalidInput(
        'id',
        `There is no session "${isolated(text)}".${hint} "namedesk session list" shows them all`,
      ),
    );
  }
  if (others.length === 0) return first;
  const ids = [first, ...others].map(({ id, createdAt }) => `${id} (of ${createdAt})`);
  return endWith(
    invalidInput(
      'id',
      `${ids.length} sessions are called "${isolated(text)}"; give an id: ${ids.join(', ')}`,
    ),
  );
}

const byId =
  (text: string) =>
  ({ id }: Session) =>
    id === text.toLowerCase();
/** The session has this name, in upper or lower case. */
export const byName =
  (text: string) =>
  ({ name }: Session) =>
    isTyped(text, name);
const byBeginning =
  (text: string) =>
  ({ id }: Session) =>
    text.length >= shortestBeginning && id.startsWith(text.toLowerCase());
