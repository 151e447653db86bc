import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inCheckout } from '../../../scripts/lib/paths.mjs';
import { threads } from '../../../scripts/lib/threads.mjs';

/** The variable that names the folder of the built threads. */
export const builtThreads = 'NAMEDESK_BUILT_THREADS';

/** Threads that only tests have. */
export const ofTests = { 'trial-worker': 'tests/support/threads/trial-worker.ts' } as const;

/** The code of a thread: built for this run of the tests; the source where a script is run by itself. */
export function threadUrl(thread: keyof typeof threads | keyof typeof ofTests): URL {
  const sources = { ...threads, ...ofTests };
  const folder = process.env[builtThreads];
  return pathToFileURL(folder === undefined ? inCheckout(sources[thread]) : join(folder, `${thread}.mjs`));
}
