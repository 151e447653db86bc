// The package as it lies on somebody's machine: where an ordinary user can run it and nobody but root can change it.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import { releaseFuses, setFuses } from '../../../scripts/lib/packaged/fuses.mjs';
import { asarIn, launcherName, packageFolder, runtimeName } from '../../../scripts/lib/packaged/places.mjs';
import { isRoot } from '../../../scripts/lib/paths.mjs';
import { read } from '../../../scripts/lib/run.mjs';
import { armSandboxHelper, findRuntime } from '../../../scripts/lib/runtime.mjs';
import { asUser, sandboxWorks } from '../../../scripts/lib/arrange.mjs';
import { packageIfChanged } from '../../../scripts/lib/packaged/package.mjs';
import { ground, leaveGrounds, twinName, twinPreload } from '../application/launch-namedesk.ts';

/** A copy of the package; what takes much room is the same file where the disk can do that. */
export function installPackage(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  if (read('cp', ['-al', from, to]).code !== 0) cpSync(from, to, { recursive: true });
  openForReading(to);
  if (isRoot) armSandboxHelper(to);
}

const openForReading = (folder: string): unknown => read('chmod', ['-R', 'u=rwX,go=rX', folder]);

const twinAsarName = 'released.asar';

/** @param twin Its folder. */
export const twinAsarIn = (twin: string): string => join(twin, 'resources', twinAsarName);

/**
 * The twin of an installed package, which tests can drive: app.asar and every other file are the very same. Three things
 * differ. The runtime has the name `electron`, so that main keeps the switches by which it is driven, as in a checkout. Two
 * fuses stand otherwise: `--inspect` is heard, and a folder is loaded. A runtime looks for app.asar before it looks for a folder
 * (measured in Electron 42), so that file has another name. The folder loads what tests bring, and then that file's own main.
 */
export async function makeTwin(installed: string, to: string): Promise<void> {
  installPackage(installed, to);
  const runtime = join(to, twinName);
  copyFileSync(join(to, runtimeName), `${runtime}.own`); // not the installed one's file any more
  for (const name of [launcherName, runtimeName]) rmSync(join(to, name));
  renameSync(`${runtime}.own`, runtime);
  chmodSync(runtime, 0o755);
  await setFuses(runtime, {
    fuses: { ...releaseFuses, EnableNodeCliInspectArguments: true, OnlyLoadAppFromAsar: false },
  });
  const asar = twinAsarIn(to);
  renameSync(asarIn(to), asar);
  renameSync(`${asarIn(to)}.unpacked`, `${asar}.unpacked`);
  const folder = join(to, 'resources', 'app');
  mkdirSync(folder);
  const manifest = JSON.parse(String(extractFile(asar, 'package.json'))) as object; // by electron-builder
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, main: 'first.js' }));
  writeFileSync(join(folder, 'first.js'), firstOfTwin);
  openForReading(folder);
}

const firstOfTwin = `import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const require = createRequire(import.meta.url);
for (const file of (process.env['${twinPreload}'] ?? '').split(':')) if (file !== '') require(file);
const asar = join(process.resourcesPath, '${twinAsarName}');
app.setAppPath(asar);
await import(pathToFileURL(join(asar, 'out/main/index.js')).href);
`;

export const digestOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');

/** The folder where a package manager has installed it, for runs on an installed copy. */
const installedAt = process.env['NAMEDESK_INSTALLED'];

/**
 * Puts the package on the ground that is there: packaged where a source changed, installed where an ordinary user can run
 * it, and its twin. What a package manager has installed is taken as it is.
 */
export async function standPackage(): Promise<void> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is no Electron runtime yet: run `node scripts/bootstrap.mjs test`.');
  const base = ground();
  const prefix = base.user ? asUser(base.user) : [];
  const installed = installedAt ?? join(base.folder, 'installed');
  const twin = join(base.folder, 'twin');
  if (installedAt === undefined) {
    await packageIfChanged(runtime);
    installPackage(packageFolder, installed);
  }
  await makeTwin(installed, twin);
  if (!sandboxWorks(installed, prefix)) throw new Error('The sandbox cannot work here for the package.');
  leaveGrounds([{ ...base, packaged: { installed, twin, asUser: prefix } }]);
}
