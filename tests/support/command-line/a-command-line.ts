import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect } from 'vitest';
import { hostOver } from '../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../electron/main/cli/run.ts';
import type { Services } from '../../../electron/main/services/services.ts';
import { createInput, type Ending, type Terminal } from '../../../electron/main/cli/terminal.ts';
import type { ClientTerminal } from '../../../electron/main/cli/attach/client.ts';
import { hostProof } from '../../../electron/main/cli/attach/frames.ts';
import {
  type Nonces,
  proofOf,
  type ReadableNote,
  readHostNote,
} from '../../../electron/main/cli/attach/handshake.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../electron/main/practice/service.ts';
import { directoryOfEachTest } from '../workspace/directory-of-each-test.ts';

/** A terminal in memory: what was typed into it is given, what is shown on it can be read. */
export interface ATerminal extends Terminal, Pick<ClientTerminal, 'pieces'> {
  /** Everything that was written to the output, lines and bytes. */
  readonly shown: () => string;
  readonly said: () => string;
  /** Every line of progress there was. */
  readonly progressed: readonly string[];
  readonly goOnWith: () => readonly string[] | null;
  readonly end: (why: Ending) => void;
}

export interface TerminalSetting {
  readonly input?: readonly (string | Uint8Array)[];
  readonly columns?: number | null;
  readonly cwd?: string;
  /** What is typed without being shown, one answer after the other; null, as where there is no terminal, after the last. */
  readonly hidden?: readonly string[];
}

export function aTerminal({
  input = [],
  columns = null,
  cwd = '/',
  hidden = [],
}: TerminalSetting = {}): ATerminal {
  const ending = new AbortController();
  const pieces = piecesOf(input);
  const progressed: string[] = [];
  const answers = [...hidden];
  let [shown, said] = ['', ''];
  let goOnWith: readonly string[] | null = null;
  return {
    out: (line) => void (shown += `${line}\n`),
    err: (line) => void (said += `${line}\n`),
    write(bytes) {
      shown += Buffer.from(bytes).toString('utf8');
      return Promise.resolve();
    },
    input: createInput(pieces),
    askHidden: (prompt) => {
      said += `${prompt}\n`;
      return Promise.resolve(answers.shift() ?? null);
    },
    pieces,
    cwd,
    calledAs: 'namedesk',
    columns,
    progress: (line) => void progressed.push(line),
    ending: ending.signal,
    canGoOnWith: (args) => void (goOnWith = args),
    shown: () => shown,
    said: () => said,
    progressed,
    goOnWith: () => goOnWith,
    end: (why) => ending.abort(why),
  };
}

/** Command lines beside an open window: in its process, over its services, with its keychain. */
export function linesOver(services: Services) {
  const said = async (args: readonly string[], input = '', setting: TerminalSetting = {}) => {
    const terminal = aTerminal({ cwd: '/', ...setting, input: [input] });
    const code = await runCommandLine(args, terminal, hostOver(services, String));
    return { code, out: terminal.shown(), err: terminal.said(), goOnWith: terminal.goOnWith() };
  };
  /** What is printed; it has to end with 0. */
  const done = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await said(args);
    expect(code, err).toBe(0);
    return out;
  };
  /** The same with `--json`, parsed. */
  const json = async <T = unknown>(...args: readonly string[]): Promise<T> =>
    JSON.parse(await done(...args, '--json')) as T;
  return { said, done, json };
}

async function* piecesOf(input: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of input) {
    await Promise.resolve();
    yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  }
}

/** A connection to a host over which a test says byte for byte what it wants. */
export interface RawVisitor {
  readonly say: (...said: readonly (string | Uint8Array)[]) => void;
  /** Says hello; answers with both nonces and the host's proof, or null where the host closed the connection. */
  readonly greet: (nonce?: string) => Promise<(Nonces & { readonly proof: string }) | null>;
  /** The whole handshake, as one does it who can read the owner file. */
  readonly prove: () => Promise<void>;
  /** All lines that came, when the connection is over. */
  readonly heard: () => Promise<readonly string[]>;
  readonly leave: () => void;
}

export const lineOfFrame = (frame: object): string => `${JSON.stringify(frame)}\n`;

export function aRawVisitor(note: ReadableNote): RawVisitor {
  const socket = connect(note.address);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined); // It is put out while it still speaks.
  // `once` of events would reject with the error before the close.
  const closed = new Promise((resolve) => void socket.on('close', resolve));
  const firstLine = async (): Promise<string | null> => {
    while (!text.includes('\n')) {
      if (socket.closed) return null;
      await Promise.race([new Promise((resolve) => void socket.once('data', resolve)), closed]);
    }
    return text.slice(0, text.indexOf('\n'));
  };
  const say: RawVisitor['say'] = (...said) => {
    for (const each of said) socket.write(each);
  };
  async function greet(nonce = randomBytes(32).toString('base64url')): ReturnType<RawVisitor['greet']> {
    say(lineOfFrame({ kind: 'hello', nonce }));
    const line = await firstLine();
    if (line === null) return null;
    const answer = hostProof.parse(JSON.parse(line));
    return { client: nonce, host: answer.nonce, proof: answer.proof };
  }
  return {
    say,
    greet,
    async prove() {
      const nonces = await greet();
      if (nonces === null) throw new Error('The host has closed the connection');
      say(lineOfFrame({ kind: 'visitor-proof', proof: proofOf(note, 'visitor', nonces) }));
    },
    async heard() {
      await closed;
      return text.split('\n').filter((line) => line !== '');
    },
    leave: () => void socket.destroy(),
  };
}

/** The owner file of this version; without one, the test ends. */
export function noteIn(workspaceDirectory: string): ReadableNote {
  const found = readHostNote(workspaceDirectory);
  if (found?.secret == null) throw new Error('There is no note');
  return found;
}

/** The command line as a process of its own. */
export interface CommandLine {
  readonly process: ChildProcess;
  /** All that it has printed so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Its exit code, once it has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Null leaves the standard input open. */
type Run = (args: readonly string[], input?: string | null, environment?: NodeJS.ProcessEnv) => CommandLine;

/** A starter of command lines, each of which is ended when its test is over. */
export function commandLinesOfThisFile(): Run {
  const started: CommandLine[] = [];
  afterEach(async () => {
    for (const { process: child } of started) child.kill('SIGKILL');
    await Promise.all(started.splice(0).map(({ ended }) => ended));
  });
  return (args, input = '', environment = process.env) => {
    const child = spawn(process.execPath, ['electron/main/cli/main.ts', ...args], {
      stdio: 'pipe',
      env: environment,
    });
    const [out, err] = [collected(child.stdout), collected(child.stderr)];
    child.stdin.on('error', () => undefined); // A command that needs no input does not read it.
    if (input !== null) child.stdin.end(input);
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const commandLine = { process: child, out, err, ended };
    started.push(commandLine);
    return commandLine;
  };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

export const username = 'reseller@example.com';
export const apiKey = 'CANARY-key-5f1d09c7';

/** A place for files and accounts, a service to ask, and a command line that is led to both. */
export interface CommandLineWorld {
  readonly directory: () => string;
  /** Starts the service; each test that needs one starts its own. */
  readonly serve: (options?: Partial<PracticeOptions>) => Promise<PracticeService>;
  /** Runs in this world's own place. */
  readonly run: Run;
  /** `lookup` with the login and the key of the service, and what else is to be said. */
  readonly lookup: (args: readonly string[], names?: string) => CommandLine;
  /** The arguments of the login, for other commands. */
  readonly login: () => readonly string[];
  /** Puts domains into the portfolio of the login's account. */
  readonly own: (domains: readonly string[]) => Promise<void>;
  /** Writes a file and gives its path. */
  readonly file: (name: string, content: string | Uint8Array) => string;
}

export function worldOfThisFile(): CommandLineWorld {
  const start = commandLinesOfThisFile();
  const directory = directoryOfEachTest();
  let services: PracticeService[] = [];
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    services = [];
  });
  const run: Run = (args, input, environment) =>
    start([`--user-data-dir=${join(directory.path, 'user')}`, ...args], input, environment);
  const login = (): readonly string[] => {
    const [service] = services.slice(-1);
    if (service === undefined) throw new Error('Start a service first');
    return ['--base-url', service.baseUrl, '--username', username, '--key-stdin-once'];
  };
  return {
    directory: () => directory.path,
    async serve(options = {}) {
      const service = await startPracticeService({ username, apiKey, rememberRequests: 10_000, ...options });
      services.push(service);
      return service;
    },
    run,
    lookup: (args, names) =>
      run(
        ['lookup', ...login(), ...(names === undefined ? [] : ['--names', '-']), ...args],
        `${apiKey}\n${names ?? ''}`,
      ),
    login,
    async own(domains) {
      // Without a keychain, an account comes with the first command of its login; this one has no names to look up.
      await run(['lookup', ...login(), '--names', '-', '--tlds', 'com'], `${apiKey}\n`).ended;
      const file = new DatabaseSync(join(directory.path, 'user/workspace/workspace.sqlite'));
      const add = file.prepare(`INSERT OR IGNORE INTO domains (account_id, name, added_at, added_by, tags)
        SELECT id, ?, 0, 'typed', '[]' FROM accounts`);
      for (const domain of domains) add.run(domain);
      file.close();
    },
    file(name, content) {
      const path = join(directory.path, name);
      writeFileSync(path, content);
      return path;
    },
  };
}

/** So many names, each on a line. */
export const namesText = (count: number, stem = 'name'): string =>
  Array.from({ length: count }, (_, number) => `${stem}-${number}\n`).join('');
