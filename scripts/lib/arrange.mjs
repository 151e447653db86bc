// @ts-check
// How the application is run on this machine: by whom, from which folder, with which environment.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder, checkout, inCheckout, isRoot } from './paths.mjs';
import { read } from './run.mjs';
import { armSandboxHelper, sandboxHelperIn } from './runtime.mjs';
import { say, Stop, warn } from './say.mjs';

/**
 * @typedef {import('./runtime.mjs').Runtime} Runtime
 * @typedef {{ name: string, uid: number, gid: number, home: string }} User
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

// The application never runs as root: where root asks for it, it runs as an ordinary user made for it.

const name = 'namedesk';
const home = '/var/lib/namedesk';

/** @returns {User | undefined} */
function lookUp() {
  const [, , uid, gid, , homeFolder] = read('getent', ['passwd', name]).stdout.trim().split(':');
  return homeFolder === undefined
    ? undefined
    : { name, uid: Number(uid), gid: Number(gid), home: homeFolder };
}

/** @returns {User | undefined} The user, made now if need be; none where root may not make one. */
export function ordinaryUser() {
  const known = lookUp();
  if (known) return known;
  const options = ['--system', '--user-group', '--create-home', '--home-dir', home];
  const made = read('useradd', [...options, '--shell', '/usr/sbin/nologin', name]);
  if (made.code === 0)
    say(`made the user ${name} (home ${home}), because the application does not run as root`);
  return lookUp();
}

/**
 * What to put before a command so that the user runs it; pid, stdin and output stay as they are.
 *
 * @param {User} user
 */
export const asUser = ({ uid, gid }) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];

/** @param {User} user */
export function canBecome(user) {
  const [command = '', ...args] = [...asUser(user), 'true'];
  return read(command, args).code === 0;
}

/** What an ordinary user's program needs of root's environment; everything else in it is root's own. */
const passedOn = /^(PATH|LANG|LANGUAGE|LC_\w+|TZ|TERM|(https?|no|all)_proxy)$/i;

/**
 * @param {User} user
 * @param {NodeJS.ProcessEnv} env
 * @param {{ temporary: string, runtime: string }} folders Of the user's own, for this run.
 * @returns {Record<string, string>}
 */
export const environmentOf = (user, env, folders) => ({
  ...Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value && passedOn.test(key) ? [[key, value]] : [])),
  ),
  HOME: user.home,
  USER: user.name,
  LOGNAME: user.name,
  TMPDIR: folders.temporary,
  XDG_RUNTIME_DIR: folders.runtime,
});

// Can Chromium's sandbox work here? Asked of the kernel and of the helper themselves, not guessed from versions.

/**
 * The sandbox works where an ordinary user may make namespaces, or where the setuid helper may do it for them.
 *
 * @param {string} runtimeFolder
 * @param {readonly string[]} prefix What makes a command run as the user in question.
 */
export const sandboxWorks = (runtimeFolder, prefix) =>
  process.platform !== 'linux' || namespacesWork(prefix) || helperWorks(runtimeFolder, prefix);

/** @param {readonly string[]} prefix */
const namespacesWork = (prefix) =>
  succeeds([...prefix, 'unshare', '--user', '--map-root-user', '--pid', '--net', '--fork', 'true']);

/**
 * The helper does its whole work and then runs the command it is given. It wants its interface version in the
 * environment and an open file at descriptor 7.
 *
 * Source: Chromium, sandbox/linux/suid/sandbox.c.
 *
 * @param {string} runtimeFolder
 * @param {readonly string[]} prefix
 */
const helperWorks = (runtimeFolder, prefix) =>
  succeeds([...prefix, sandboxHelperIn(runtimeFolder), '/bin/true'], { SBX_CHROME_API_RQ: '1' });

/**
 * @param {readonly string[]} line
 * @param {NodeJS.ProcessEnv} [env]
 */
function succeeds([command = '', ...args], env = {}) {
  const done = spawnSync(command, args, {
    env: { ...process.env, ...env },
    stdio: Array.from({ length: 8 }, () => /** @type {const} */ ('ignore')),
  });
  return done.status === 0;
}

// A copy of the built application that an ordinary user can read, wherever the checkout lies.

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
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {User} user
 * @param {string} cache
 * @returns {import('./runtime.mjs').Runtime}
 */
export function reachableRuntime(runtime, user, cache) {
  if (canRun(runtime.executable, user)) return runtime;
  const { mtimeMs, size } = statSync(runtime.executable);
  const identity = createHash('sha256').update(`${runtime.executable}\0${mtimeMs}\0${size}`).digest('hex');
  const folder = join(cache, `electron-${identity.slice(0, 12)}`);
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
 * @param {User} user
 */
function canRun(file, user) {
  const [command = '', ...args] = [...asUser(user), 'test', '-x', file];
  return read(command, args).code === 0;
}
