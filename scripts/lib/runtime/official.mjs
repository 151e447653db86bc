// @ts-check
// The official download: the `electron` package's own installer, which checks the zip against the checksums it carries.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { node24 } from '../dependencies.mjs';
import { inCheckout } from '../paths.mjs';
import { say } from '../say.mjs';
import { electronVersion } from './find.mjs';

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
