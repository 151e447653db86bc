// @ts-check
// Which packages may run code while they are installed (E1). Anything else stops the set-up until a person has looked.

/** Built by name after the install: Node 24 for the scripts, and the native keychain module. */
export const allowedToBuild = /** @type {const} */ (['node', 'keytar']);

/** Looked at, and never run: each with the reason. */
export const knownAndNotRun = [
  'electron-winstaller', // chooses a 7-Zip for Squirrel installers, which are not made here
  'fsevents', // macOS file watching; ships prebuilt
  'unrs-resolver', // fetches a binding that the optional dependencies already hold
];

/**
 * @typedef {{ packages: Record<string, { version?: string, hasInstallScript?: boolean, optional?: boolean, devOptional?: boolean }> }} Lockfile
 */

/**
 * The packages of the lockfile that want to run an install script and that nobody has looked at.
 *
 * @param {Lockfile} lockfile
 * @returns {string[]} `name@version`, in the lockfile's order.
 */
export function unknownInstallScripts({ packages }) {
  /** @type {Set<string>} */
  const known = new Set([...allowedToBuild, ...knownAndNotRun]);
  return Object.entries(packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }))
    .filter(({ name }) => !known.has(name))
    .map(({ name, version }) => `${name}@${version}`);
}
