// @ts-check
// What the application adds to the bare runtime, part by part.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage, statFile } from '@electron/asar';
import { asarIn, launcherName } from './places.mjs';

/** In bytes (12 MB = 12,000,000 bytes). */
export const mostAddedBytes = 12_000_000;

/** @typedef {{ name: string, bytes: number }} Part */

/** Of app.asar: the first pattern that fits a file names its part. */
const parts = /** @type {readonly (readonly [string, RegExp])[]} */ ([
  ['main process: its own code and what it is bundled with', /^\/out\/main\//],
  ['preload scripts', /^\/out\/preload\//],
  ['pages: fonts', /^\/out\/renderer\/.*\.woff2$/],
  ['pages: scripts, styles, documents', /^\/out\/renderer\//],
  ['keychain module: its JavaScript', /^\/node_modules\/keytar\//],
  ['package.json', /^\/package\.json$/],
]);

/** In `resources` of an installed copy. */
const ofPackage = ['apparmor-profile', 'trial'];
const licences = ['THIRD-PARTY-LICENCES.txt', 'LICENSE.namedesk.txt'];

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/** @param {string} path @returns {number} Bytes of the files in it, or of itself. */
function bytesOf(path) {
  if (!existsSync(path)) return 0;
  const at = lstatSync(path);
  if (!at.isDirectory()) return at.size;
  return sum(readdirSync(path).map((name) => bytesOf(join(path, name))));
}

/** @param {string} asar @returns {Part[]} */
function partsOfAsar(asar) {
  const files = filesIn(asar).filter(({ isUnpacked }) => !isUnpacked);
  const found = parts.map(([name, pattern]) => ({
    name,
    bytes: sum(files.filter(({ path }) => partOf(path) === pattern).map(({ bytes }) => bytes)),
  }));
  const inside = sum(found.map(({ bytes }) => bytes));
  return [...found, { name: 'app.asar: its list of files and checksums', bytes: bytesOf(asar) - inside }];
}

/** @param {string} path */
const partOf = (path) => parts.find(([, pattern]) => pattern.test(path))?.[1];

/** @param {string} asar @returns {{ path: string, bytes: number, isUnpacked: boolean }[]} Without folders. */
export const filesIn = (asar) =>
  listPackage(asar, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/');
    const entry = statFile(asar, path.slice(1));
    return 'size' in entry
      ? [{ path, bytes: entry.size, isUnpacked: 'unpacked' in entry && entry.unpacked === true }]
      : [];
  });

/**
 * @param {string} folder The packaged application, for Linux.
 * @param {string} runtimeFolder The bare runtime that it was made of.
 * @returns {{ parts: Part[], addedBytes: number }} The parts of all that is there over the runtime; they add up.
 */
export function addedSizes(folder, runtimeFolder) {
  const asar = asarIn(folder);
  const added = [
    ...partsOfAsar(asar),
    { name: 'keychain module: native', bytes: bytesOf(`${asar}.unpacked`) },
    { name: 'launcher', bytes: bytesOf(join(folder, launcherName)) },
    { name: 'licences', bytes: sum(licences.map((name) => bytesOf(join(folder, name)))) },
    {
      name: 'what its package adds',
      bytes: sum(ofPackage.map((name) => bytesOf(join(folder, 'resources', name)))),
    },
  ];
  const addedBytes = bytesOf(folder) - bytesOf(runtimeFolder) + bytesOf(join(runtimeFolder, 'resources'));
  const named = sum(added.map(({ bytes }) => bytes));
  return { parts: [...added, { name: 'anything else', bytes: addedBytes - named }], addedBytes };
}

/** @param {{ parts: readonly Part[], addedBytes: number }} sizes */
export const sizesTable = ({ parts: named, addedBytes }) =>
  [...named, { name: `over the bare runtime (at most ${mostAddedBytes / 1e6} MB)`, bytes: addedBytes }]
    .map(({ name, bytes }) => `  ${name.padEnd(58)}${(bytes / 1e6).toFixed(2).padStart(8)} MB\n`)
    .join('');
