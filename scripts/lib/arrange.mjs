// @ts-check
// How the application is run on this machine: by whom, from which folder, with which environment.
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asUser, canBecome, environmentOf, ordinaryUser } from './ordinary-user.mjs';
import { cacheFolder, checkout, isRoot } from './paths.mjs';
import { sandboxHelperIn } from './runtime/sandbox-helper.mjs';
import { sandboxWorks } from './sandbox.mjs';
import { Stop, warn } from './say.mjs';
import { reachableRuntime, stageApplication } from './stage.mjs';

/**
 * @typedef {import('./runtime/find.mjs').Runtime} Runtime
 * @typedef {import('./ordinary-user.mjs').User} User
 * @typedef {{
 *   command: readonly string[],
 *   appFolder: string,
 *   refresh: () => void,
 *   env: Record<string, string>,
 *   user: User | undefined,
 *   isSandboxed: boolean,
 * }} Arrangement `command` starts the runtime; switches, the application's folder and its arguments come behind it.
 *   `refresh` brings a later build to `appFolder`. `user` is set where it is someone else than ourselves.
 */

/** Makes a folder for one run, which others may pass through but not list. */
export function makeRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-'));
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * @param {{ runtime: Runtime, runFolder: string }} options
 * @returns {Arrangement}
 *
 * Fails with: a `Stop` where an ordinary user has no working sandbox. Root alone is let off, with a warning.
 */
export const arrange = ({ runtime, runFolder }) =>
  isRoot ? arrangeForRoot(runtime, runFolder) : arrangeForOurselves(runtime);

/** @param {Runtime} runtime @returns {Arrangement} */
function arrangeForOurselves(runtime) {
  if (!sandboxWorks(runtime.folder, [])) {
    const helper = sandboxHelperIn(runtime.folder);
    throw new Stop(
      'The sandbox cannot work here: this system gives ordinary users no namespaces, and the helper that makes up for it ' +
        `is not root's yet. Run this command, then start again:\n\n  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'\n`,
    );
  }
  return {
    command: [runtime.executable],
    appFolder: checkout,
    refresh: () => undefined,
    env: ownEnvironment(),
    user: undefined,
    isSandboxed: true,
  };
}

/** @param {Runtime} runtime @param {string} runFolder @returns {Arrangement} */
function arrangeForRoot(runtime, runFolder) {
  const arranged = arrangeForUser(runtime, runFolder);
  if (typeof arranged !== 'string') return arranged;
  warn(
    `WARNING: the application runs as root and with --no-sandbox, because ${arranged}. Do not open real accounts this way.`,
  );
  return {
    command: [runtime.executable, '--no-sandbox'],
    appFolder: checkout,
    refresh: () => undefined,
    env: ownEnvironment(),
    user: undefined,
    isSandboxed: false,
  };
}

/** @param {Runtime} runtime @param {string} runFolder @returns {Arrangement | string} Why not, where it cannot be. */
function arrangeForUser(runtime, runFolder) {
  if (process.platform !== 'linux') return 'only Linux is known to be started by root';
  if (process.env['WAYLAND_DISPLAY'] && !process.env['DISPLAY'])
    return "another user cannot reach root's Wayland display";
  const user = ordinaryUser();
  if (!user) return 'no ordinary user could be made (useradd failed)';
  if (!canBecome(user)) return `root may not become the user ${user.name} here (setpriv failed)`;
  const reachable = reachableRuntime(runtime, user, cacheFolder());
  if (!sandboxWorks(reachable.folder, asUser(user)))
    return `the sandbox cannot work for the user ${user.name} on this machine`;
  const appFolder = join(runFolder, 'application');
  stageApplication(appFolder);
  return {
    command: [...asUser(user), reachable.executable],
    appFolder,
    refresh: () => stageApplication(appFolder),
    env: environmentOf(user, process.env, {
      temporary: ownFolder(join(runFolder, 'tmp'), user),
      runtime: ownFolder(join(runFolder, 'runtime'), user),
    }),
    user,
    isSandboxed: true,
  };
}

/**
 * Makes a folder that `user` alone can enter; ours where there is no such user.
 *
 * @param {string} folder
 * @param {User | undefined} user
 */
export function ownFolder(folder, user) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Ours, without what npm and Electron's own switches would do to the application. */
const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) =>
      value === undefined || /^npm_|^ELECTRON_RUN_AS_NODE$|^NODE_OPTIONS$/i.test(key) ? [] : [[key, value]],
    ),
  );
