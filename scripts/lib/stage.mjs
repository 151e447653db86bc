// @ts-check
// A copy of the built application that an ordinary user can read, wherever the checkout lies.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asUser } from './ordinary-user.mjs';
import { inCheckout } from './paths.mjs';
import { read } from './run.mjs';
import { electronVersion } from './runtime/find.mjs';
import { armSandboxHelper } from './runtime/sandbox-helper.mjs';

/** What the application consists of when it runs. */
const parts = [
  'package.json',
  'out',
  'resources',
  'node_modules/keytar/package.json',
  'node_modules/keytar/lib',
  'node_modules/keytar/build/Release/keytar.node',
];

/** @param {string} folder */
const openForReading = (folder) => read('chmod', ['-R', 'u=rwX,go=rX', folder]);

/** @param {string} folder Where the copy goes; root's, and for others to read only. What was there goes. */
export function stageApplication(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const part of parts.filter((each) => existsSync(inCheckout(each)))) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(inCheckout(part), join(folder, part), { recursive: true });
  }
  openForReading(folder);
}

/**
 * The runtime where the user can run it: in place, or as a copy beside root's cache.
 *
 * @param {import('./runtime/find.mjs').Runtime} runtime
 * @param {import('./ordinary-user.mjs').User} user
 * @param {string} cache
 * @returns {import('./runtime/find.mjs').Runtime}
 */
export function reachableRuntime(runtime, user, cache) {
  if (canRun(runtime.executable, user)) return runtime;
  const { mtimeMs, size } = statSync(runtime.executable);
  const identity = createHash('sha256').update(`${runtime.executable}\0${mtimeMs}\0${size}`).digest('hex');
  const folder = join(cache, `electron-${electronVersion}-${identity.slice(0, 12)}`);
  const executable = join(folder, 'electron');
  if (!canRun(executable, user)) {
    cpSync(runtime.folder, folder, { recursive: true });
    openForReading(folder);
    armSandboxHelper(folder);
  }
  return { ...runtime, folder, executable };
}

/**
 * @param {string} file
 * @param {import('./ordinary-user.mjs').User} user
 */
function canRun(file, user) {
  const [command = '', ...args] = [...asUser(user), 'test', '-x', file];
  return read(command, args).code === 0;
}
