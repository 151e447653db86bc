// @ts-check
// Makes the package, and remembers of what: an unchanged tree is not packaged twice.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { buildIfChanged, sourcesDigest } from '../build.mjs';
import { node24 } from '../dependencies.mjs';
import { checkout, inCheckout } from '../paths.mjs';
import { run } from '../run.mjs';
import { electronVersion, supportedDays } from '../runtime.mjs';
import { say, Stop } from '../say.mjs';
import { obtainWindowsRuntime } from '../obtain-runtime.mjs';
import { makeWindowsIcon } from './icon.mjs';
import { makeBom } from './bom.mjs';
import { gatherLicences } from './licences.mjs';
import { commitDate, isForWindows, makers, makeInstallable } from '../installed/make.mjs';
import { identityOf, whyNotRelease } from '../installed/identity.mjs';
import { packageFolder } from './places.mjs';

/** @typedef {import('../runtime.mjs').Runtime} Runtime */

/** Beside the package, not in it. */
const stampFile = inCheckout('dist', 'packaged-from');

/** @param {Runtime} runtime @returns {string} A digest over all that the package is made of. */
function ingredientsDigest(runtime) {
  const digest = createHash('sha256').update(`${sourcesDigest()}\0${runtime.executable}\0`);
  const folder = join('scripts', 'lib', 'packaged');
  const ours = readdirSync(inCheckout(folder)).map((name) => join(folder, name));
  for (const file of ['electron-builder.yml', 'LICENSE', ...ours])
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
  const ofBuilder = targets.filter((target) => !isOurs(target));
  const ours = targets.filter(isOurs);
  const isHere = ours.some((target) => !isForWindows(target)) && !ofBuilder.includes('dir');
  const built = [...(isHere ? ['dir'] : []), ...ofBuilder];
  const isOfficial = runtime.kind === 'official' && isForOthers(targets);
  const runtimeFolder = async () => (isOfficial ? dirname(await officialZip()) : runtime.folder);
  let code = built.length > 0 ? await buildPackages(built, runtime, await runtimeFolder()) : 0;
  if (code === 0 && ours.some(isForWindows)) code = await buildWindowsFolder(runtime.kind);
  if (code === 0 && ours.length > 0) await makeInstallable(ours, runtime.kind);
  if (code === 0 && isForOthers(targets)) {
    const of = { inside: gatherLicences(), identity: identityOf(runtime.kind), date: commitDate() };
    say(`made ${makeBom({ ...of, runtime })}`);
  }
  return code;
}

/**
 * The bare folder for Windows, made on whatever system: of the official zip for a release, else of the registry's build.
 *
 * @param {import('../runtime.mjs').RuntimeKind} runtimeKind
 * @returns {Promise<number>} The builder's exit code.
 */
export async function buildWindowsFolder(runtimeKind) {
  const machine = { platform: 'win32', arch: 'x64' };
  const folder =
    runtimeKind === 'official' ? dirname(await officialZip({ machine })) : await obtainWindowsRuntime();
  return runBuilder(['--win', '--x64', '--dir'], folder);
}

/** @param {readonly string[]} targets Of electron-builder. @param {Runtime} runtime @param {string} runtimeFolder */
async function buildPackages(targets, runtime, runtimeFolder) {
  rmSync(stampFile, { force: true });
  const digest = ingredientsDigest(runtime);
  const code = await runBuilder(builderSwitches(targets), runtimeFolder);
  if (code === 0) writeFileSync(stampFile, digest);
  return code;
}

/** @param {readonly string[]} switches @param {string} runtimeFolder */
async function runBuilder(switches, runtimeFolder) {
  await buildIfChanged();
  makeWindowsIcon();
  say(`${gatherLicences().length} packages of others are in it, with their licences`);
  const builder = inCheckout('node_modules', 'electron-builder', 'cli.js');
  const fixed = ['--config', 'electron-builder.yml', '--publish', 'never'];
  const args = [builder, ...switches, ...fixed, `-c.electronDist=${runtimeFolder}`];
  return run(node24, args, { cwd: checkout });
}

/** @param {Runtime} runtime The bare folder in dist/, of the sources as they are. */
export async function packageIfChanged(runtime) {
  const isPackaged = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === ingredientsDigest(runtime);
  if (isPackaged && existsSync(packageFolder)) return;
  const code = await packageFor(['dir'], runtime);
  if (code !== 0)
    throw new Stop('The application could not be packaged: what electron-builder says above is the reason.');
}

// What may be packaged with which runtime (E8).

/** The platform switch that electron-builder wants before each target; `dir` is the bare folder, for the platform we are on. */
const platformOf = /** @type {Readonly<Record<string, string | undefined>>} */ ({
  AppImage: '--linux',
  dmg: '--mac',
});

/** Made by scripts of ours from a bare folder, with a system's own tools. */
const isOurs = (/** @type {string} */ target) => Object.hasOwn(makers, target);

export const packageTargets = ['dir', ...Object.keys(makers), ...Object.keys(platformOf)];

/** @param {readonly string[]} targets Whether something is made that leaves this machine. */
export const isForOthers = (targets) => targets.some((target) => target !== 'dir');

/**
 * @param {readonly string[]} targets
 * @param {import('../runtime.mjs').RuntimeKind} runtimeKind
 * @returns {string | undefined} Why not; nothing where it may go ahead.
 */
export function whyNotPackage(targets, runtimeKind) {
  const unknown = targets.find((target) => !packageTargets.includes(target));
  if (unknown !== undefined) return `${unknown} is not a target: ${packageTargets.join(', ')}.`;
  if (runtimeKind === 'official') return isForOthers(targets) ? whyNotRelease() : undefined;
  const release = targets.find((target) => target !== 'dir' && !isOurs(target));
  return release !== undefined
    ? `${release} is for other people's machines, and takes the official Electron download alone. The runtime here is another one (${runtimeKind}); of packages only trials can be made with it: ${Object.keys(makers).join(', ')}.`
    : undefined;
}

/**
 * @param {readonly string[]} targets
 * @returns {string[]} Switches of electron-builder.
 */
export const builderSwitches = (targets) =>
  targets.flatMap((target) => {
    const platform = platformOf[target];
    return platform ? [platform, target] : ['--dir'];
  });

// The runtime of a release: the official zip, whose checksum stands in the `electron` package of the lockfile (E8).

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
 *   today?: Date,
 * }} [options]
 * @returns {Promise<string>} Its path.
 *
 * Fails with: a `Stop` where it is not the file that the `electron` package names, cannot be had, or gets no fixes any more.
 */
export async function officialZip({
  machine = process,
  checksums = pinnedChecksums(),
  fetchZip = (known) => download(machine, known),
  today = new Date(),
} = {}) {
  const left = supportedDays(electronVersion, today);
  if (left === undefined || left < 0)
    throw new Stop(
      `Electron ${electronVersion} ${left === undefined ? 'has no end of support in scripts/lib/runtime.mjs' : 'gets no fixes any more'}: nothing was packaged. Pin a supported version.`,
    );
  const name = zipName(machine);
  const expected = checksums[name];
  if (!expected) throw new Stop(`The electron package knows no checksum of ${name}: nothing was packaged.`);
  const zip = await fetchZip(checksums).catch((/** @type {unknown} */ error) => {
    throw new Stop(`${name} could not be had: ${error instanceof Error ? error.message : error}`);
  });
  const found = createHash('sha256').update(readFileSync(zip)).digest('hex');
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
