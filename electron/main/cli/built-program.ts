import { join } from 'node:path';
import { keychainInUtilityProcess } from '../platform/keychain-utility.ts';
import { threadsOfBuild } from '../system/job-thread.ts';
import type { Program } from './terminal.ts';
import { start } from './start.ts';

/**
 * Runs the command line of an installed build. Electron must be ready: only then can the keychain process be started,
 * and Chromium has installed its signal handlers, which the command line replaces. There is no window.
 *
 * @param out The build folder.
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
  threadUrl: threadsOfBuild(out),
});
