// @ts-check
// The locked dependencies: installed without running anything of theirs, then the two allowed ones built by name.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { allowedToBuild, unknownInstallScripts } from './install-scripts.mjs';
import { notAsLocked } from './locked.mjs';
import { npm } from './npm.mjs';
import { inCheckout } from './paths.mjs';
import { say, Stop } from './say.mjs';

/** What each build leaves behind. npm removes it together with the package when the version changes. */
const builtFiles = {
  node: inCheckout('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  keytar: inCheckout('node_modules', 'keytar', 'build', 'Release', 'keytar.node'),
};

/** The Node 24 that runs everything except the set-up itself. */
export const node24 = builtFiles.node;

/** @param {string} path */
const readLockfile = (path) =>
  existsSync(path)
    ? /** @type {import('./install-scripts.mjs').Lockfile} */ (JSON.parse(readFileSync(path, 'utf8')))
    : undefined;

/** @param {string} file */
function isUsable(file) {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

export const keychainModuleIsBuilt = () => isUsable(builtFiles.keytar);

export async function installDependencies() {
  const lockfile = readLockfile(inCheckout('package-lock.json'));
  if (!lockfile) throw new Stop('package-lock.json is missing: this is not a whole checkout.');
  refuseUnknownScripts(lockfile);
  if (notAsLocked(lockfile, readLockfile(inCheckout('node_modules', '.package-lock.json'))).length > 0)
    await installLocked();
  for (const name of allowedToBuild) if (!isUsable(builtFiles[name])) await build(name);
}

/** @param {import('./install-scripts.mjs').Lockfile} lockfile */
function refuseUnknownScripts(lockfile) {
  const unknown = unknownInstallScripts(lockfile);
  if (unknown.length === 0) return;
  throw new Stop(
    `A dependency wants to run a script while it is installed, and nobody has looked at it yet: ${unknown.join(', ')}. ` +
      'Read that script, then add the package to one of the two lists in scripts/lib/install-scripts.mjs. Nothing was installed.',
  );
}

async function installLocked() {
  say('installing the locked dependencies');
  const code = await npm([
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0)
    throw new Stop('npm ci did not finish: what npm says above is the reason. Nothing else was done.');
}

/** @param {keyof typeof builtFiles} name */
async function build(name) {
  say(`building ${name}`);
  // From source on Linux: the prebuilt file would come from a second host, with no checksum beside it.
  const fromSource = process.platform === 'linux' ? { npm_config_build_from_source: 'keytar' } : {};
  const code = await npm(['rebuild', name, '--ignore-scripts=false', '--loglevel=error'], fromSource);
  if (code !== 0 || !isUsable(builtFiles[name]))
    throw new Stop(`The package ${name} could not be built: what npm says above is the reason.`);
}
