// @ts-check
// Makes the package, and remembers of what: an unchanged tree is not packaged twice.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIfChanged, sourcesDigest } from '../build.mjs';
import { node24 } from '../dependencies.mjs';
import { builderSwitches, isForOthers, whyNotPackage } from '../packaging.mjs';
import { checkout, inCheckout } from '../paths.mjs';
import { run } from '../run.mjs';
import { say, Stop } from '../say.mjs';
import { gatherLicences } from './licences.mjs';
import { officialZip } from './official-zip.mjs';
import { packageFolder } from './places.mjs';

/** @typedef {import('../runtime/find.mjs').Runtime} Runtime */

/** Beside the package, not in it. */
const stampFile = inCheckout('dist', 'packaged-from');

/** @param {Runtime} runtime @returns {string} A digest over all that the package is made of. */
function ingredientsDigest(runtime) {
  const digest = createHash('sha256').update(`${sourcesDigest()}\0${runtime.executable}\0`);
  const folder = join('scripts', 'lib', 'packaged');
  for (const file of [
    'electron-builder.yml',
    'LICENSE',
    ...readdirSync(inCheckout(folder)).map((name) => join(folder, name)),
  ])
    digest.update(readFileSync(inCheckout(file))).update('\0');
  return digest.digest('hex');
}

/**
 * @param {readonly string[]} targets
 * @param {Runtime} runtime
 * @returns {Promise<number>} The builder's exit code.
 *
 * Fails with: a `Stop` where the runtime is not one for these targets (E8).
 */
export async function packageFor(targets, runtime) {
  const refusal = whyNotPackage(targets, runtime.kind);
  if (refusal) throw new Stop(refusal);
  const runtimeFolder = isForOthers(targets) ? dirname(await officialZip()) : runtime.folder;
  rmSync(stampFile, { force: true });
  const digest = ingredientsDigest(runtime);
  await buildIfChanged();
  say(`${gatherLicences().length} packages of others are in it, with their licences`);
  const builder = inCheckout('node_modules', 'electron-builder', 'cli.js');
  const fixed = ['--config', 'electron-builder.yml', '--publish', 'never', ...metadataOf(targets)];
  const args = [builder, ...builderSwitches(targets), ...fixed, `-c.electronDist=${runtimeFolder}`];
  const code = await run(node24, args, { cwd: checkout });
  if (code === 0) writeFileSync(stampFile, digest);
  return code;
}

/**
 * electron-builder writes the metadata of a version (latest*.yml) where it knows a feed. Nothing is ever sent there, and the
 * application does not read it: its own feed stands in electron/main/updates/feed.json.
 *
 * @param {readonly string[]} targets
 */
const metadataOf = (targets) =>
  isForOthers(targets) ? ['-c.publish.provider=generic', '-c.publish.url=https://updates.invalid/'] : [];

/** @param {Runtime} runtime The bare folder in dist/, of the sources as they are. */
export async function packageIfChanged(runtime) {
  const isPackaged = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === ingredientsDigest(runtime);
  if (isPackaged && existsSync(packageFolder)) return;
  const code = await packageFor(['dir'], runtime);
  if (code !== 0)
    throw new Stop('The application could not be packaged: what electron-builder says above is the reason.');
}
