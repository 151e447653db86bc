// @ts-check
// Can Chromium's sandbox work here? Asked of the kernel and of the helper themselves, not guessed from versions.
import { spawnSync } from 'node:child_process';
import { sandboxHelperIn } from './runtime/sandbox-helper.mjs';

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
