import { parentPort, type Transferable } from 'node:worker_threads';
import type { AnswerOf, TaskOf, Work } from './job-thread.ts';
import { releaseWhenIdle } from './release-memory.ts';

/** After so long without a job the next one is not near. */
const calmMs = 3_000;

/**
 * Does the jobs of a `JobThread`, on its thread: one at a time, each with one answer. A job that throws ends the thread, so
 * that main hears of it with all that the error says. What jobs have left on the heap is given back when none comes for a while.
 *
 * @param handedOver What of an answer goes over to main and is not copied.
 */
export function serveJobs<W extends Work>(
  work: W,
  handedOver: (answer: AnswerOf<W>) => readonly Transferable[] = () => [],
): void {
  if (parentPort === null) throw new Error('Jobs are done on a thread of their own');
  const port = parentPort;
  const givingBack = releaseWhenIdle(calmMs);

  async function answer(task: TaskOf<W>): Promise<void> {
    const done = (await work(task)) as AnswerOf<W>; // By its type.
    port.postMessage(done, handedOver(done));
    givingBack.stirred();
  }

  // A rejection that nobody takes ends the thread.
  port.on('message', (task: TaskOf<W>) => void answer(task));
}
