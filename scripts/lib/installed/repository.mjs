// @ts-check
// The signed repository of packages for Debian and Ubuntu, and the package that makes a machine trust it.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inCheckout } from '../paths.mjs';
import { read, run } from '../run.mjs';
import { Stop } from '../say.mjs';
import { buildDeb } from './deb.mjs';

/** @typedef {import('./identity.mjs').Identity} Identity */

/** The one suite: who wants a version as it comes out. */
const suite = 'stable';
const keyringPath = '/usr/share/keyrings/namedesk-archive-keyring.gpg';

/**
 * Adds packages to the repository in a folder, which it makes where there is none, and signs its index.
 *
 * @param {{ folder: string, debs: readonly string[], key: string, home?: string, identity: Identity }} of `key` is the fingerprint
 *   of a signing key in gpg's keyring; `home` is that keyring's folder, where it is not the user's own.
 *
 * Fails with: a `Stop` where reprepro or gpg is not there, the key is not, or a version is not newer than the one that is there.
 */
export async function addToRepository({ folder, debs, key, home, identity }) {
  const env = { ...process.env, ...(home !== undefined && { GNUPGHOME: home }) };
  if (read('gpg', ['--list-secret-keys', key], { env }).code !== 0)
    throw new Stop(`gpg has no secret key ${key}: nothing was signed.`);
  mkdirSync(join(folder, 'conf'), { recursive: true });
  writeFileSync(join(folder, 'conf', 'distributions'), distributionsOf(identity, key));
  for (const deb of debs) {
    const code = await run('reprepro', ['--silent', '-b', folder, 'includedeb', suite, deb], { env });
    if (code !== 0)
      throw new Stop(
        code === 127
          ? 'reprepro is not installed: nothing was added.'
          : `reprepro did not take ${deb}: what it says above is the reason.`,
      );
  }
}

/**
 * Puts a file beside the repository's folders, with a signature of the same key in another: `gpgv --keyring … FILE.asc FILE`.
 *
 * @param {{ folder: string, file: string, key: string, home?: string }} of As of {@link addToRepository}.
 * @returns {Promise<string>} Where it is.
 *
 * Fails with: a `Stop` where gpg does not sign.
 */
export async function addSigned({ folder, file, key, home }) {
  const env = { ...process.env, ...(home !== undefined && { GNUPGHOME: home }) };
  const place = join(folder, basename(file));
  mkdirSync(folder, { recursive: true });
  cpSync(file, place);
  const args = ['--batch', '--yes', '--armor', '--local-user', key, '--detach-sign', place];
  if ((await run('gpg', args, { env })) === 0) return place;
  rmSync(place);
  throw new Stop(`gpg could not sign ${file} with ${key}: it was not added.`);
}

/** @param {Identity} identity @param {string} key */
const distributionsOf = ({ productName }, key) => `Origin: ${productName}
Label: ${productName}
Suite: ${suite}
Codename: ${suite}
Architectures: amd64
Components: main
Description: ${productName} for Debian and Ubuntu
SignWith: ${key}
`;

/**
 * The package that people install by hand, once: the public key, and where the repository is. A new key comes as a new version of it.
 *
 * @param {{ identity: Identity, date: Date, address: string, key: string, home?: string }} of `address` is the repository's.
 * @returns {Promise<string>} The package's path, in dist/.
 */
export async function makeKeyring({ identity, date, address, key, home }) {
  const root = mkdtempSync(join(tmpdir(), 'namedesk-keyring-'));
  try {
    const files = join(root, 'usr', 'share', 'keyrings');
    mkdirSync(files, { recursive: true });
    const env = { ...process.env, ...(home !== undefined && { GNUPGHOME: home }) };
    const exported = await run('gpg', ['--yes', '--output', join(root, keyringPath), '--export', key], {
      env,
    });
    if (exported !== 0) throw new Stop(`gpg could not export ${key}: nothing was made.`);
    const sources = join(root, 'etc', 'apt', 'sources.list.d');
    mkdirSync(sources, { recursive: true });
    writeFileSync(
      join(sources, 'namedesk.sources'),
      `Types: deb\nURIs: ${address}\nSuites: ${suite}\nComponents: main\nArchitectures: amd64\nSigned-By: ${keyringPath}\n`,
    );
    const docs = join(root, 'usr', 'share', 'doc', keyringName);
    mkdirSync(docs, { recursive: true });
    cpSync(inCheckout('LICENSE'), join(docs, 'copyright'));
    const own = {
      name: keyringName,
      version: date.toISOString().slice(0, 10).replaceAll('-', '.'),
      isTrial: false,
    };
    return await buildDeb(root, {
      ...{ identity: own, date, architecture: 'all' },
      control: (kiB) => `Package: ${own.name}
Version: ${own.version}
Architecture: all
Maintainer: ${identity.maintainer}
Installed-Size: ${kiB}
Section: misc
Priority: optional
Homepage: ${identity.homepage}
Description: key and address of the Namedesk package repository
 With it apt finds new versions of Namedesk, and takes none that is not signed
 with this key. Removed, it takes both away.
`,
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const keyringName = 'namedesk-archive-keyring';
