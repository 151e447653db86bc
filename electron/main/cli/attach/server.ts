import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { z } from 'zod';
import { createInput, type Ending, type ExitCode, type Terminal } from '../terminal.ts';
import {
  drained,
  type Frame,
  frameIn,
  fromClient,
  type LineLimit,
  lineOf,
  linesOf,
  longestFrame,
  longestHandshakeLine,
  longestPiece,
  nextFrame,
  nextLine,
  runRequest,
  type RunRequest,
} from './frames.ts';
import { meetClient, newNote, type ReadableNote, removeHostNote, writeHostNote } from './handshake.ts';

interface CliServerDeps {
  /** This process has the workspace open and locked, so no other process runs a server for it. */
  readonly workspaceDirectory: string;
  /** Runs a client's command line as it would run in the client's own process. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  readonly onBug: (thrown: unknown) => void;
  /** Timeout for a client to authenticate and to send its command line. */
  readonly greetingMs?: number;
  /** The id of this process. Tests pass another one, since a process does not connect to itself. */
  readonly pid?: number;
}

export type CliServer = Awaited<ReturnType<typeof startCliServer>>;

const mostClients = 32;
const usualGreetingMs = 3_000;

/**
 * Accepts the command lines of other processes for a workspace that this process has open.
 *
 * Rejects if no socket can be opened; the workspace works without it.
 */
export async function startCliServer(deps: CliServerDeps) {
  const { run, greetingMs = usualGreetingMs, pid = process.pid } = deps;
  removeHostNote(deps.workspaceDirectory);
  const note = newNote(pid);
  const ending = new AbortController();
  const visits = new Set<Promise<void>>();

  function receive(socket: Socket): void {
    const visit = serveClient(socket, { note, run, greetingMs, ending: ending.signal })
      .catch(deps.onBug)
      .finally(() => {
        socket.destroy();
        visits.delete(visit);
      });
    visits.add(visit);
  }

  const server = createServer(receive);
  server.on('error', deps.onBug);
  server.maxConnections = mostClients;
  await listening(server, note.address);
  writeHostNote(deps.workspaceDirectory, note);

  return {
    /** Resolves when no client's command is running; new ones may arrive meanwhile. */
    async idle() {
      while (visits.size > 0) await Promise.all(visits);
    },
    /** The number of running client commands. */
    clients: () => visits.size,
    /** Accepts no more clients, aborts the running commands, and waits until they have ended. */
    async close() {
      removeHostNote(deps.workspaceDirectory);
      const closed = once(server, 'close');
      server.close();
      ending.abort('owner-ends');
      await Promise.all(visits);
      await closed;
    },
  };
}

async function listening(server: Server, address: string): Promise<void> {
  server.listen(address);
  await once(server, 'listening');
  if (process.platform !== 'win32') chmodSync(address, 0o600);
}

interface VisitDeps {
  readonly note: ReadableNote;
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  readonly greetingMs: number;
  /** Aborts when this process ends. */
  readonly ending: AbortSignal;
}

/**
 * Serves one connection: authentication, command line, result. Nothing is run for a client that cannot authenticate, is
 * too slow, or sends an invalid frame; its connection is closed.
 */
async function serveClient(socket: Socket, { note, run, greetingMs, ending }: VisitDeps): Promise<void> {
  socket.on('error', () => socket.destroy()); // The client has disconnected; its lines end too.
  const limit: LineLimit = { mostBytes: longestHandshakeLine };
  const lines = linesOf(socket, limit);
  const putOut = (): void => void socket.destroy();
  const timeout = setTimeout(putOut, greetingMs);
  ending.addEventListener('abort', putOut, { once: true });
  try {
    if (!(await meetClient(note, lines, (frame) => void socket.write(lineOf(frame))))) return;
    limit.mostBytes = longestFrame;
    const request = await nextFrame(lines, runRequest);
    if (request === null) return;
    clearTimeout(timeout);
    ending.removeEventListener('abort', putOut);
    await visit(socket, lines, request, { run, ending });
  } finally {
    clearTimeout(timeout);
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
  /** A client that does not read gets no progress frames, since nobody would see them. */
  const isLate = ({ kind }: Frame): boolean => kind === 'progress' && socket.writableNeedDrain;
  const send = (frame: Frame): Promise<unknown> | null =>
    socket.destroyed || isLate(frame) || socket.write(lineOf(frame)) ? null : drained(socket);
  const terminal = createRemoteTerminal(request, send);
  const hostEnds = (): void => terminal.end('owner-ends');
  if (ending.aborted) hostEnds();
  ending.addEventListener('abort', hostEnds, { once: true });
  const heard = hear(lines, terminal);
  try {
    const code = await run(request.args, terminal.terminal);
    const isCutShort = ending.aborted && terminal.terminal.ending.reason === 'owner-ends';
    await flushed(socket, isCutShort ? { kind: 'owner-ends' } : { kind: 'ended', code });
  } finally {
    ending.removeEventListener('abort', hostEnds);
    socket.destroy();
    await heard;
  }
}

/** Reads frames until the client disconnects, then aborts its command as an interrupt would. */
async function hear(lines: AsyncGenerator<string, void>, terminal: RemoteTerminal): Promise<void> {
  for (let line = await nextLine(lines); line !== null; line = await nextLine(lines)) {
    const frame = frameIn(fromClient, line);
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

/** A client's terminal, as used by a command that runs in another process. */
interface RemoteTerminal {
  readonly terminal: Terminal;
  /** Handles a frame of the client; false for one that was not requested. */
  readonly heard: (frame: z.output<typeof fromClient>) => boolean;
  readonly end: (why: Ending) => void;
}

/** @param send Returns null if more can be sent at once, else a promise that resolves when it can. */
function createRemoteTerminal(
  { cwd, calledAs, columns }: RunRequest,
  send: (frame: Frame) => Promise<unknown> | null,
): RemoteTerminal {
  const ending = new AbortController();
  const input = createQuestion<Uint8Array>(ending.signal);
  const hidden = createQuestion<string>(ending.signal);

  const nextPiece = (): Promise<Uint8Array | null> => input.ask(() => void send({ kind: 'want-input' }));

  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for (let piece = await nextPiece(); piece !== null; piece = await nextPiece()) yield piece;
  }

  function end(why: Ending): void {
    ending.abort(why);
    input.answer(null);
    hidden.answer(null);
  }

  return {
    terminal: {
      out: (line) => void send({ kind: 'out', line }),
      err: (line) => void send({ kind: 'err', line }),
      async write(bytes) {
        for (let from = 0; from < bytes.length; from += longestPiece) {
          const piece = Buffer.from(bytes.subarray(from, from + longestPiece)).toString('base64');
          await send({ kind: 'bytes', piece });
        }
      },
      input: createInput(pieces()),
      askHidden: (prompt) => hidden.ask(() => void send({ kind: 'ask-hidden', prompt })),
      cwd,
      calledAs,
      columns,
      progress: (line) => void send({ kind: 'progress', line }),
      ending: ending.signal,
      canGoOnWith: (args) => void send({ kind: 'can-go-on', args: [...args] }),
    },
    heard(frame) {
      if (frame.kind === 'input')
        return input.answer(frame.piece === null ? null : Buffer.from(frame.piece, 'base64'));
      if (frame.kind === 'hidden') return hidden.answer(frame.text);
      end(frame.code);
      return true;
    },
    end,
  };
}

/** A question to the client, one at a time; null if it will not be answered. */
function createQuestion<T>(ending: AbortSignal) {
  let waiting: ((answer: T | null) => void) | null = null;
  return {
    ask(send: () => void): Promise<T | null> {
      if (ending.aborted) return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<T | null>();
      waiting = resolve;
      send();
      return promise;
    },
    /** False if no question is open. */
    answer(answer: T | null): boolean {
      const asked = waiting;
      waiting = null;
      asked?.(answer);
      return asked !== null;
    },
  };
}
