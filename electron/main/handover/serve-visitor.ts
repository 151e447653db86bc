import type { Socket } from 'node:net';
import type { ExitCode, Terminal } from '../cli/terminal.ts';
import {
  type Frame,
  frameIn,
  fromVisitor,
  lineOf,
  longestFrame,
  longestHandshakeLine,
  runRequest,
  type RunRequest,
} from './frames.ts';
import { meetVisitor } from './handshake.ts';
import { drained, type LineLimit, linesOf, nextFrame, nextLine } from './lines.ts';
import type { ReadableNote } from './owner-file.ts';
import { createVisitorTerminal, type VisitorTerminal } from './visitor-terminal.ts';

interface VisitDeps {
  readonly note: ReadableNote;
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  readonly greetingMs: number;
  /** Aborts when this process ends. */
  readonly ending: AbortSignal;
}

/**
 * One connection from its first byte to its last: who it is, what is to be run, what comes of it. Nothing is run for a visitor
 * that cannot prove itself, is slow, or says what is no frame; the connection is closed.
 */
export async function serveVisitor(
  socket: Socket,
  { note, run, greetingMs, ending }: VisitDeps,
): Promise<void> {
  socket.on('error', () => socket.destroy()); // The other end has gone; the lines end with it.
  const limit: LineLimit = { mostBytes: longestHandshakeLine };
  const lines = linesOf(socket, limit);
  const putOut = (): void => void socket.destroy();
  const patience = setTimeout(putOut, greetingMs);
  ending.addEventListener('abort', putOut, { once: true });
  try {
    if (!(await meetVisitor(note, lines, (frame) => void socket.write(lineOf(frame))))) return;
    limit.mostBytes = longestFrame;
    const request = await nextFrame(lines, runRequest);
    if (request === null) return;
    clearTimeout(patience);
    ending.removeEventListener('abort', putOut);
    await visit(socket, lines, request, { run, ending });
  } finally {
    clearTimeout(patience);
    ending.removeEventListener('abort', putOut);
    socket.destroy();
  }
}

async function visit(
  socket: Socket,
  lines: AsyncGenerator<string, void>,
  request: RunRequest,
  { run, ending }: Pick<VisitDeps, 'run' | 'ending'>,
): Promise<void> {
  /** A visitor that does not read is not sent progress that nobody sees. */
  const isLate = ({ kind }: Frame): boolean => kind === 'progress' && socket.writableNeedDrain;
  const send = (frame: Frame): Promise<unknown> | null =>
    socket.destroyed || isLate(frame) || socket.write(lineOf(frame)) ? null : drained(socket);
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
  for (let line = await nextLine(lines); line !== null; line = await nextLine(lines)) {
    const frame = frameIn(fromVisitor, line);
    if (frame === null || !terminal.heard(frame)) break;
  }
  terminal.end(130);
}

function flushed(socket: Socket, last: Frame): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  socket.once('close', () => resolve(undefined));
  socket.end(lineOf(last), () => resolve(undefined));
  return promise;
}
