// @ts-check
// The system's own libraries, on Debian and Ubuntu. Elsewhere they come with the system or are the reader's to bring.
import { existsSync } from 'node:fs';
import {
  aptCommand,
  aptPlan,
  installableNames,
  missingOf,
  namesOf,
  neededPackages,
  usefulForTests,
} from './apt-plan.mjs';
import { keychainModuleIsBuilt } from './dependencies.mjs';
import { hasDisplay } from './display.mjs';
import { isRoot } from './paths.mjs';
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
  const missing = missingOf(needed, installedAmong(needed));
  const { plan, prefix } = planFor(missing);
  if (purpose === 'test') await installUseful();
  if (plan === 'nothing') return;
  if (plan === 'print')
    throw new Stop(
      `These system libraries are missing: ${missing.join(', ')}. Install them with this command, then start again:\n\n` +
        `  ${aptCommand(installableNames(missing, isKnownToApt))}\n`,
    );
  await install(missing, prefix);
}

/** @param {readonly string[]} missing */
function planFor(missing) {
  const hasSudo = existsSync('/usr/bin/sudo');
  const plan = aptPlan({ missing, root: isRoot, env: process.env, hasSudo });
  return { plan, prefix: plan === 'install' ? [] : ['sudo', '-n'] };
}

/** Nothing depends on it: where it cannot be had, its test says so. */
async function installUseful() {
  const missing = missingOf(usefulForTests, installedAmong(usefulForTests));
  const { plan, prefix } = planFor(missing);
  if (plan === 'nothing' || plan === 'print') return;
  await install(missing, prefix).catch(() => say(`going on without ${missing.join(', ')}`));
}

/** @param {readonly string[]} needed */
function installedAmong(needed) {
  const format = '${Package} ${db:Status-Abbrev}\n';
  const { stdout } = read('dpkg-query', ['-W', '-f', format, ...needed.flatMap(namesOf)]);
  return new Set(
    stdout
      .split('\n')
      .filter((line) => / ii /.test(`${line} `))
      .map((line) => line.split(' ')[0] ?? ''),
  );
}

/** @param {string} name */
const isKnownToApt = (name) => read('apt-cache', ['pkgnames', name]).stdout.split('\n').includes(name);

/**
 * @param {readonly string[]} missing
 * @param {readonly string[]} prefix
 */
async function install(missing, prefix) {
  say(`installing system libraries: ${missing.join(', ')}`);
  /** @param {...string} args */
  const aptGet = async (...args) => {
    const [command = '', ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      ...args,
    ];
    return (await run(command, rest)) === 0;
  };
  // A failed update is not the end: the lists at hand may do.
  if (!(await aptGet('update'))) say('apt-get update failed; going on with the package lists at hand');
  const names = installableNames(missing, isKnownToApt);
  if (!(await aptGet('install', '-y', '--no-install-recommends', ...names)))
    throw new Stop(`apt-get could not install ${names.join(', ')}: what it says above is the reason.`);
}
