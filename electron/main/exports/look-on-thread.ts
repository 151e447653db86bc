import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Look, seen } from './looking.ts';

/**
 * The cells that are shown, in their order; see {@link shownCells}.
 *
 * @param workerUrl The thread's code: `exports-worker.js` of the build, or `exports-worker.ts` where sources are run.
 */
export async function lookOnThread(workerUrl: URL, look: Look): Promise<Uint32Array<ArrayBuffer>> {
  const transferList = [look.codes.buffer, look.checkedAt.buffer];
  const worker = new Worker(workerUrl, { workerData: look, transferList });
  return seen.parse(await once(worker, 'message'))[0];
}
