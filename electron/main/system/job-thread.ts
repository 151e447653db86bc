import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '#shared/result.ts';
import { createMutex } from './queue.ts';
import { releaseWhenIdle } from './release-memory.ts';

/** The threads of the program, by the names of their files in the build (`scripts/lib/threads.mjs`). */
export type ThreadName =
  | 'sessions-worker'
  | 'name-lists-worker'
  | 'domain-import-worker'
  | 'backup-reader-worker'
  | 'exports-worker'
  | 'code-export-worker'
  | 'calendar-worker';

/** Where a thread's code is: in the build, or in the sources when run from sources. */
export type ThreadUrl = (thread: ThreadName) => URL;

/** The threads of a build. @param out The build folder. */
export const threadsOfBuild =
  (out: string): ThreadUrl =>
  (thread) =>
    pathToFileURL(join(out, 'main', `${thread}.js`));

/** The function that a thread runs for each job: one task in, one answer out. Both are cloned. */
export type Work = (task: never) => unknown;
export type TaskOf<W extends Work> = Parameters<W>[0];
export type AnswerOf<W extends Work> = Awaited<ReturnType<W>>;

/** A thread for work that would block main. Its code calls `serveJobs` with a function of the same type. */
export interface JobThread<W extends Work> {
  /**
   * Runs jobs one after the other, in the order of the calls.
   *
   * Fails with: `cancelled` if the job was stopped, or the thread is closed. Rejects with what the job threw, or with
   * the error that ended the thread (see {@link diedOfMemory}).
   */
  readonly run: (task: TaskOf<W>, how?: JobOptions) => Promise<Result<AnswerOf<W>, Stopped>>;
  /** Ends the thread at once; all remaining jobs are cancelled. */
  readonly close: () => Promise<void>;
}

interface JobOptions {
  /** Stops the job at once by ending its thread. A waiting job is not started; its promise settles in its turn. */
  readonly signal?: AbortSignal;
  /** Objects of the task that are transferred to the thread; the caller can no longer use them. */
  readonly handedOver?: readonly Transferable[];
}

interface JobThreadDeps {
  /** The thread's code: from the build, or the source when run from sources. */
  readonly workerUrl: URL;
  /** Heap limit of a job, in MiB; above it the thread ends instead of the application. */
  readonly mostHeapMb?: number;
}

export interface Stopped {
  readonly kind: 'cancelled';
}

/**
 * Creates a job thread. The thread starts with the first job and is reused. It ends only when it is closed, when a job
 * has to be stopped, or when a job throws or crashes; the next job then gets a new thread. While it has no job it does
 * not keep the process alive. Why threads are reused, and what their code must not do:
 * docs/decisions/0019-threads-that-end.md.
 */
export function createJobThread<W extends Work>(deps: JobThreadDeps): JobThread<W> {
  const closing = new AbortController();
  let kept: Worker | null = null;
  const inTurn = createMutex();

  function started(): Worker {
    if (kept !== null) return kept;
    const thread = startThread(deps);
    const forget = (): void => {
      if (kept === thread) kept = null;
    };
    thread.on('exit', forget);
    thread.on('error', forget); // The caller of the job gets the error from `answerOf`.
    kept = thread;
    return thread;
  }

  async function runNow(
    task: TaskOf<W>,
    { signal, handedOver = [] }: JobOptions,
  ): Promise<Result<AnswerOf<W>, Stopped>> {
    const stop = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
    if (stop.aborted) return stopped;
    const thread = started();
    thread.ref();
    try {
      thread.postMessage(task, handedOver);
      const result = await answerOf<AnswerOf<W>>(thread, stop);
      if (!result.ok) await thread.terminate();
      return result;
    } catch (thrown) {
      await thread.terminate();
      throw thrown;
    } finally {
      thread.unref();
    }
  }

  return {
    run: (task, how = {}) => inTurn(() => runNow(task, how)),
    async close() {
      closing.abort();
      await inTurn(() => Promise.resolve());
      await kept?.terminate();
    },
  };
}

/** Whether a job was rejected because it exceeded its heap limit. */
export const diedOfMemory = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';

function startThread({ workerUrl, mostHeapMb }: JobThreadDeps): Worker {
  const resourceLimits = mostHeapMb === undefined ? {} : { maxOldGenerationSizeMb: mostHeapMb };
  const thread = new Worker(workerUrl, { resourceLimits });
  thread.unref();
  return thread;
}

const stopped: Result<never, Stopped> = fail({ kind: 'cancelled' });

/** The next message of the thread; rejects if the thread ends before. */
async function answerOf<Answer>(thread: Worker, stop: AbortSignal): Promise<Result<Answer, Stopped>> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      // `serveJobs` answers once per job, with the result of a function of this type.
      once(thread, 'message', { signal }).then(([answer]) => ok(answer as Answer)),
      once(thread, 'exit', { signal }).then(() => {
        throw new Error('The thread ended before its job had');
      }),
      once(stop, 'abort', { signal }).then(() => stopped),
    ]);
  } finally {
    over.abort();
  }
}

/** After this idle time another job is unlikely to follow soon. */
const calmMs = 3_000;

/**
 * Runs the jobs of a `JobThread`, on its thread: one at a time, each with one answer. A job that throws ends the
 * thread, so that main gets the complete error. The memory that jobs leave on the heap is released when idle.
 *
 * @param handedOver The objects of an answer that are transferred to main instead of copied.
 */
export function serveJobs<W extends Work>(
  work: W,
  handedOver: (answer: AnswerOf<W>) => readonly Transferable[] = () => [],
): void {
  if (parentPort === null) throw new Error('Jobs are done on a thread of their own');
  const port = parentPort;
  const givingBack = releaseWhenIdle(calmMs);

  async function answer(task: TaskOf<W>): Promise<void> {
    const done = (await work(task)) as AnswerOf<W>; // Typed by `W`.
    port.postMessage(done, handedOver(done));
    givingBack.stirred();
  }

  // An unhandled rejection ends the thread.
  port.on('message', (task: TaskOf<W>) => void answer(task));
}
