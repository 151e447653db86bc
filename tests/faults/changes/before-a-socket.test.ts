import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../electron/main/practice/service.ts';
import { type ADirectory, aDirectory } from '../../support/workspace/a-workspace.ts';
import { askOf, serviceSeed } from './asks.ts';
import { login, midHour } from './engine.ts';
import { writesIn } from './front.ts';
import type { RunnerInput } from './kill/points.ts';
import { callsIn } from './system-calls.ts';

const runner = fileURLToPath(new URL('kill/runner.ts', import.meta.url));
/** With personal data, without any, and one of which nothing is read before. */
const kinds = ['register', 'lock', 'child-delete'] as const;
const canTrace = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']).status === 0;

describe.runIf(canTrace)('a change as the system sees it', () => {
  let directory: ADirectory;
  let service: PracticeService;
  beforeEach(async () => {
    directory = aDirectory();
    service = await startPracticeService({
      ...login,
      seed: serviceSeed,
      now: midHour,
      rememberRequests: 100,
    });
  });
  afterEach(async () => {
    await service.stop();
    directory.remove();
  });

  it.each(kinds)('C6 is on the disk as sending before its connection is opened: %s', async (kind) => {
    const calls = await traceOf(kind);
    const write = calls.lastIndexOf('connect');
    // That it was written down was told before: this sync is of what comes after that, and of that alone.
    expect(calls[write - 1]).toBe('sync');
    expect(calls.slice(0, write - 1)).toContain('begun');
    const writes = service
      .requests()
      .filter(({ method, path }) => writesIn(`${method} ${path} HTTP/1.1`) > 0);
    expect(writes).toHaveLength(1);
  });

  /** Syncs of the journal and connections to the service, in the order in which they were asked for, until the answer is in. */
  async function traceOf(kind: (typeof kinds)[number]): Promise<readonly ('sync' | Call)[]> {
    const [told, log] = [join(directory.path, 'run.json'), join(directory.path, 'trace')];
    const { domain, ask } = askOf(kind, service, 'traced');
    const input: RunnerInput = {
      directory: join(directory.path, 'workspace'),
      baseUrl: service.baseUrl,
      accountId: 'traced',
      domain,
      ask,
      point: 'before the answer is written down',
    };
    writeFileSync(told, JSON.stringify(input));
    const traced = [
      '-f',
      '-y',
      '-s',
      '16',
      '-o',
      log,
      '-e',
      'trace=fsync,fdatasync,connect,write',
      '-e',
      'signal=none',
    ];
    const child = spawn('strace', [...traced, process.execPath, runner, told], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await new Promise((resolve) => child.once('close', resolve));
    return callsIn(readFileSync(log, 'utf8').split('\n'), (line) => nameOf(line, service.port));
  }
});

type Call = 'begun' | 'connect';

function nameOf(line: string, port: number): Call | null {
  if (line.includes(String.raw`"{\"begun\"`)) return 'begun';
  return line.includes(' connect(') && line.includes(`htons(${port})`) ? 'connect' : null;
}
