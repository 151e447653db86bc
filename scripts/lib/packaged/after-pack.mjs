// @ts-check
// What electron-builder calls when the runtime is in a package's folder, and when that is filled: before anything is signed or wrapped.
import { chmodSync, copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from '../paths.mjs';
import { setFuses } from './fuses.mjs';
import { launcherName, runtimeName } from './places.mjs';

/** electron-builder's number for arm64. Source: builder-util, `Arch`. */
const arm64 = 3;

/**
 * Sets the fuses; on Linux it puts the launcher where the runtime was.
 *
 * @param {{ appOutDir: string, electronPlatformName: string, arch: number, packager: { appInfo: { productFilename: string } } }} context
 */
export async function afterPack({ appOutDir, electronPlatformName, arch, packager }) {
  const { productFilename } = packager.appInfo;
  const isMac = electronPlatformName === 'darwin';
  if (electronPlatformName === 'linux') return placeLauncher(appOutDir);
  await setFuses(join(appOutDir, `${productFilename}.${isMac ? 'app' : 'exe'}`), {
    isMacArm: isMac && arch === arm64,
  });
}

/**
 * Takes Electron's own start page away, for a runtime without an application, before the hashes of what may be loaded are written
 * into the program.
 *
 * @param {{ appOutDir: string }} context
 */
export function afterExtract({ appOutDir }) {
  rmSync(join(appOutDir, 'resources', 'default_app.asar'), { force: true });
}

/** @param {string} folder */
async function placeLauncher(folder) {
  const launcher = join(folder, launcherName);
  const runtime = join(folder, runtimeName);
  renameSync(launcher, runtime);
  await setFuses(runtime);
  copyFileSync(inCheckout('resources', 'linux', 'namedesk.sh'), launcher);
  chmodSync(launcher, 0o755);
}
