import { fileURLToPath } from 'node:url';
import { forkKeychain } from '../platform/keychain-fork.ts';
import type { Program } from './terminal.ts';
import { calledAs } from './words.ts';

const below = (path: string): URL => new URL(path, import.meta.url);

/** The command line of a checkout, run by plain Node from the sources. */
export const sourceProgram = (): Program => ({
  calledAs: calledAs(process.env, process.argv, process.cwd()),
  args: process.argv.slice(2),
  startKeychain: forkKeychain(fileURLToPath(below('../platform/keychain-process.ts'))),
  workspaceWorkerUrl: below('../workspace/worker.ts'),
  importWorkerUrl: below('../import/import-worker.ts'),
  exportWorkerUrl: below('../export/exports-worker.ts'),
  codeExportWorkerUrl: below('../codes/export/code-export-worker.ts'),
  backupReaderUrl: below('../workspace/backups/reader-worker.ts'),
});
