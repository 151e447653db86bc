import { fileURLToPath } from 'node:url';
import { forkKeychain } from '../platform/keychain-fork.ts';
import type { Program } from './program.ts';
import { calledAs } from './shell-line.ts';

const below = (path: string): URL => new URL(path, import.meta.url);

/** The command line of a checkout, run by plain Node from the sources. */
export const sourceProgram = (): Program => ({
  calledAs: calledAs(process.env, process.argv, process.cwd()),
  args: process.argv.slice(2),
  startKeychain: forkKeychain(fileURLToPath(below('../platform/keychain-process.ts'))),
  workspaceWorkerUrl: below('../workspace/worker.ts'),
  intakeWorkerUrl: below('../intake/intake-worker.ts'),
  exportWorkerUrl: below('../exports/exports-worker.ts'),
  savingWorkerUrl: below('../codes/savings/savings-worker.ts'),
  backupReaderUrl: below('../workspace/backups/reader-worker.ts'),
});
