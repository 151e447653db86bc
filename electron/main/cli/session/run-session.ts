import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '#shared/domain/session.ts';
import type { Call, CommandServices } from '../command.ts';
import { argsOf, type RunAsked } from '../run-options.ts';
import { sayFailure } from '../say.ts';
import { shellLine } from '../shell-line.ts';
import { endedCode, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { heldBy, type Hold } from './hold.ts';
import { countsLine, progressLine, unknownLines, waitingLine } from './session-lines.ts';
import { writeFindings } from './write-findings.ts';

export interface Run {
  /** The command that runs it, for what is said. */
  readonly command: string;
  readonly id: string;
  readonly asked: RunAsked;
  /** Sets it going; it may go already. */
  readonly start: () => ReturnType<CommandServices['sessions']['resume']>;
}

export interface RunContext {
  readonly services: CommandServices;
  readonly terminal: Terminal;
  readonly place: Call['place'];
}

/** Runs a session to its end, follows it, and writes what was found; or pauses it and says how to go on. */
export async function runSession(run: Run, context: RunContext): Promise<ExitCode> {
  const { services, terminal } = context;
  terminal.canGoOnWith(['session', 'resume', run.id, ...argsOf(run.asked)]);
  const found = await services.sessions.find(run.id);
  if (!found.ok) return sayFailure(terminal, run.command, found.error);
  // The ceilings stand before the first request leaves.
  const limits = limitsOf(run.asked);
  const takeBack = await services.connections.override(found.value.accountId, limits);
  try {
    return await toItsEnd(run, context);
  } finally {
    await takeBack();
  }
}

const limitsOf = ({ concurrency, rate }: RunAsked) => ({
  ...(concurrency === null ? {} : { concurrency }),
  ...(rate === null ? {} : { requestsPerSecond: rate }),
});

async function toItsEnd(run: Run, context: RunContext): Promise<ExitCode> {
  const { services, terminal } = context;
  const started = await run.start();
  if (!started.ok) return sayFailure(terminal, run.command, started.error);
  const beganAtMs = performance.now();
  const end = await follow(run, context);
  terminal.progress('');
  if (end.kind === 'failed') return sayFailure(terminal, run.command, end.error);
  if (end.kind === 'held') return pause(run, context, end.hold);
  terminal.err(countsLine(end.session, (performance.now() - beganAtMs) / 1_000));
  const written = await writeFindings({ sessionId: run.id, target: run.asked.target }, services, terminal);
  if (!written.ok) {
    if (terminal.ending.aborted) return endedCode(terminal.ending);
    const code = sayFailure(terminal, run.command, written.error);
    terminal.err(`All findings are kept. Write them with:\n  ${again(context, exportArgs(run))}`);
    return code === exitCodes.usage ? exitCodes.failed : code;
  }
  for (const line of unknownLines(end.session)) terminal.err(line);
  return end.session.counts.unknown === 0 ? exitCodes.done : exitCodes.failed;
}

type End =
  | { readonly kind: 'finished'; readonly session: Session }
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'failed'; readonly error: Parameters<typeof sayFailure>[2] };

const firstLookMs = 15;
const betweenLooksMs = 250;

async function follow({ id, asked }: Run, { services, terminal }: RunContext): Promise<End> {
  let said = '';
  let goingAtMs = performance.now();
  for (let pauseMs = firstLookMs; ; pauseMs = Math.min(betweenLooksMs, pauseMs * 1.5)) {
    const found = await services.sessions.find(id);
    if (!found.ok) return { kind: 'failed', error: found.error };
    const session = found.value;
    if (session.state === 'finished') return { kind: 'finished', session };
    if (session.state !== 'waiting') goingAtMs = performance.now();
    const hold = heldBy(session, asked, performance.now() - goingAtMs, terminal.ending);
    if (hold !== null) return { kind: 'held', hold };
    said = sayWaiting(session, said, terminal);
    terminal.progress(progressLine(session));
    await wait(pauseMs, undefined, { signal: terminal.ending }).catch(() => undefined); // The next look sees the end.
  }
}

/** Says once why it waits, and once that it goes on. */
function sayWaiting(session: Session, said: string, terminal: Terminal): string {
  const now = session.state === 'waiting' ? waitingLine(session) : '';
  if (now !== said) terminal.err(now === '' ? 'It goes on.' : now);
  return now;
}

async function pause(run: Run, context: RunContext, hold: Hold): Promise<ExitCode> {
  const { services, terminal } = context;
  if (hold.kind === 'ending')
    terminal.err(
      'Pausing: what is on its way is waited for. Once more ends at once; nothing is lost either way.',
    );
  if (hold.kind !== 'elsewhere') {
    const paused = await services.sessions.pause(run.id);
    if (!paused.ok) return sayFailure(terminal, run.command, paused.error);
    terminal.err(countsLine(paused.value, null));
  }
  const code = sayHold(run, terminal, hold);
  const args = ['session', 'resume', run.id, ...argsOf(run.asked)];
  terminal.err(`Everything that was found is kept. Go on with:\n  ${again(context, args)}`);
  if (run.asked.isKeyGiven) terminal.err('It reads the key from the standard input again.');
  return code;
}

function sayHold({ command }: Run, terminal: Terminal, hold: Hold): ExitCode {
  if (hold.kind === 'ending') return endedCode(terminal.ending);
  if (hold.kind === 'error') return sayFailure(terminal, command, hold.error);
  terminal.err(`namedesk ${command}: The session was ${hold.state} elsewhere.`);
  return exitCodes.failed;
}

const again = ({ terminal, place }: RunContext, args: readonly string[]): string =>
  shellLine(terminal.calledAs, [...place, ...args]);

function exportArgs({ id, asked: { target } }: Run): readonly string[] {
  const file = target.path === null ? [] : ['--out', target.path];
  return ['session', 'export', id, ...file, '--format', target.format];
}
