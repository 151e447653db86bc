// @ts-check
// The system's own libraries, on Debian and Ubuntu. Elsewhere they come with the system or are the reader's to bring.
import { existsSync } from 'node:fs';
import { keychainModuleIsBuilt } from './dependencies.mjs';
import { hasDisplay } from './display.mjs';
import { isRoot } from './paths.mjs';
import { installPostgres, postgresPrograms } from './postgres.mjs';
import { read, run } from './run.mjs';
import { say, Stop } from './say.mjs';

const isDebian = () => process.platform === 'linux' && existsSync('/usr/bin/dpkg-query');

/** @param {'start' | 'test'} purpose */
export async function installSystemLibraries(purpose) {
  if (!isDebian()) return;
  const needed = neededPackages({
    purpose,
    hasDisplay: hasDisplay(process.env),
    keychainModuleIsBuilt: keychainModuleIsBuilt(),
  });
  await installMissing(needed);
  // Nothing depends on it: where it cannot be had, its test says so.
  if (purpose !== 'test') return;
  await installMissing(usefulForTests).catch(() => say(`going on without ${usefulForTests.join(', ')}`));
  await installServer();
}

/** PostgreSQL, for the tests of a team: where it is missing, they are skipped. */
async function installServer() {
  const missing = postgresPrograms() === null ? ['postgresql'] : [];
  const plan = aptPlan({ missing, root: isRoot, env: process.env, hasSudo: existsSync('/usr/bin/sudo') });
  if (plan === 'nothing') return;
  if (plan === 'print') {
    say(
      `without PostgreSQL the tests of a team are not run. This installs it:\n\n  sudo sh -c '${installPostgres}'\n`,
    );
    return;
  }
  say('installing PostgreSQL for the tests of a team');
  const [command = '', ...args] = [
    ...(plan === 'install' ? [] : ['sudo', '-n']),
    'sh',
    '-c',
    installPostgres,
  ];
  if ((await run(command, args)) !== 0) say('going on without PostgreSQL: the tests of a team are not run');
}

/** @param {readonly string[]} needed */
async function installMissing(needed) {
  const missing = missingOf(needed, installedAmong(needed));
  const hasSudo = existsSync('/usr/bin/sudo');
  const plan = aptPlan({ missing, root: isRoot, env: process.env, hasSudo });
  if (plan === 'nothing') return;
  if (plan === 'print')
    throw new Stop(
      `These system libraries are missing: ${missing.join(', ')}. Install them with this command, then start again:\n\n` +
        `  ${aptCommand(installableNames(missing, isKnownToApt))}\n`,
    );
  await install(missing, plan === 'install' ? [] : ['sudo', '-n']);
}

/** @param {readonly string[]} needed */
function installedAmong(needed) {
  const format = '${Package} ${db:Status-Abbrev}\n';
  const { stdout } = read('dpkg-query', ['-W', '-f', format, ...needed.flatMap(namesOf)]);
  const installed = stdout.split('\n').filter((line) => / ii /.test(`${line} `));
  return new Set(installed.map((line) => line.split(' ')[0] ?? ''));
}

/** @param {string} name */
const isKnownToApt = (name) => read('apt-cache', ['pkgnames', name]).stdout.split('\n').includes(name);

/**
 * @param {readonly string[]} missing
 * @param {readonly string[]} prefix
 */
async function install(missing, prefix) {
  say(`installing system libraries: ${missing.join(', ')}`);
  const [command = '', ...before] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q'];
  /** @param {...string} args */
  const aptGet = async (...args) => (await run(command, [...before, ...args])) === 0;
  // A failed update is not the end: the lists at hand may do.
  if (!(await aptGet('update'))) say('apt-get update failed; going on with the package lists at hand');
  const names = installableNames(missing, isKnownToApt);
  if (!(await aptGet('install', '-y', '--no-install-recommends', ...names)))
    throw new Stop(`apt-get could not install ${names.join(', ')}: what it says above is the reason.`);
}

// Which Debian packages are needed, which of them are missing, and what may be done about it.

/** A window on a Debian or Ubuntu machine: what Electron links against. */
const window =
  'libnss3 libatk1.0-0 libatk-bridge2.0-0 libgtk-3-0 libgbm1 libasound2 libcups2 libdrm2 libxss1'.split(' ');
const keychainModule = ['libsecret-1-0'];
const compiler = ['libsecret-1-dev', 'g++', 'make', 'python3'];
const virtualDisplay = ['xvfb'];
const keyring = ['dbus', 'gnome-keyring'];

/** What one test asks for that is left out, and says so, where it is missing: another program that opens our encrypted files. */
const usefulForTests = ['age'];

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
