import { fileURLToPath } from 'node:url';
import { forkKeychain } from '../platform/keychain-fork.ts';
import type { ThreadName } from '../system/job-thread.ts';
import type { Program } from './terminal.ts';
import { calledAs } from './words.ts';

const below = (path: string): URL => new URL(path, import.meta.url);

/** The command line of a checkout, run by plain Node from the sources. */
export const sourceProgram = (): Program => ({
  calledAs: calledAs(process.env, process.argv, process.cwd()),
  args: process.argv.slice(2),
  startKeychain: forkKeychain(fileURLToPath(below('../platform/keychain-process.ts'))),
  threadUrl: (thread) => below(sources[thread]),
});

const sources: Readonly<Record<ThreadName, string>> = {
  'sessions-worker': '../workspace/sessions/sessions-worker.ts',
  'name-lists-worker': '../lookups/name-lists/name-lists-worker.ts',
  'domain-import-worker': '../portfolio/import/domain-import-worker.ts',
  'backup-reader-worker': '../workspace/backups/reader-worker.ts',
  'exports-worker': '../export/exports-worker.ts',
  'code-export-worker': '../codes/export/code-export-worker.ts',
  'calendar-worker': '../watching/calendar-worker.ts',
};
