// @ts-check
// Packages that a system's own package manager installs, of the bare folders that are in dist/.
import { checkout } from '../paths.mjs';
import { read } from '../run.mjs';
import { say } from '../say.mjs';
import { makeDeb } from './deb.mjs';
import { makeNsis } from './nsis.mjs';
import { makeRpm } from './rpm.mjs';
import { identityOf } from './identity.mjs';

/** @typedef {import('./identity.mjs').Identity} Identity */

/** @type {Readonly<Record<string, (identity: Identity, date: Date) => Promise<string>>>} */
export const makers = { deb: makeDeb, rpm: makeRpm, nsis: makeNsis };

/** Made of the folder for Windows, on Linux as well. @param {string} target */
export const isForWindows = (target) => target === 'nsis';

/**
 * @param {readonly string[]} targets
 * @param {import('../runtime.mjs').RuntimeKind} runtimeKind
 */
export async function makeInstallable(targets, runtimeKind) {
  const identity = identityOf(runtimeKind);
  if (identity.isTrial)
    say(
      `${identity.name} ${identity.version} is a trial: its runtime is not the official one, and lacks security fixes`,
    );
  for (const target of targets) say(`made ${await makers[target]?.(identity, commitDate())}`);
}

/** When this commit was made: two builds of it are the same, byte for byte. Outside of a checkout: the given time, or the first of all. */
export function commitDate() {
  const given =
    process.env['SOURCE_DATE_EPOCH'] ?? read('git', ['log', '-1', '--format=%ct'], { cwd: checkout }).stdout;
  return new Date(Number(given.trim()) * 1000);
}
