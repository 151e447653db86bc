import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../electron/main/practice/service.ts';
import { directoryOfEachTest } from '../support/workspace/directory-of-each-test.ts';
import { processArgs } from '../support/workspace/processes.ts';
import { askOf, serviceSeed } from './changes/asks.ts';
import { login as changesLogin, midHour } from './changes/engine.ts';
import { writesIn } from './changes/front.ts';
import type { RunnerInput as ChangeInput } from './changes/kill/points.ts';
import type { RunnerInput as LookupInput } from './kill/runner.ts';

const scriptAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const canTrace = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']).status === 0;

/** What a power cut would leave cannot be made by killing a process; the order of what is asked of the system can be read. */
describe.runIf(canTrace)('as the system sees it', () => {
  const directory = directoryOfEachTest();
  const workspace = (): string => join(directory.path, 'workspace');

  /** The lines of strace over a process of Node. @param mayDie It may end by being killed. */
  async function traceOf(args: readonly string[], mayDie = false): Promise<readonly string[]> {
    const log = join(directory.path, 'trace');
    const calls = ['-e', 'trace=fsync,fdatasync,connect,write', '-e', 'signal=none'];
    const child = spawn('strace', ['-f', '-y', '-s', '32', '-o', log, ...calls, process.execPath, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'close')) as readonly unknown[];
    if (!mayDie) expect(code).toBe(0);
    return readFileSync(log, 'utf8').split('\n');
  }

  /** The input of a process as the file that it reads. */
  function inputFile(input: object): string {
    const file = join(directory.path, 'run.json');
    writeFileSync(file, JSON.stringify(input));
    return file;
  }

  describe('a lookup', () => {
    const login = { username: 'traced@example.com', apiKey: 'a-key-for-tracing' };
    let service: PracticeService;
    beforeEach(async () => {
      service = await startPracticeService({ ...login, latencyMs: 20 });
    });
    afterEach(() => service.stop());

    it('D2 has written everything through to the disk before it reports it, each time', async () => {
      const input: LookupInput = {
        ...login,
        baseUrl: service.baseUrl,
        directory: workspace(),
        names: Array.from({ length: 400 }, (_, index) => `quay${String(index)}`),
        tlds: ['com', 'net'],
        concurrency: 4,
      };
      const lines = await traceOf([scriptAt('kill/runner.ts'), inputFile(input)]);
      const calls = callsIn(lines, (line) =>
        line.includes(String.raw`"{\"kind\":\"reported\"`) ? 'reported' : null,
      );
      expect(calls.filter((call) => call === 'reported').length).toBeGreaterThan(3);
      expect(withoutSync(calls)).toBe(0);
    });
  });

  it.each([1, 5, 10])(
    'D2 recorded answers are written through once for each flush: a thousand of them, flushed %d times',
    async (flushes) => {
      const lines = await traceOf(processArgs('request-flusher', workspace(), flushes));
      const at = (word: string): number => lines.findIndex((line) => line.includes(`"${word}\\n"`));
      expect([at('begin'), at('end')]).not.toContain(-1);
      const between = lines.slice(at('begin'), at('end'));
      expect(between.filter((line) => /\bf(data)?sync\(/.test(line))).toHaveLength(flushes);
    },
  );

  describe('the journal', () => {
    const changes = 50;
    const entriesEach = 4;

    it('C6 D2 has written each entry through before it is answered, between recordings that do not wait', async () => {
      const lines = await traceOf(processArgs('journal-writer', workspace(), changes));
      const begin = lines.findIndex((line) => line.includes(String.raw`"begin\n"`));
      expect(begin).not.toBe(-1);
      const calls = callsIn(lines.slice(begin), (line) =>
        /"(planned|sending|answered|read-back)\\n"/.test(line) ? 'answered' : null,
      );
      const answers = calls.filter((call) => call === 'answered').length;
      expect(answers).toBe(changes * entriesEach);
      expect(withoutSync(calls)).toBe(0);
      expect(calls.length - answers).toBeGreaterThanOrEqual(answers);
    });
  });

  describe('a change', () => {
    /** With personal data, without any, and one of which nothing is read before. */
    const kinds = ['register', 'lock', 'child-delete'] as const;
    let service: PracticeService;
    beforeEach(async () => {
      service = await startPracticeService({
        ...changesLogin,
        seed: serviceSeed,
        now: midHour,
        rememberRequests: 100,
      });
    });
    afterEach(() => service.stop());

    const nameOf = (line: string): 'begun' | 'connect' | null => {
      if (line.includes(String.raw`"{\"begun\"`)) return 'begun';
      return line.includes(' connect(') && line.includes(`htons(${service.port})`) ? 'connect' : null;
    };

    it.each(kinds)('C6 is on the disk as sending before its connection is opened: %s', async (kind) => {
      const { domain, ask } = askOf(kind, service, 'traced');
      const input: ChangeInput = {
        directory: workspace(),
        baseUrl: service.baseUrl,
        accountId: 'traced',
        domain,
        ask,
        point: 'before the answer is written down',
      };
      const calls = callsIn(
        await traceOf([scriptAt('changes/kill/runner.ts'), inputFile(input)], true),
        nameOf,
      );
      const write = calls.lastIndexOf('connect');
      // That it was written down was told before: this sync is of what comes after that, and of that alone.
      expect(calls[write - 1]).toBe('sync');
      expect(calls.slice(0, write - 1)).toContain('begun');
      const writes = service
        .requests()
        .filter(({ method, path }) => writesIn(`${method} ${path} HTTP/1.1`) > 0);
      expect(writes).toHaveLength(1);
    });
  });
});

/** In the order in which it was done: syncs of the write-ahead log that came to their end, and whatever else `nameOf` has a name for. */
function callsIn<T extends string>(
  lines: readonly string[],
  nameOf: (line: string) => T | null,
): readonly ('sync' | T)[] {
  /** Threads whose sync is on its way: strace cuts a call in two where another thread comes between. */
  const pending = new Set<string>();

  const isSync = (line: string): boolean => {
    const [thread = ''] = line.split(' ', 1);
    const begins = /f(data)?sync\(\d+<[^>]*-wal>/.test(line);
    if (begins && line.includes('<unfinished')) pending.add(thread);
    if (begins) return line.endsWith('= 0');
    return /<\.\.\. f(data)?sync resumed>.*= 0$/.test(line) && pending.delete(thread);
  };

  return lines.flatMap((line) => {
    const name = isSync(line) ? 'sync' : nameOf(line);
    return name === null ? [] : [name];
  });
}

/** How many calls came without a sync just before them. */
const withoutSync = (calls: readonly string[]): number =>
  calls.filter((call, index) => call !== 'sync' && calls[index - 1] !== 'sync').length;
