// @ts-check
// Which packages are in the bundles: for their licences.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folders of all packages that some bundle of this build was made of. */
const folders = /** @type {Set<string>} */ (new Set());

/**
 * Lists the packages that the bundles were made of, in `file`: one folder a line. A package of which nothing was left by the
 * bundler is listed all the same: one licence too many does no harm.
 *
 * @param {string} file
 * @returns {import('vite').Plugin}
 */
export const listBundledPackages = (file) => ({
  name: 'namedesk-list-bundled-packages',
  generateBundle(_options, bundle) {
    // Fonts come in by a style sheet, and are no modules.
    const assets = Object.values(bundle).flatMap((each) =>
      each.type === 'asset' ? each.originalFileNames : [],
    );
    for (const id of [...this.getModuleIds(), ...assets]) {
      const folder = packageFolderOf(id);
      if (folder !== null) folders.add(folder);
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${[...folders].sort().join('\n')}\n`);
  },
});

/**
 * @param {string} id Of a module, as the bundler names it: a path, sometimes with marks around it.
 * @returns {string | null} `node_modules/…`, from the checkout; null of a module of ours.
 */
export function packageFolderOf(id) {
  const path = id.replaceAll('\\', '/').replace(/\?.*$/, '');
  const found = /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found?.[1] ?? null;
}
