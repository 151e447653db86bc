// @ts-check
// The licences of everything of others that is in the package, as one file.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inCheckout } from '../paths.mjs';
import { Stop } from '../say.mjs';

const packagesFile = inCheckout('out', 'bundled-packages');

/** In the package beside the bundles, as it is, and the headers that it was compiled with. */
const unbundled = [
  'keytar',
  'node-addon-api',
  '@github/keytar',
  '@github/keytar/node_modules/node-addon-api',
].map((name) => `node_modules/${name}`);

/** @typedef {{ name: string, version: string, licence: string, texts: readonly string[] }} Licence */

/**
 * Licences that may be in the package: with them it can be given to anybody, its own sources stay as free as they are.
 */
const welcome =
  /^\(?(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|OFL-1\.1|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Zlib|Python-2\.0)(?: (?:AND|OR) .*)?\)?$/;

/** Packages that carry no text of their own, or in their README alone, where a person has looked: who wrote them. All of them are under MIT. */
const authorsOfTextless = /** @type {Readonly<Record<string, string>>} */ ({
  'lazy-val': 'Vladimir Krivosheev',
  'pg-types': '2014 Brian M. Carlson',
  pgpass: '2013-2016 Hannes Hörl',
  'react-remove-scroll-bar': 'Anton Korzunov',
});

/** @param {string} folder From the checkout. @returns {Licence} */
function licenceOf(folder) {
  const { name, version, license } = /** @type {{ name: string, version: string, license?: unknown }} */ (
    JSON.parse(readFileSync(inCheckout(folder, 'package.json'), 'utf8'))
  );
  const licence = typeof license === 'string' ? license : 'not said';
  const author = authorsOfTextless[name];
  const texts = author !== undefined && licence === 'MIT' ? [mitBy(author)] : textsIn(folder);
  return { name, version, licence, texts };
}

/** @param {string} folder */
const textsIn = (folder) =>
  readdirSync(inCheckout(folder))
    .filter((file) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(file))
    .sort()
    .map((file) => readFileSync(inCheckout(folder, file), 'utf8').trim());

/** Our own licence's text is MIT's. @param {string} author */
const mitBy = (author) =>
  readFileSync(inCheckout('LICENSE'), 'utf8')
    .trim()
    .replace(/^Copyright .*$/m, `Copyright (c) ${author}`);

/**
 * @param {readonly Licence[]} licences
 * @returns {string[]} What must be looked at by a person: a licence that was never thought about, a text that is missing.
 */
export const doubtsAbout = (licences) =>
  licences.flatMap(({ name, version, licence, texts }) => [
    ...(welcome.test(licence) ? [] : [`${name}@${version} is under ${licence}`]),
    ...(texts.length > 0 ? [] : [`${name}@${version} carries no text of its licence`]),
  ]);

/** @param {readonly Licence[]} licences */
export const licencesText = (licences) =>
  [
    `Namedesk contains work of others: ${licences.length} packages, under the licences below.`,
    "Electron's licence is in LICENSE.electron.txt, those of Chromium and Node in LICENSES.chromium.html, beside this file.",
    ...licences.map(({ name, version, licence, texts }) =>
      ['='.repeat(80), `${name} ${version} (${licence})`, '', texts.join('\n\n')].join('\n'),
    ),
    '',
  ].join('\n\n');

/** Writes the file for the bundles that lie in out/. */
export function gatherLicences() {
  if (!existsSync(packagesFile))
    throw new Stop(`The build has not said what it is made of: ${packagesFile}.`);
  const bundled = readFileSync(packagesFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const licences = [...new Set([...bundled, ...unbundled])]
    .map(licenceOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const doubts = doubtsAbout(licences);
  if (doubts.length > 0)
    throw new Stop(`The licences of what is bundled need a look:\n  ${doubts.join('\n  ')}`);
  writeFileSync(inCheckout('out', 'THIRD-PARTY-LICENCES.txt'), licencesText(licences));
  return licences;
}

/**
 * Lists the packages that all bundles of this build were made of, one folder a line. A package of which nothing was left by the
 * bundler is listed all the same: one licence too many does no harm.
 *
 * @returns {import('vite').Plugin}
 */
export function listBundledPackages() {
  /** @type {Set<string>} */
  const folders = new Set();
  return {
    name: 'list-bundled-packages',
    generateBundle(_options, bundle) {
      // Fonts come in by a style sheet, and are no modules.
      const assets = Object.values(bundle).flatMap((each) =>
        each.type === 'asset' ? each.originalFileNames : [],
      );
      for (const id of [...this.getModuleIds(), ...assets]) {
        const folder = packageFolderOf(id);
        if (folder !== null) folders.add(folder);
      }
      mkdirSync(dirname(packagesFile), { recursive: true });
      writeFileSync(packagesFile, `${[...folders].sort().join('\n')}\n`);
    },
  };
}

/**
 * @param {string} id Of a module, as the bundler names it: a path, sometimes with marks around it.
 * @returns {string | null} `node_modules/…`, from the checkout; null of a module of ours.
 */
export function packageFolderOf(id) {
  const path = id.replaceAll('\\', '/').replace(/\?.*$/, '');
  const found = /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found?.[1] ?? null;
}
