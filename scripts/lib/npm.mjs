// @ts-check
// npm, by the Node that the machine brought. The Node inside node_modules cannot run it: npm may replace that one.
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { checkout } from './paths.mjs';
import { read, run } from './run.mjs';

const isWindows = process.platform === 'win32';

/** @param {string | undefined} path The search path as npm sets it for scripts. */
export const withoutNodeModules = (path = '') =>
  path
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$|node-gyp-bin[\\/]?$/.test(folder))
    .join(delimiter);

/**
 * The folder of Node's own headers, where the machine has them beside Node: then building a native module needs no
 * download.
 *
 * @param {string} nodeExecutable
 */
export function headersFolderOf(nodeExecutable) {
  const folder = dirname(dirname(nodeExecutable));
  return existsSync(join(folder, 'include', 'node', 'node_api.h')) ? folder : undefined;
}

/** @returns {NodeJS.ProcessEnv} */
function npmEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PATH: withoutNodeModules(process.env['PATH']) };
  const node = read('node', ['-p', 'process.execPath'], { env }).stdout.trim();
  const headers = node && existsSync(node) ? headersFolderOf(realpathSync(node)) : undefined;
  return headers && !env['npm_config_nodedir'] ? { ...env, npm_config_nodedir: headers } : env;
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [settings]
 * @returns {Promise<number>} npm's exit code.
 */
export const npm = (args, settings = {}) =>
  run('npm', args, { cwd: checkout, env: { ...npmEnvironment(), ...settings }, shell: isWindows });

/** @param {readonly string[]} args */
export const readNpm = (args) => read('npm', args, { cwd: checkout, env: npmEnvironment() });
