import { parentPort, type Transferable } from 'node:worker_threads';
import type { AnswerOf, TaskOf, Work } from './job-thread.ts';
import { releaseWhenIdle } from './release-memory.ts';

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
