// @ts-check
// Is what lies in node_modules what the lockfile says? npm writes down what it installed, last of all.

/** @typedef {import('./install-scripts.mjs').Lockfile} Lockfile */

/**
 * The packages that the lockfile wants and that are absent or of another version. Optional ones may be absent:
 * most are for other platforms.
 *
 * @param {Lockfile} lockfile package-lock.json
 * @param {Lockfile | undefined} installed node_modules/.package-lock.json; none when no install ever finished
 * @returns {string[]} Their paths.
 */
export function notAsLocked(lockfile, installed) {
  return Object.entries(lockfile.packages)
    .filter(([path]) => path !== '')
    .filter(([path, wanted]) => {
      const found = installed?.packages[path];
      return found ? found.version !== wanted.version : !(wanted.optional || wanted.devOptional);
    })
    .map(([path]) => path);
}
