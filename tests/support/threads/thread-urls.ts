import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inCheckout } from '../../../scripts/lib/paths.mjs';
import { threads } from '../../../scripts/lib/threads.mjs';

/** The variable that names the folder of the built threads. */
export const builtThreads = 'NAMEDESK_BUILT_THREADS';

/** A workspace of the newest version with nothing in it, made once for this run of the tests; null where a script is run by itself. */
export function newWorkspaceFile(): string | null {
  const folder = process.env[builtThreads];
  return folder === undefined ? null : join(folder, 'new-workspace', 'workspace.sqlite');
}

/** Threads that only tests have. */
export const ofTests = {
  'trial-worker': 'tests/support/threads/trial-worker.ts',
  'quick-code-export-worker': 'tests/support/threads/quick-code-export-worker.ts',
} as const;

/** The code of a thread: built for this run of the tests; the source where a script is run by itself. */
export function threadUrl(thread: keyof typeof threads | keyof typeof ofTests): URL {
  const sources = { ...threads, ...ofTests };
  const folder = process.env[builtThreads];
  return pathToFileURL(folder === undefined ? inCheckout(sources[thread]) : join(folder, `${thread}.mjs`));
}
