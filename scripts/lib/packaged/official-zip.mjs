// @ts-check
// The runtime of a release: the official zip, whose checksum stands in the `electron` package of the lockfile (E8).
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inCheckout } from '../paths.mjs';
import { electronVersion } from '../runtime/find.mjs';
import { Stop } from '../say.mjs';

/** @typedef {Readonly<Record<string, string>>} Checksums By the name of the file: SHA-256, in hexadecimal digits. */

const electronPackage = inCheckout('node_modules', 'electron', 'package.json');

/** @returns {Checksums} */
const pinnedChecksums = () =>
  JSON.parse(readFileSync(inCheckout('node_modules', 'electron', 'checksums.json'), 'utf8'));

/** @param {{ platform: string, arch: string }} machine */
export const zipName = ({ platform, arch }) => `electron-v${electronVersion}-${platform}-${arch}.zip`;

/**
 * The official zip for this machine, looked at byte for byte before it is handed to the builder.
 *
 * @param {{
 *   machine?: { platform: string, arch: string },
 *   checksums?: Checksums,
 *   fetchZip?: (checksums: Checksums) => Promise<string>,
 * }} [options]
 * @returns {Promise<string>} Its path.
 *
 * Fails with: a `Stop` where it is not the file that the `electron` package names, or cannot be had.
 */
export async function officialZip({
  machine = process,
  checksums = pinnedChecksums(),
  fetchZip = (known) => download(machine, known),
} = {}) {
  const name = zipName(machine);
  const expected = checksums[name];
  if (!expected) throw new Stop(`The electron package knows no checksum of ${name}: nothing was packaged.`);
  const zip = await fetchZip(checksums).catch((/** @type {unknown} */ error) => {
    throw new Stop(`${name} could not be had: ${error instanceof Error ? error.message : error}`);
  });
  const found = await sha256(zip);
  if (found === expected) return zip;
  throw new Stop(
    `${basename(zip)} is not the official Electron ${electronVersion}: nothing was packaged.\n  expected ${expected}\n  found    ${found}`,
  );
}

/**
 * By the `electron` package's own downloader, which keeps what it has fetched.
 *
 * @param {{ platform: string, arch: string }} machine
 * @param {Checksums} checksums
 * @returns {Promise<string>}
 */
async function download({ platform, arch }, checksums) {
  const { downloadArtifact } = await import(createRequire(electronPackage).resolve('@electron/get'));
  return downloadArtifact({ version: electronVersion, artifactName: 'electron', platform, arch, checksums });
}

/** @param {string} file */
async function sha256(file) {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}
