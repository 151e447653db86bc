import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../../../electron/main/practice/service.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

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
