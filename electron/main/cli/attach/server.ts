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
import { meetClient, newNote, type ReadableNote, removeOwnerNote, writeOwnerNote } from './handshake.ts';

interface CliServerDeps {
  /** Open in this process: its lock is held, so that nobody else receives for it. */
  readonly workspaceDirectory: string;
  /** Runs a visitor's command line, as it would run in a process of its own. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  readonly onBug: (thrown: unknown) => void;
  /** How long a visitor may take to prove itself and to say what it wants. */
  readonly greetingMs?: number;
  /** Of this process; a test gives another one, since a process does not visit itself. */
  readonly pid?: number;
}

export interface CliServer {
  /** Answers when no visitor's command runs; new ones may come meanwhile. */
  readonly idle: () => Promise<void>;
  /** How many visitors' commands run. */
  readonly visitors: () => number;
  /** Takes no more visitors, asks the commands of those that are there to end, and waits until they have. */
  readonly close: () => Promise<void>;
}

const mostClients = 32;
const usualGreetingMs = 3_000;

/**
 * Receives the command lines of other processes for a workspace that this one has open.
 *
 * Rejects where no socket can be had; the workspace is as good without.
 */
export async function startCliServer(deps: CliServerDeps): Promise<CliServer> {
  const { run, greetingMs = usualGreetingMs, pid = process.pid } = deps;
  removeOwnerNote(deps.workspaceDirectory);
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
  writeOwnerNote(deps.workspaceDirectory, note);

  return {
    async idle() {
      while (visits.size > 0) await Promise.all(visits);
    },
    visitors: () => visits.size,
    async close() {
      removeOwnerNote(deps.workspaceDirectory);
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
 * One connection from its first byte to its last: who it is, what is to be run, what comes of it. Nothing is run for a visitor
 * that cannot prove itself, is slow, or says what is no frame; the connection is closed.
 */
async function serveClient(socket: Socket, { note, run, greetingMs, ending }: VisitDeps): Promise<void> {
  socket.on('error', () => socket.destroy()); // The other end has gone; the lines end with it.
  const limit: LineLimit = { mostBytes: longestHandshakeLine };
  const lines = linesOf(socket, limit);
  const putOut = (): void => void socket.destroy();
  const patience = setTimeout(putOut, greetingMs);
  ending.addEventListener('abort', putOut, { once: true });
  try {
    if (!(await meetClient(note, lines, (frame) => void socket.write(lineOf(frame))))) return;
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
  const terminal = createRemoteTerminal(request, send);
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

/** A visitor's terminal, as a command sees it that runs in another process. */
interface RemoteTerminal {
  readonly terminal: Terminal;
  /** Takes a frame of the visitor's; false for one that nobody asked for. */
  readonly heard: (frame: z.output<typeof fromClient>) => boolean;
  readonly end: (why: Ending) => void;
}

/** @param send Null where more can be sent at once; else answers when it can. */
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

/** What a visitor is asked, one thing at a time; null where it is not answered any more. */
interface Question<T> {
  readonly ask: (send: () => void) => Promise<T | null>;
  /** False where nothing was asked. */
  readonly answer: (answer: T | null) => boolean;
}

function createQuestion<T>(ending: AbortSignal): Question<T> {
  let waiting: ((answer: T | null) => void) | null = null;
  return {
    ask(send) {
      if (ending.aborted) return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<T | null>();
      waiting = resolve;
      send();
      return promise;
    },
    answer(answer) {
      const asked = waiting;
      waiting = null;
      asked?.(answer);
      return asked !== null;
    },
  };
}
