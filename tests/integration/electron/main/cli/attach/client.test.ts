import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachToHost } from '../../../../../../electron/main/cli/attach/client.ts';
import { type CliServer, startCliServer } from '../../../../../../electron/main/cli/attach/server.ts';
import type { ExitCode, Terminal } from '../../../../../../electron/main/cli/terminal.ts';
import { noteIn } from '../../../../../support/command-line/a-raw-visitor.ts';
import { aTerminal, type ATerminal } from '../../../../../support/command-line/a-terminal.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';

type Run = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

const ended = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort');

describe('a command line that is handed over', () => {
  let workspace: ADirectory;
  let owners: CliServer[];
  const bugs: unknown[] = [];
  beforeEach(() => {
    workspace = aDirectory();
    owners = [];
    bugs.length = 0;
  });
  afterEach(async () => {
    for (const owner of owners) await owner.close();
    workspace.remove();
    expect(bugs).toEqual([]);
  });

  const receive = async (run: Run): Promise<CliServer> => {
    const owner = await startCliServer({
      workspaceDirectory: workspace.path,
      run,
      onBug: (thrown) => bugs.push(thrown),
      // The owner of these tests is this very process, which would not visit itself.
      pid: 4_711,
    });
    owners.push(owner);
    return owner;
  };
  const visit = (args: readonly string[], terminal: ATerminal, patienceMs = 3_000) =>
    attachToHost({ workspaceDirectory: workspace.path, args, terminal, patienceMs });

  it('runs in the owner with its own arguments, directory and width, and ends with its exit code', async () => {
    await receive((args, terminal) => {
      terminal.out(JSON.stringify({ args, cwd: terminal.cwd, columns: terminal.columns }));
      terminal.err('something to say');
      terminal.progress('1 of 2');
      return Promise.resolve(3);
    });
    const terminal = aTerminal({ cwd: '/home/visitor', columns: 120 });
    const args = ['lookup', '--names', 'ä b.txt', "it's"];
    expect(await visit(args, terminal)).toEqual({ kind: 'ended', code: 3 });
    expect(JSON.parse(terminal.shown())).toEqual({ args, cwd: '/home/visitor', columns: 120 });
    expect(terminal.said()).toBe('something to say\n');
    expect(terminal.progressed).toEqual(['1 of 2']);
  });

  it('gets bytes in any amount, each once and in order', async () => {
    const bytes = Buffer.alloc(3_000_000, 'available,taken;');
    await receive(async (_args, terminal) => {
      await terminal.write(bytes);
      return 0;
    });
    const terminal = aTerminal();
    await visit([], terminal);
    expect(terminal.shown() === bytes.toString()).toBe(true);
  });

  it('gives its input when it is asked for, the first line and what follows it', async () => {
    const rest = 'x'.repeat(200_000);
    await receive(async (_args, { input, out }) => {
      out(`${await input.firstLine()}`);
      const read = await input.rest(1_000_000);
      out(String(read !== null && Buffer.from(read).toString() === rest));
      return 0;
    });
    const terminal = aTerminal({
      input: ['the first', ` line\n${rest.slice(0, 70_000)}`, rest.slice(70_000)],
    });
    await visit([], terminal);
    expect(terminal.shown()).toBe('the first line\ntrue\n');
  });

  it.each([
    ['Ctrl-C', 130],
    ['SIGTERM', 143],
  ] as const)('ends its command with %s', async (_case, code) => {
    const terminal = aTerminal();
    await receive(async (_args, { ending }) => {
      terminal.end(code);
      await ended(ending);
      return ending.reason === code ? code : 1;
    });
    expect(await visit([], terminal)).toEqual({ kind: 'ended', code });
  });

  it('is told with what it can go on when the owner ends, and nobody is there afterwards', async () => {
    const terminal = aTerminal();
    const begun = Promise.withResolvers<undefined>();
    const owner = await receive(async (_args, { ending, canGoOnWith }) => {
      canGoOnWith(['session', 'resume', 's1']);
      begun.resolve(undefined);
      await ended(ending);
      return 130;
    });
    const visiting = visit([], terminal);
    await begun.promise;
    await owner.close();
    expect(await visiting).toEqual({ kind: 'owner-ended', goOnWith: ['session', 'resume', 's1'] });
    expect(await visit([], terminal)).toEqual({ kind: 'nobody' });
  });

  it('leaves neither note nor socket behind, and lets others read neither', async () => {
    const owner = await receive(() => Promise.resolve(0));
    const { address } = noteIn(workspace.path);
    const modes = [join(workspace.path, 'owner.json'), address, dirname(address)].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o700]);
    await owner.close();
    expect([join(workspace.path, 'owner.json'), dirname(address)].map((path) => existsSync(path))).toEqual([
      false,
      false,
    ]);
  });

  it('finds nobody where the owner was killed: its note and its socket are still there', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
    const address = join(directory, 'owner');
    await listenAndDie(address);
    note(workspace.path, 999_999, address);
    expect(await visit([], aTerminal())).toEqual({ kind: 'nobody' });
    await receive(() => Promise.resolve(0));
    expect(existsSync(directory)).toBe(false);
  });

  it('says that nobody answers where the owner hangs', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
    const address = join(directory, 'owner');
    const server = createServer(() => undefined).listen(address);
    await once(server, 'listening');
    note(workspace.path, 4_711, address);
    expect(await visit([], aTerminal(), 50)).toEqual({ kind: 'no-answer', pid: 4_711 });
    server.close();
  });

  it('says nothing at an address that others could have made', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'namedesk-'));
    const address = join(directory, 'owner');
    let heard = 0;
    const server = createServer((socket) => {
      heard += 1;
      socket.destroy();
    }).listen(address);
    await once(server, 'listening');
    chmodSync(directory, 0o777);
    note(workspace.path, 4_711, address);
    expect(await visit([], aTerminal())).toEqual({ kind: 'not-trusted', pid: 4_711 });
    expect(heard).toBe(0);
    server.close();
  });

  it('takes no strange file away where a note names one', async () => {
    const precious = join(workspace.path, 'precious');
    writeFileSync(precious, 'mine');
    note(workspace.path, 4_711, precious);
    await receive(() => Promise.resolve(0));
    expect(readFileSync(precious, 'utf8')).toBe('mine');
  });
});

const secret = 't'.repeat(43);
const note = (directory: string, pid: number, address: string): void =>
  writeFileSync(join(directory, 'owner.json'), JSON.stringify({ protocol: 2, pid, address, secret }));

/** A socket file that nobody listens at, as a killed process leaves it. */
async function listenAndDie(address: string): Promise<void> {
  const script = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  const child = spawn(process.execPath, ['-e', script, address], { stdio: 'ignore' });
  await once(child, 'exit');
  expect(existsSync(address)).toBe(true);
}
