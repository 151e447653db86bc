// @ts-check
// Where things are. The cache is outside the checkout, so that ten clones share one runtime.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** @param {...string} parts */
export const inCheckout = (...parts) => join(checkout, ...parts);

export const isRoot = process.getuid?.() === 0;

/**
 * The folder for what is fetched once per machine. Root's lies where an ordinary user can read it too, because
 * the application never runs as root.
 *
 * @param {{ root: boolean, env: NodeJS.ProcessEnv, home: string }} who
 */
export const cacheFolder = ({ root, env, home } = { root: isRoot, env: process.env, home: homedir() }) =>
  root ? '/var/cache/namedesk' : join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'namedesk');
