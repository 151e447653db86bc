// @ts-check
// A package for Debian and Ubuntu, by dpkg-deb alone.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageFolder } from '../packaged/places.mjs';
import { inCheckout } from '../paths.mjs';
import { run } from '../run.mjs';
import { Stop } from '../say.mjs';
import { fillTree, settle } from './linux-tree.mjs';

/** @typedef {import('./identity.mjs').Identity} Identity */

/** What the runtime and the keychain module are linked against. A name with `t64` is the one of Debian 13 and Ubuntu 24.04. */
export const depends = [
  ...[
    'libc6 (>= 2.34)',
    'libgcc-s1',
    'libstdc++6',
    'libcairo2',
    'libdbus-1-3',
    'libexpat1',
    'libgbm1',
    'libnspr4',
  ],
  ...['libnss3', 'libpango-1.0-0', 'libsecret-1-0', 'libudev1', 'libx11-6', 'libxcb1', 'libxcomposite1'],
  ...['libxdamage1', 'libxext6', 'libxfixes3', 'libxkbcommon0', 'libxrandr2'],
  ...[
    'libasound2',
    'libatk1.0-0',
    'libatk-bridge2.0-0',
    'libatspi2.0-0',
    'libcups2',
    'libglib2.0-0',
    'libgtk-3-0',
  ].map((name) => `${name}t64 | ${name}`),
];
/** A keyring for the API key, notices, and links that open in the browser. */
const recommends = ['gnome-keyring | kwalletmanager | keepassxc', 'libnotify4', 'xdg-utils'];

/**
 * @param {Identity} identity
 * @param {Date} date Of the commit.
 * @param {string} [application] The folder that electron-builder made.
 * @returns {Promise<string>} The package's path, in dist/.
 *
 * Fails with: a `Stop` where dpkg-deb is not there or fails.
 */
export async function makeDeb(identity, date, application = packageFolder) {
  const root = mkdtempSync(join(tmpdir(), 'namedesk-deb-'));
  try {
    await fillTree(root, { identity, date, application });
    const docs = join(root, 'usr', 'share', 'doc', identity.name);
    writeFileSync(join(docs, 'changelog.gz'), gzipSync(changelog(identity, date), { level: 9 }));
    const overrides = join(root, 'usr', 'share', 'lintian', 'overrides');
    mkdirSync(overrides, { recursive: true });
    writeFileSync(join(overrides, identity.name), lintianOverrides(identity));
    const scripts = inCheckout('resources', 'linux', 'deb');
    return await buildDeb(root, { identity, date, scripts, control: (kiB) => controlOf(identity, kiB) });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * A package of all that is in a folder.
 *
 * @param {string} root
 * @param {{ identity: Pick<Identity, 'name' | 'version' | 'isTrial'>, date: Date, scripts?: string, control: (installedKiB: number) => string, architecture?: string }} of
 *   `scripts` is the folder of the maintainer scripts.
 * @returns {Promise<string>} Its path, in dist/.
 */
export async function buildDeb(root, { identity, date, scripts, control, architecture = 'amd64' }) {
  const files = filesUnder(root, '');
  const meta = join(root, 'DEBIAN');
  mkdirSync(meta);
  for (const name of scripts === undefined ? [] : readdirSync(scripts)) {
    cpSync(join(scripts ?? '', name), join(meta, name));
    chmodSync(join(meta, name), 0o755);
  }
  const regular = files.filter((path) => lstatSync(join(root, path)).isFile());
  const sums = regular.map((path) => `${md5(join(root, path))}  ${path}\n`).join('');
  const kiB = files.reduce((all, path) => all + sizeOf(root, path), 0);
  for (const [name, content] of [
    ['control', control(kiB)],
    ['md5sums', sums],
  ])
    writeFileSync(join(meta, name ?? ''), content ?? '');
  // Whatever the umask of who builds: dpkg-deb takes the modes as they are.
  settle(root, date);
  const path = inCheckout('dist', `${identity.name}_${identity.version}_${architecture}.deb`);
  const args = ['--root-owner-group', ...compression(identity), '--build', root, path];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(date.getTime() / 1000)) };
  const code = await run('dpkg-deb', args, { env });
  if (code !== 0)
    throw new Stop(
      code === 127
        ? 'dpkg-deb is not installed: nothing was made.'
        : 'dpkg-deb failed: what it says above is the reason.',
    );
  return path;
}

/** A trial is made again and again, a release once. @param {Pick<Identity, 'isTrial'>} identity */
const compression = ({ isTrial }) => (isTrial ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6']);

/** @param {string} root @param {string} path @returns {string[]} In a fixed order. */
const filesUnder = (root, path) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((each) => {
      const at = path === '' ? each.name : `${path}/${each.name}`;
      return each.isDirectory() ? filesUnder(root, at) : [at];
    });

/** In KiB, as Debian counts: each file by itself. @param {string} root @param {string} path */
const sizeOf = (root, path) => Math.ceil(lstatSync(join(root, path)).size / 1024);

/** @param {string} path */
const md5 = (path) => createHash('md5').update(readFileSync(path)).digest('hex');

/** @param {Identity} identity @param {number} installedKiB */
export const controlOf = (
  { name, otherName, version, isTrial, homepage, maintainer, summary },
  installedKiB,
) =>
  `Package: ${name}
Version: ${version}
Architecture: amd64
Maintainer: ${maintainer}
Installed-Size: ${installedKiB}
Depends: ${depends.join(', ')}
Recommends: ${recommends.join(', ')}
Conflicts: ${otherName}
Replaces: ${otherName}
Section: misc
Priority: optional
Homepage: ${homepage}
Description: ${summary}
 Looks up thousands of names under many TLDs, registers and renews them one by
 one or in batches, and looks after contacts, locks, nameservers and transfer
 codes. The API key stays in the keychain of the system.
${isTrial ? ' .\n This is a trial: its runtime is not an official build and lacks security fixes.\n Do not use it for real work.\n' : ''}`;

/** @param {Identity} identity @param {Date} date */
const changelog = ({ name, version, maintainer }, date) =>
  `${name} (${version}) stable; urgency=medium

  * The commit of ${date.toISOString().slice(0, 10)}. Namedesk says after an update that it was updated.

 -- ${maintainer}  ${date.toUTCString().replace('GMT', '+0000')}
`;

/** Each with its reason. @param {Identity} identity */
const lintianOverrides = ({ name }) =>
  `# Chromium's own helper, which drops what it has before it does anything else.
${name}: elevated-privileges
# The application is its folder, as its makers' runtime is: beside each other, nowhere else.
${name}: dir-or-file-in-opt
${name}: embedded-library
${name}: unstripped-binary-or-object
`;
