import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../electron/main/practice/service.ts';
import type { RunnerInput } from './kill/runner.ts';

const runner = fileURLToPath(new URL('kill/runner.ts', import.meta.url));
const canTrace = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']).status === 0;
const traced = 'trace=fsync,fdatasync,write';

/** What a power cut would leave cannot be made by killing a process; the order of what is asked of the system can be read. */
describe.runIf(canTrace)('a look-up as the system sees it', () => {
  let folder: string;
  let service: PracticeService;
  const login = { username: 'traced@example.com', apiKey: 'a-key-for-tracing' };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-power-'));
    service = await startPracticeService({ ...login, latencyMs: 20 });
  });
  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('D2 has written everything through to the disk before it reports it, each time', async () => {
    const input: RunnerInput = {
      ...login,
      baseUrl: service.baseUrl,
      directory: join(folder, 'workspace'),
      names: Array.from({ length: 400 }, (_, index) => `quay${String(index)}`),
      tlds: ['com', 'net'],
      concurrency: 4,
    };
    const calls = await trace(input);
    const reports = calls.filter((call) => call === 'reported');
    expect(reports.length).toBeGreaterThan(3);
    expect(reportsWithoutSync(calls)).toBe(0);
  });

  /** The calls in the order in which they were done: syncs of the write-ahead log, and lines that say what was found. */
  async function trace(input: RunnerInput): Promise<readonly ('sync' | 'reported')[]> {
    const [told, log] = [join(folder, 'run.json'), join(folder, 'trace')];
    writeFileSync(told, JSON.stringify(input));
    const child = spawn(
      'strace',
      ['-f', '-y', '-s', '32', '-o', log, '-e', traced, process.execPath, runner, told],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    return callsIn(readFileSync(log, 'utf8'));
  }
});

function callsIn(log: string): readonly ('sync' | 'reported')[] {
  /** Threads whose sync of the log is on its way: strace cuts a call in two where another thread comes between. */
  const underWay = new Set<string>();
  return log.split('\n').flatMap((line) => {
    const [thread = ''] = line.split(' ', 1);
    const begins = /f(data)?sync\(\d+<[^>]*-wal>/.test(line);
    if (begins && line.includes('<unfinished')) {
      underWay.add(thread);
      return [];
    }
    if (begins && line.endsWith('= 0')) return ['sync'];
    if (/<\.\.\. f(data)?sync resumed>.*= 0$/.test(line) && underWay.delete(thread)) return ['sync'];
    return line.includes(String.raw`"{\"kind\":\"reported\"`) ? ['reported'] : [];
  });
}

function reportsWithoutSync(calls: readonly ('sync' | 'reported')[]): number {
  let [isSynced, without] = [false, 0];
  for (const call of calls) {
    if (call === 'reported' && !isSynced) without += 1;
    isSynced = call === 'sync';
  }
  return without;
}
