import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../../../electron/main/practice/service.ts';
import { type ADirectory, aDirectory } from '../../../../support/workspace/a-workspace.ts';
import { type CommandLine, commandLinesOfThisFile, type Run } from './command-line.ts';

export const username = 'reseller@example.com';
export const apiKey = 'CANARY-key-5f1d09c7';

/** A place for files and accounts, a service to ask, and a command line that is led to both. */
export interface Desk {
  readonly directory: () => string;
  /** Starts the service; each test that needs one starts its own. */
  readonly serve: (options?: Partial<PracticeOptions>) => Promise<PracticeService>;
  /** Runs in this desk's own place. */
  readonly run: Run;
  /** `lookup` with the login and the key of the service, and what else is to be said. */
  readonly lookup: (args: readonly string[], names?: string) => CommandLine;
  /** The arguments of the login, for other commands. */
  readonly login: () => readonly string[];
  /** Writes a file and gives its path. */
  readonly file: (name: string, content: string | Uint8Array) => string;
}

export function deskOfThisFile(): Desk {
  const start = commandLinesOfThisFile();
  let directory: ADirectory;
  let services: PracticeService[] = [];
  beforeEach(() => {
    directory = aDirectory();
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    services = [];
    directory.remove();
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
