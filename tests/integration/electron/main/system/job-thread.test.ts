import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createJobThread,
  diedOfMemory,
  type JobThread,
} from '../../../../../electron/main/system/job-thread.ts';
import { threadUrl } from '../../../../support/threads/thread-urls.ts';
import type { DoTrial } from '../../../../support/threads/trial-worker.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

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
