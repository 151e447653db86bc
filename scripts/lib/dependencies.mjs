// @ts-check
// The locked dependencies: installed without running anything of theirs, then the two allowed ones built by name.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
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

/** @param {...string} path */
function readJson(...path) {
  const file = inCheckout(...path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

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
  /** @type {Lockfile | undefined} */
  const lockfile = readJson('package-lock.json');
  if (!lockfile) throw new Stop('package-lock.json is missing: this is not a whole checkout.');
  const unknown = unknownInstallScripts(lockfile);
  if (unknown.length > 0)
    throw new Stop(
      `A dependency wants to run a script while it is installed, and nobody has looked at it yet: ${unknown.join(', ')}. ` +
        'Read that script, then add the package to "allowScripts" in package.json. Nothing was installed.',
    );
  if (notAsLocked(lockfile, readJson('node_modules', '.package-lock.json')).length > 0) await installLocked();
  for (const name of /** @type {const} */ (['node', 'keytar']))
    if (!isUsable(builtFiles[name])) await build(name);
}

async function installLocked() {
  say('installing the locked dependencies');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  const code = await npm(['ci', '--ignore-scripts', '--include=dev', ...quietly]);
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

/**
 * @typedef {{ packages: Record<string, { version?: string, hasInstallScript?: boolean, optional?: boolean,
 *   devOptional?: boolean, integrity?: string, resolved?: string, link?: boolean }> }} Lockfile
 */

/**
 * The packages of the lockfile that want to run an install script and that nobody has looked at (E1). "allowScripts" in
 * package.json, which newer versions of npm obey too, names the others: Node 24 for the scripts and the native keychain module are
 * built by name after the install; never run are electron-winstaller (chooses a 7-Zip for installers that are not made here), @github/keytar (of which a package for Windows takes one file),
 * fsevents (ships prebuilt) and unrs-resolver (fetches a binding that the optional dependencies already hold).
 *
 * @param {Lockfile} lockfile
 * @returns {string[]} `name@version`, in the lockfile's order.
 */
export function unknownInstallScripts({ packages }) {
  const known = new Set(Object.keys(readJson('package.json').allowScripts));
  return Object.entries(packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }))
    .filter(({ name }) => !known.has(name))
    .map(({ name, version }) => `${name}@${version}`);
}

// Is what lies in node_modules what the lockfile says? npm writes down what it installed, last of all.

/**
 * The packages that the lockfile wants and that are absent or of another version. Optional ones may be absent:
 * most are for other platforms.
 *
 * @param {Lockfile} lockfile package-lock.json
 * @param {Lockfile | undefined} installed node_modules/.package-lock.json; none when no install ever finished
 * @returns {string[]} Their paths.
 */
export function notAsLocked(lockfile, installed) {
  return Object.entries(lockfile.packages)
    .filter(([path]) => path !== '')
    .filter(([path, wanted]) => {
      const found = installed?.packages[path];
      return found ? found.version !== wanted.version : !(wanted.optional || wanted.devOptional);
    })
    .map(([path]) => path);
}
