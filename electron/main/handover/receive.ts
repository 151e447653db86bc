import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { ExitCode, Terminal } from '../cli/terminal.ts';
import { newNote, removeOwnerNote, writeOwnerNote } from './owner-file.ts';
import { serveVisitor } from './serve-visitor.ts';

export interface HandoverDeps {
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

export interface Handover {
  /** Answers when no visitor's command runs; new ones may come meanwhile. */
  readonly idle: () => Promise<void>;
  /** How many visitors' commands run. */
  readonly visitors: () => number;
  /** Takes no more visitors, asks the commands of those that are there to end, and waits until they have. */
  readonly close: () => Promise<void>;
}

const mostVisitors = 32;
const usualGreetingMs = 3_000;

/**
 * Receives the command lines of other processes for a workspace that this one has open.
 *
 * Rejects where no socket can be had; the workspace is as good without.
 */
export async function startHandover(deps: HandoverDeps): Promise<Handover> {
  const { run, greetingMs = usualGreetingMs, pid = process.pid } = deps;
  removeOwnerNote(deps.workspaceDirectory);
  const note = newNote(pid);
  const ending = new AbortController();
  const visits = new Set<Promise<void>>();

  function receive(socket: Socket): void {
    const visit = serveVisitor(socket, { note, run, greetingMs, ending: ending.signal })
      .catch(deps.onBug)
      .finally(() => {
        socket.destroy();
        visits.delete(visit);
      });
    visits.add(visit);
  }

  const server = createServer(receive);
  server.on('error', deps.onBug);
  server.maxConnections = mostVisitors;
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
