import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ExitCode, Terminal } from '../cli/terminal.ts';
import {
  type Frame,
  frameIn,
  fromVisitor,
  hello,
  lineOf,
  longestFrame,
  longestGreeting,
  protocol,
  runRequest,
  type RunRequest,
} from './frames.ts';
import { type LineLimit, linesOf } from './lines.ts';
import { createVisitorTerminal, type VisitorTerminal } from './visitor-terminal.ts';

interface VisitDeps {
  readonly token: string;
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  /** Aborts when this process ends. */
  readonly ending: AbortSignal;
}

/** How long a visitor may take to say what it wants. */
const greetingMs = 3_000;

/**
 * One connection from its first byte to its last: who it is, what is to be run, what comes of it. Whoever does not know the
 * token, is slow to say so, or says what is no frame is put out without an answer.
 */
export async function serveVisitor(socket: Socket, { token, run, ending }: VisitDeps): Promise<void> {
  socket.on('error', () => socket.destroy()); // The other end has gone; the lines end with it.
  const patience = setTimeout(() => socket.destroy(), greetingMs);
  const limit: LineLimit = { mostBytes: longestGreeting };
  const lines = linesOf(socket, limit);
  try {
    if (!(await isAllowedIn(lines, token))) return;
    limit.mostBytes = longestFrame;
    socket.write(lineOf({ kind: 'welcome', protocol, pid: process.pid }));
    const request = await nextFrame(lines);
    if (request === null) return;
    clearTimeout(patience);
    await visit(socket, lines, request, { run, ending });
  } finally {
    clearTimeout(patience);
    socket.destroy();
  }
}

async function isAllowedIn(lines: AsyncGenerator<string, void>, token: string): Promise<boolean> {
  const line = await lines.next();
  const greeting = line.done === true ? null : frameIn(hello, line.value);
  if (greeting === null) return false;
  const [theirs, ours] = [Buffer.from(greeting.token), Buffer.from(token)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}

async function nextFrame(lines: AsyncGenerator<string, void>): Promise<RunRequest | null> {
  const line = await lines.next();
  return line.done === true ? null : frameIn(runRequest, line.value);
}

async function visit(
  socket: Socket,
  lines: AsyncGenerator<string, void>,
  request: RunRequest,
  { run, ending }: Omit<VisitDeps, 'token'>,
): Promise<void> {
  const send = (frame: Frame): Promise<unknown> | null =>
    socket.destroyed || socket.write(lineOf(frame)) ? null : once(socket, 'drain').catch(() => null);
  const terminal = createVisitorTerminal(request, send);
  const ownerEnds = (): void => terminal.end('owner-ends');
  if (ending.aborted) ownerEnds();
  ending.addEventListener('abort', ownerEnds, { once: true });
  const heard = hear(lines, terminal);
  try {
    const code = await run(request.args, terminal.terminal);
    const isCutShort = ending.aborted && terminal.terminal.ending.reason === 'owner-ends';
    await flushed(socket, isCutShort ? { kind: 'owner-ends' } : { kind: 'ended', code });
  } finally {
    ending.removeEventListener('abort', ownerEnds);
    socket.destroy();
    await heard;
  }
}

/** Listens until the visitor goes, whichever way: then its command is to end as if it had been interrupted. */
async function hear(lines: AsyncGenerator<string, void>, terminal: VisitorTerminal): Promise<void> {
  try {
    for await (const line of lines) {
      const frame = frameIn(fromVisitor, line);
      if (frame === null || !terminal.heard(frame)) return;
    }
  } catch {
    return; // The connection broke: the visitor has gone.
  } finally {
    terminal.end(130);
  }
}

function flushed(socket: Socket, last: Frame): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  socket.once('close', () => resolve(undefined));
  socket.end(lineOf(last), () => resolve(undefined));
  return promise;
}
