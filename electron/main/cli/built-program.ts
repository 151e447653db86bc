import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keychainInUtilityProcess } from '../platform/keychain-utility.ts';
import type { Program } from './terminal.ts';
import { start } from './start.ts';

/**
 * Runs the command line of an installed build, in a process that is ready and has no window. That it is ready matters: only
 * then can the keychain's process be started, and Chromium has done with the signals that the command line now takes.
 *
 * @param out The folder of the build.
 * @returns The exit code.
 */
export const runBuiltCommand = async (out: string, args: readonly string[]): Promise<number> => {
  await start(builtProgram(out, args));
  return Number(process.exitCode ?? 0);
};

const builtProgram = (out: string, args: readonly string[]): Program => ({
  calledAs: 'namedesk',
  args,
  startKeychain: keychainInUtilityProcess(join(out, 'main/keychain-process.js')),
  workspaceWorkerUrl: pathToFileURL(join(out, 'main/workspace-worker.js')),
  intakeWorkerUrl: pathToFileURL(join(out, 'main/intake-worker.js')),
  exportWorkerUrl: pathToFileURL(join(out, 'main/exports-worker.js')),
  savingWorkerUrl: pathToFileURL(join(out, 'main/savings-worker.js')),
  backupReaderUrl: pathToFileURL(join(out, 'main/backup-reader-worker.js')),
});
