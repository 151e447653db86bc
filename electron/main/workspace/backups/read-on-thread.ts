import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type Looked, looked } from './read-through.ts';

/**
 * What came of reading a copy through; see {@link Looked}.
 *
 * @param workerUrl The thread's code: `backup-reader-worker.js` of the build, or `reader-worker.ts` where sources are run.
 */
export async function readOnThread(workerUrl: URL, path: string): Promise<Looked> {
  const worker = new Worker(workerUrl, { workerData: { path } });
  return z.tuple([looked]).parse(await once(worker, 'message'))[0];
}
