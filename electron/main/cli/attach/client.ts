import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { z } from 'zod';
import type { Terminal } from '../terminal.ts';
import {
  type Frame,
  frameIn,
  fromHost,
  type LineLimit,
  lineOf,
  linesOf,
  longestFrame,
  longestHandshakeLine,
  longestPiece,
  nextLine,
} from './frames.ts';
import { meetHost, type ReadableNote, readHostNote, trustIn } from './handshake.ts';

/** The result of running a command line in the process that has the workspace. */
export type AttachResult =
  /** No process accepts command lines for the workspace. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'ended'; readonly code: number }
  /**
   * The host ended before the command did. `goOnWith`: the arguments that continue the command; null if nothing had
   * begun.
   */
  | { readonly kind: 'host-ended'; readonly goOnWith: readonly string[] | null }
  /** A process has the workspace according to its note, but does not answer. */
  | { readonly kind: 'no-answer'; readonly pid: number }
  /** The address may be under another user's control: nothing was sent to it. */
  | { readonly kind: 'not-trusted'; readonly pid: number }
  /** The listener at the address could not authenticate itself. It has received only a nonce. */
  | { readonly kind: 'impostor' }
  | { readonly kind: 'other-version'; readonly pid: number };

/** The terminal of this process, with its input as it arrives. */
export interface ClientTerminal extends Omit<Terminal, 'input'> {
  readonly pieces: AsyncIterable<Uint8Array>;
}

interface Visit {
  readonly workspaceDirectory: string;
  readonly args: readonly string[];
  readonly terminal: ClientTerminal;
  /** Timeout for the host to authenticate itself. */
  readonly timeoutMs: number;
}

/** Runs a command line in the process that has the workspace, if there is one, as if it ran here. */
export async function attachToHost(visit: Visit): Promise<AttachResult> {
  const host = readHostNote(visit.workspaceDirectory);
  if (host === null || host.pid === process.pid) return { kind: 'nobody' };
  const trust = trustIn(host.address);
  if (trust !== 'ours') return trust === 'gone' ? { kind: 'nobody' } : { kind: 'not-trusted', pid: host.pid };
  const socket = await connected(host.address);
  if (socket === null) return { kind: 'nobody' };
  try {
    return host.secret === null ? { kind: 'other-version', pid: host.pid } : await talk(socket, host, visit);
  } finally {
    socket.destroy();
  }
}

/** Null if nothing listens at the address: the process that did was killed. */
async function connected(address: string): Promise<Socket | null> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
  } catch {
    socket.destroy();
    return null;
  }
  socket.on('error', () => socket.destroy()); // The host has disconnected; its lines end too.
  return socket;
}

async function talk(socket: Socket, note: ReadableNote, visit: Visit): Promise<AttachResult> {
  const limit: LineLimit = { mostBytes: longestHandshakeLine };
  const lines = linesOf(socket, limit);
  const send = (frame: Frame): void => void socket.write(lineOf(frame));
  const lost = new AbortController();
  const timeout = setTimeout(() => {
    lost.abort();
    socket.destroy();
  }, visit.timeoutMs);
  const isHost = await meetHost(note, lines, send);
  clearTimeout(timeout);
  if (lost.signal.aborted) return { kind: 'no-answer', pid: note.pid };
  // A peer that closes the connection without sending anything is about to end, or is another process: the workspace's
  // lock decides which.
  if (!isHost) return { kind: socket.bytesRead === 0 ? 'nobody' : 'impostor' };
  limit.mostBytes = longestFrame * 2;

  const { args, terminal } = visit;
  const { cwd, calledAs, columns } = terminal;
  send({ kind: 'run', args: [...args], cwd, calledAs, columns });
  const sayEnding = (): void => send({ kind: 'ending', code: terminal.ending.reason === 143 ? 143 : 130 });
  if (terminal.ending.aborted) sayEnding();
  terminal.ending.addEventListener('abort', sayEnding, { once: true });
  try {
    return await follow(lines, terminal, send);
  } finally {
    terminal.ending.removeEventListener('abort', sayEnding);
  }
}

async function follow(
  lines: AsyncGenerator<string, void>,
  terminal: ClientTerminal,
  send: (frame: Frame) => void,
): Promise<AttachResult> {
  const input = inPieces(terminal.pieces);
  let goOnWith: readonly string[] | null = null;
  for (let line = await nextLine(lines); line !== null; line = await nextLine(lines)) {
    const frame = frameIn(fromHost, line);
    if (frame === null || frame.kind === 'owner-ends') break;
    if (frame.kind === 'ended') return { kind: 'ended', code: frame.code };
    if (frame.kind === 'can-go-on') goOnWith = frame.args;
    else if (frame.kind === 'want-input') void sendNext(input, send);
    else if (frame.kind === 'ask-hidden') void sendHidden(frame.prompt, terminal, send);
    else await show(frame, terminal);
  }
  return { kind: 'host-ended', goOnWith };
}

type Shown = Extract<z.output<typeof fromHost>, { readonly kind: 'out' | 'err' | 'progress' | 'bytes' }>;

async function show(frame: Shown, terminal: ClientTerminal): Promise<void> {
  if (frame.kind === 'bytes') await terminal.write(Buffer.from(frame.piece, 'base64'));
  else terminal[frame.kind](frame.line);
}

async function sendHidden(
  prompt: string,
  terminal: ClientTerminal,
  send: (frame: Frame) => void,
): Promise<void> {
  send({ kind: 'hidden', text: await terminal.askHidden(prompt) });
}

async function sendNext(
  input: AsyncGenerator<Uint8Array, void>,
  send: (frame: Frame) => void,
): Promise<void> {
  const piece = await input.next();
  send({ kind: 'input', piece: piece.done === true ? null : Buffer.from(piece.value).toString('base64') });
}

async function* inPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += longestPiece)
      yield piece.subarray(from, from + longestPiece);
  }
}
