import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type IntakeAnswer, intakeAnswer, type IntakeTask } from './messages.ts';

/** The thread on which names are read. */
export interface IntakeThread {
  /** Does tasks one after the other. Rejects where the thread dies of a bug; `out-of-memory` where it dies of its task. */
  readonly run: (task: IntakeTask) => Promise<IntakeAnswer | 'out-of-memory' | 'closed'>;
  /** Ends it, whatever it is doing. */
  readonly close: () => Promise<void>;
}

export interface IntakeThreadDeps {
  /** The thread's code: `intake-worker.js` of the build, or `intake-worker.ts` where sources are run. */
  readonly workerUrl: URL;
  /** How long an idle thread is kept; it has nothing to do most of the day. */
  readonly idleMs: number;
  /** What a task may fill of the thread's heap, in MiB, before the thread is ended instead of the application. */
  readonly mostHeapMb: number;
}

/** Starts the thread with the first task, and ends it when there is none for a while. */
export function createIntakeThread({ workerUrl, idleMs, mostHeapMb }: IntakeThreadDeps): IntakeThread {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function end(): Promise<void> {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  function started(): Worker {
    if (idle !== null) clearTimeout(idle);
    if (worker !== null) return worker;
    const begun = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: mostHeapMb } });
    const forget = (): void => {
      if (worker === begun) worker = null;
    };
    begun.on('exit', forget);
    begun.on('error', forget);
    worker = begun;
    return begun;
  }

  async function runNow(task: IntakeTask): Promise<IntakeAnswer | 'out-of-memory' | 'closed'> {
    if (isClosed) return 'closed';
    const thread = started();
    const answer = answerOf(thread);
    thread.postMessage(task);
    try {
      return await answer;
    } finally {
      idle = setTimeout(() => void end(), idleMs);
      idle.unref();
    }
  }

  return {
    run(task) {
      const result = last.then(() => runNow(task));
      last = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    },
    async close() {
      isClosed = true;
      if (idle !== null) clearTimeout(idle);
      await end();
    },
  };
}

async function answerOf(thread: Worker): Promise<IntakeAnswer | 'out-of-memory' | 'closed'> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(thread, 'message', { signal }).then(([message]: unknown[]) => intakeAnswer.parse(message)),
      once(thread, 'exit', { signal }).then(() => 'closed' as const),
    ]);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return 'out-of-memory';
    throw thrown;
  } finally {
    over.abort();
  }
}
