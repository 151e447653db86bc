// @ts-check
// Which Debian packages are needed, which of them are missing, and what may be done about it.

/** A window on a Debian or Ubuntu machine: what Electron links against. */
const window = [
  'libnss3',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libgtk-3-0',
  'libgbm1',
  'libasound2',
  'libcups2',
  'libdrm2',
  'libxss1',
];
const keychainModule = ['libsecret-1-0'];
const compiler = ['libsecret-1-dev', 'g++', 'make', 'python3'];
const virtualDisplay = ['xvfb'];
const keyring = ['dbus', 'gnome-keyring'];

/** What one test asks for that is left out, and says so, where it is missing: another program that opens our encrypted files. */
export const usefulForTests = ['age'];

/**
 * @param {{ purpose: 'start' | 'test', hasDisplay: boolean, keychainModuleIsBuilt: boolean }} need
 * @returns {string[]} Package names without the `t64` that newer releases append to some.
 */
export const neededPackages = ({ purpose, hasDisplay, keychainModuleIsBuilt }) => [
  ...window,
  ...keychainModule,
  ...(keychainModuleIsBuilt ? [] : compiler),
  ...(purpose === 'test' || !hasDisplay ? virtualDisplay : []),
  ...(purpose === 'test' ? keyring : []),
];

/**
 * The names a package may have: since Debian 13 and Ubuntu 24.04 some libraries carry `t64`.
 *
 * @param {string} name
 */
export const namesOf = (name) => [name, `${name}t64`];

/**
 * @param {readonly string[]} needed
 * @param {ReadonlySet<string>} installed
 */
export const missingOf = (needed, installed) =>
  needed.filter((name) => !namesOf(name).some((each) => installed.has(each)));

/**
 * The names to hand to apt-get. Where `t64` exists the plain name may be a virtual package, which apt-get refuses.
 *
 * @param {readonly string[]} missing
 * @param {(name: string) => boolean} isKnownToApt
 */
export const installableNames = (missing, isKnownToApt) =>
  missing.map((name) => (isKnownToApt(`${name}t64`) ? `${name}t64` : name));

/**
 * @param {{ missing: readonly string[], root: boolean, env: NodeJS.ProcessEnv, hasSudo: boolean }} situation
 * @returns {'nothing' | 'install' | 'install-with-sudo' | 'print'} Only root, or a CI machine, is changed unasked.
 */
export function aptPlan({ missing, root, env, hasSudo }) {
  if (missing.length === 0) return 'nothing';
  if (root) return 'install';
  return env['CI'] === 'true' && hasSudo ? 'install-with-sudo' : 'print';
}

/** @param {readonly string[]} names */
export const aptCommand = (names) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;
