// @ts-check
// What a package puts where, on Linux: the same files for every package manager.
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launcherName } from '../packaged/places.mjs';
import { inCheckout } from '../paths.mjs';
import { completionsFor, manPage } from './man-page.mjs';

/** @typedef {import('./identity.mjs').Identity} Identity */

/** The folder of the installed application. */
export const installedFolder = '/opt/Namedesk';
/** In the application's folder, where the package is for trials: *About* says so. */
export const trialMark = 'resources/trial';

const resources = (/** @type {string[]} */ ...parts) => inCheckout('resources', ...parts);
const iconSizes = [16, 32, 48, 64, 128, 256, 512];

/**
 * Fills an empty folder as the root of the file system would be filled.
 *
 * @param {string} root
 * @param {{ identity: Identity, date: Date, application: string }} of `date` is the commit's, `application` the folder that
 *   electron-builder made.
 */
export async function fillTree(root, { identity, date, application }) {
  /** @param {string} path @param {string | Buffer} content */
  const write = (path, content) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  cpSync(application, join(root, installedFolder), { recursive: true });
  write(
    join(installedFolder, 'resources', 'apparmor-profile'),
    readFileSync(resources('linux', 'apparmor-profile')),
  );
  if (identity.isTrial) write(join(installedFolder, trialMark), '');
  mkdirSync(join(root, 'usr', 'bin'), { recursive: true });
  symlinkSync(join(installedFolder, launcherName), join(root, 'usr', 'bin', 'namedesk'));
  write('usr/share/applications/namedesk.desktop', readFileSync(resources('linux', 'namedesk.desktop')));
  write('usr/share/mime/packages/namedesk.xml', readFileSync(resources('linux', 'mime.xml')));
  write('usr/share/metainfo/app.namedesk.desktop.metainfo.xml', metainfo(identity, date));
  const icons = 'usr/share/icons/hicolor';
  for (const size of iconSizes)
    write(
      `${icons}/${size}x${size}/apps/namedesk.png`,
      readFileSync(resources('icons', `${size}x${size}.png`)),
    );
  write(`${icons}/scalable/apps/namedesk.svg`, readFileSync(resources('icons', 'icon.svg')));
  write('usr/share/man/man1/namedesk.1.gz', gzipSync(await manPage(identity, date), { level: 9 }));
  write('usr/share/bash-completion/completions/namedesk', await completionsFor('bash'));
  write('usr/share/zsh/vendor-completions/_namedesk', await completionsFor('zsh'));
  write('usr/share/fish/vendor_completions.d/namedesk.fish', await completionsFor('fish'));
  write(`usr/share/doc/${identity.name}/copyright`, copyright(identity));
}

/** @param {Identity} identity @param {Date} date */
function metainfo({ authors, homepage, version }, date) {
  const values = /** @type {Record<string, string>} */ ({
    ...{ authors, homepage, version },
    date: date.toISOString().slice(0, 10),
  });
  return readFileSync(resources('linux', 'metainfo.xml'), 'utf8').replace(
    /\$\{(\w+)\}/g,
    (_, name) => values[name] ?? '',
  );
}

/** Debian's machine-readable format, version 1.0. @param {Identity} identity */
function copyright({ authors, homepage }) {
  const licence = readFileSync(inCheckout('LICENSE'), 'utf8').trim().split('\n');
  const holder = licence.find((line) => line.startsWith('Copyright')) ?? authors;
  const text = licence.slice(licence.findIndex((line) => line.startsWith('Permission')));
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Namedesk
Source: ${homepage}
Comment: The licences of what is bundled are in ${installedFolder}/THIRD-PARTY-LICENCES.txt, LICENSE.electron.txt and LICENSES.chromium.html.

Files: *
Copyright: ${holder.replace(/^Copyright /, '')}
License: Expat
${text.map((line) => ` ${line || '.'}`).join('\n')}
`;
}

/** Chromium's helper for systems whose kernel gives ordinary users no namespaces. */
const isSetuid = (/** @type {string} */ path) => path.endsWith(join(installedFolder, 'chrome-sandbox'));

/** @param {string} path @param {import('node:fs').Stats} at */
function modeOf(path, at) {
  if (isSetuid(path)) return 0o4755;
  const isLibrary = /\.(so(\.\d+)*|node)$/.test(path);
  return at.isDirectory() || (!isLibrary && (at.mode & 0o111) !== 0) ? 0o755 : 0o644;
}

/**
 * Modes and times that do not depend on who built it, where and when.
 *
 * @param {string} path
 * @param {Date} date
 */
export function settle(path, date) {
  const at = lstatSync(path);
  if (at.isDirectory()) for (const name of readdirSync(path)) settle(join(path, name), date);
  if (!at.isSymbolicLink()) chmodSync(path, modeOf(path, at));
  lutimesSync(path, date, date);
}
