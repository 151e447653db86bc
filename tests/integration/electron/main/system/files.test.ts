import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import { writeWhole } from '../../../../../electron/main/system/files.ts';
import {
  createJobThread,
  diedOfMemory,
  type JobThread,
} from '../../../../../electron/main/system/job-thread.ts';
import { createRotatingFile } from '../../../../../electron/main/system/log.ts';
import { newWorkspaceFile, threadUrl } from '../../../../support/threads/thread-urls.ts';
import type { DoTrial } from '../../../../support/threads/trial-worker.ts';
import { type ADirectory, aDirectory, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { threads } from '../../../../../scripts/lib/threads.mjs';

describe('files', () => {
  let directory: ADirectory;
  beforeEach(() => (directory = aDirectory()));
  afterEach(() => directory.remove());

  const inside = (...names: readonly string[]): string => join(directory.path, ...names);
  const found = (): readonly string[] => readdirSync(directory.path);
  const put = (path: string, text = 'after') =>
    writeWhole(path, async (write) => {
      await write(text);
      return ok({});
    });

  describe('a file that is written whole or not at all', () => {
    it('is there under its name, and nothing else is', async () => {
      expect(await put(inside('a.csv'))).toEqual(ok({}));
      expect(found()).toEqual(['a.csv']);
      expect(readFileSync(inside('a.csv'), 'utf8')).toBe('after');
    });

    it('has the rights that the user’s own files get', async () => {
      writeFileSync(inside('own'), '');
      await put(inside('a.csv'));
      expect(statSync(inside('a.csv')).mode).toBe(statSync(inside('own')).mode);
    });

    it('is not there under its name before it is whole', async () => {
      writeFileSync(inside('a.csv'), 'before');
      await writeWhole(inside('a.csv'), async (write) => {
        await write('half');
        expect(readFileSync(inside('a.csv'), 'utf8')).toBe('before');
        return ok({});
      });
      expect(readFileSync(inside('a.csv'), 'utf8')).toBe('half');
    });

    it('goes through a link to the file that it names', async () => {
      writeFileSync(inside('real.csv'), 'before');
      symlinkSync(inside('real.csv'), inside('link.csv'));
      await put(inside('link.csv'));
      expect(lstatSync(inside('link.csv')).isSymbolicLink()).toBe(true);
      expect(readFileSync(inside('real.csv'), 'utf8')).toBe('after');
    });

    it.each([
      ['what fills it fails', () => Promise.resolve(fail({ kind: 'cancelled' }))],
      ['the disk is full', () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))],
    ])('leaves what stood there, and nothing else, where %s', async (_case, fill) => {
      writeFileSync(inside('a.csv'), 'before');
      const written = await writeWhole(inside('a.csv'), async (write) => {
        await write('half');
        return fill();
      });
      expect(written.ok).toBe(false);
      expect(found()).toEqual(['a.csv']);
      expect(readFileSync(inside('a.csv'), 'utf8')).toBe('before');
    });

    it('lets a bug through, and leaves nothing behind it', async () => {
      await expect(writeWhole(inside('a.csv'), () => Promise.reject(new TypeError('ours')))).rejects.toThrow(
        'ours',
      );
      expect(found()).toEqual([]);
    });
  });

  describe('a place where no file can be put', () => {
    /** The superuser may write everywhere but into the kernel's own folders. */
    const closedFolder = (): string => {
      if (process.getuid?.() === 0) return '/sys';
      mkdirSync(inside('closed'));
      chmodSync(inside('closed'), 0o500);
      return inside('closed');
    };

    /** Not a device of the machine's: should the rule ever fail, the superuser would write over it. */
    const aSocket = (path: string): string => {
      const listen = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
      spawnSync(process.execPath, ['-e', listen]);
      return path;
    };

    it.each([
      ['a folder without the right to write', () => join(closedFolder(), 'a.csv'), 'You may not write a.csv'],
      ['a folder that is gone', () => inside('gone', 'a.csv'), 'is not there'],
      [
        'a file where a folder should be',
        () => (writeFileSync(inside('f'), ''), inside('f', 'a.csv')),
        'is not there',
      ],
      ['a folder', () => (mkdirSync(inside('d')), inside('d')), 'is not a file'],
      ['what is neither a folder nor a file', () => aSocket(inside('socket')), 'is not a file'],
    ])('is refused with a sentence: %s', async (_case, place, words) => {
      const refused = await put(place());
      expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'path' } });
      expect(JSON.stringify(refused)).toContain(words);
    });
  });
});

describe('the log file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is for its owner alone, folder and file', () => {
    const path = join(folder, 'logs', 'main.log');
    createRotatingFile({ path, maxBytes: 1_000, keep: 2 }).write('{}');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('takes back rights that someone gave away', () => {
    const path = join(folder, 'main.log');
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    createRotatingFile({ path, maxBytes: 1_000, keep: 2 }).write('{}');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('never grows past its size, and keeps the newest old files', () => {
    const path = join(folder, 'main.log');
    const sink = createRotatingFile({ path, maxBytes: 100, keep: 2 });
    for (let line = 0; line < 40; line += 1) sink.write(`line ${String(line).padStart(2, '0')}`);
    expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.log.1', 'main.log.2']);
    for (const file of readdirSync(folder))
      expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(100);
    const newestThree = ['main.log.2', 'main.log.1', 'main.log'];
    const lines = newestThree.flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
    expect(lines.at(-1)).toBe('line 39');
    expect(lines).toEqual([...lines].sort());
  });

  it('drops what it cannot write, goes on, and says how much was dropped', () => {
    const path = join(folder, 'blocked', 'main.log');
    writeFileSync(join(folder, 'blocked'), 'a file where the folder should be');
    const sink = createRotatingFile({ path, maxBytes: 1_000, keep: 2 });
    sink.write('lost');
    sink.write('lost too');
    rmSync(join(folder, 'blocked'));
    sink.write('kept');
    expect(readFileSync(path, 'utf8')).toBe('{"droppedLines":2}\nkept\n');
  });
});

describe('job thread', () => {
  const workerUrl = threadUrl('trial-worker');
  const mebibyte = 2 ** 20;
  const cancelled = { ok: false, error: { kind: 'cancelled' } };

  let thread: JobThread<DoTrial>;
  beforeEach(() => {
    thread = createJobThread({ workerUrl });
  });
  afterEach(() => thread.close());

  /** A job that works and never gives way: it has begun. */
  async function aSpinning(signal: AbortSignal): Promise<{ readonly end: Promise<unknown> }> {
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const end = thread.run({ kind: 'spin', begun }, { signal });
    await Atomics.waitAsync(begun, 0, 0).value;
    return { end };
  }

  const answer = async (text = 'a') => valueOf(await thread.run({ kind: 'answer', text }));

  it('keeps its thread for the next job', async () => {
    const first = await answer();
    expect((await answer()).threadId).toBe(first.threadId);
  });

  it('does jobs in the order in which they came', async () => {
    const texts = ['a', 'b', 'c'];
    const answers = await Promise.all(texts.map(answer));
    expect(answers.map(({ text }) => text)).toEqual(texts);
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
  });

  it('stops at once a job that never gives way, and does the next one on a new thread', async () => {
    const before = await answer();
    const stop = new AbortController();
    const spinning = await aSpinning(stop.signal);
    const next = answer('next');
    stop.abort();
    expect(await spinning.end).toEqual(cancelled);
    expect((await next).threadId).not.toBe(before.threadId);
  });

  it('does not begin a job that nobody wants any more when its turn comes, and keeps the thread', async () => {
    const before = await answer();
    const stop = new AbortController();
    const waited = answer();
    const unwanted = thread.run({ kind: 'exit' }, { signal: stop.signal });
    stop.abort();
    await waited;
    expect(await unwanted).toEqual(cancelled);
    expect((await answer()).threadId).toBe(before.threadId);
  });

  it('tells what a job threw, with its code, and does the next one', async () => {
    await expect(thread.run({ kind: 'throw', code: 'EACCES' })).rejects.toMatchObject({
      message: 'On purpose',
      code: 'EACCES',
    });
    expect((await answer('next')).text).toBe('next');
  });

  it('tells that a thread ended under its job, and does the next one', async () => {
    await expect(thread.run({ kind: 'exit' })).rejects.toThrow('ended before its job had');
    expect((await answer('next')).text).toBe('next');
  });

  it('fails a task that cannot be sent to the thread, and does the next one', async () => {
    const unsendable = { kind: 'answer', text: () => 'a' } as unknown as Parameters<DoTrial>[0]; // On purpose.
    await expect(thread.run(unsendable)).rejects.toThrow('could not be cloned');
    expect((await answer('next')).text).toBe('next');
  });

  it('loses the thread and not the process to a job that needs too much memory', async () => {
    await thread.close();
    thread = createJobThread({ workerUrl, mostHeapMb: 48 });
    const thrown: unknown = await thread.run({ kind: 'fill', mebibytes: 400 }).catch((why: unknown) => why);
    expect(diedOfMemory(thrown)).toBe(true);
    expect((await answer('next')).text).toBe('next');
  });

  it('gives the memory of a finished job back to the system when nothing comes after it', async () => {
    await answer();
    const before = process.memoryUsage.rss();
    valueOf(await thread.run({ kind: 'fill', mebibytes: 200 }));
    expect(process.memoryUsage.rss()).toBeGreaterThan(before + 150 * mebibyte);
    await expect
      .poll(() => process.memoryUsage.rss(), { timeout: 20_000 })
      .toBeLessThan(before + 50 * mebibyte);
  });

  it('gives up what runs and what waits when it is closed, and begins nothing after that', async () => {
    const spinning = await aSpinning(new AbortController().signal);
    const waiting = thread.run({ kind: 'answer', text: 'a' });
    await thread.close();
    expect(await Promise.all([spinning.end, waiting])).toEqual([cancelled, cancelled]);
    expect(await thread.run({ kind: 'answer', text: 'b' })).toEqual(cancelled);
  });

  it('keeps no process alive that has nothing else to do', async () => {
    const script = fileURLToPath(new URL('../../../../support/threads/one-job.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 20_000 });
    expect(stdout).toBe('done');
  });
});

const names = Object.keys(threads) as (keyof typeof threads)[]; // Of a constant table.
const urls = Object.fromEntries(names.map((name) => [name, threadUrl(name).href]));

/** V8 may abort a process in which threads that run WebAssembly end: docs/decisions/0019-threads-that-end.md. */
describe('the threads that the backend starts', () => {
  it('work in a process that has no WebAssembly', async () => {
    const directory = aDirectory();
    const script = new URL('../../../../support/threads/without-web-assembly.mjs', import.meta.url);
    const asked = JSON.stringify({
      directory: directory.path,
      urls,
      newWorkspace: newWorkspaceFile(),
      view: { filter: noFilter, sort: asEntered },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--jitless',
      fileURLToPath(script),
      asked,
    ]);
    expect(JSON.parse(stdout)).toEqual({ opened: [], names: 'example', cells: [0], isGood: true });
    directory.remove();
  });

  it('have no WebAssembly in their code', () => {
    const folder = dirname(fileURLToPath(threadUrl('sessions-worker')));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const code = files.filter((file) => file.endsWith('.mjs'));
    expect(code).toEqual(expect.arrayContaining(names.map((name) => `${name}.mjs`)));
    expect(code.filter((file) => readFileSync(join(folder, file), 'utf8').includes('WebAssembly'))).toEqual(
      [],
    );
  });
});
