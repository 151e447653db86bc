import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Lockfile, notAsLocked, unknownInstallScripts } from '../../../../scripts/lib/dependencies.mjs';
import {
  aptCommand,
  aptPlan,
  installableNames,
  missingOf,
  neededPackages,
} from '../../../../scripts/lib/system-libraries.mjs';

describe('E1 packages that run a script while they are installed', () => {
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile; // written by npm

  it('E1 are all known in our own lockfile', () => {
    expect(unknownInstallScripts(lockfile)).toEqual([]);
  });

  it('E1 are reported by name and version when nobody has looked at them', () => {
    const packages = {
      ...lockfile.packages,
      'node_modules/left-pad': { version: '9.9.9', hasInstallScript: true },
      'node_modules/a/node_modules/@scope/deep': { version: '1.0.0', hasInstallScript: true },
    };
    expect(unknownInstallScripts({ packages })).toEqual(['left-pad@9.9.9', '@scope/deep@1.0.0']);
  });

  it('E1 a known name does not cover another package that ends in it', () => {
    const packages = { 'node_modules/@evil/keytar': { version: '7.9.0', hasInstallScript: true } };
    expect(unknownInstallScripts({ packages })).toEqual(['@evil/keytar@7.9.0']);
  });

  it('E2 every package of the lockfile has its integrity, and none comes over an open way', () => {
    const entries = Object.entries(lockfile.packages).filter(
      ([path, { link }]) => path !== '' && link !== true,
    );
    expect(entries.length).toBeGreaterThan(300);
    expect(
      entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([]);
    expect(entries.filter(([, { resolved }]) => resolved?.startsWith('http:') === true)).toEqual([]);
  });
});

describe('whether the locked dependencies are there', () => {
  const lockfile = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/vite': { version: '8.3.8' },
      'node_modules/fsevents': { version: '2.3.3', optional: true },
    },
  };
  const installed = (packages: (typeof lockfile)['packages'] | object) => ({ packages: { ...packages } });

  it('they are when every version is, and an optional one for another platform is not', () => {
    expect(notAsLocked(lockfile, installed({ 'node_modules/vite': { version: '8.3.8' } }))).toEqual([]);
  });

  it('they are not while no install has finished', () => {
    expect(notAsLocked(lockfile, undefined)).toEqual(['node_modules/vite']);
  });

  it('they are not when a version has moved', () => {
    const older = installed({ 'node_modules/vite': { version: '8.3.7' } });
    expect(notAsLocked(lockfile, older)).toEqual(['node_modules/vite']);
  });

  it('they are not when an optional one is there in another version', () => {
    const moved = installed({
      'node_modules/vite': { version: '8.3.8' },
      'node_modules/fsevents': { version: '2.3.2' },
    });
    expect(notAsLocked(lockfile, moved)).toEqual(['node_modules/fsevents']);
  });
});

describe('what is done about missing system libraries', () => {
  const missing = ['xvfb'];
  it.each([
    ['nothing is missing', { missing: [], root: false, env: {}, hasSudo: false }, 'nothing'],
    ['root installs', { missing, root: true, env: {}, hasSudo: false }, 'install'],
    [
      'a CI machine installs through sudo',
      { missing, root: false, env: { CI: 'true' }, hasSudo: true },
      'install-with-sudo',
    ],
    [
      'a CI machine without sudo is told the command',
      { missing, root: false, env: { CI: 'true' }, hasSudo: false },
      'print',
    ],
    ['a person is told the command, sudo or not', { missing, root: false, env: {}, hasSudo: true }, 'print'],
  ])('%s', (_, situation, plan) => {
    expect(aptPlan(situation)).toBe(plan);
  });

  it('the command can be pasted as it is', () => {
    expect(aptCommand(['xvfb', 'dbus'])).toBe(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb dbus',
    );
  });
});

describe('what is needed', () => {
  const desktop = { purpose: 'start', hasDisplay: true, keychainModuleIsBuilt: true } as const;

  it('a start on a desktop needs no virtual display, no compiler and no second keyring', () => {
    const needed = neededPackages(desktop);
    for (const name of ['xvfb', 'g++', 'gnome-keyring']) expect(needed).not.toContain(name);
    expect(needed).toContain('libgtk-3-0');
  });

  it('a start without a display needs a virtual one', () => {
    expect(neededPackages({ ...desktop, hasDisplay: false })).toContain('xvfb');
  });

  it('a compiler is needed until the keychain module is built', () => {
    const needed = neededPackages({ ...desktop, keychainModuleIsBuilt: false });
    expect(needed).toEqual(expect.arrayContaining(['libsecret-1-dev', 'g++', 'make', 'python3']));
  });

  it('tests need a keyring, and a virtual display even on a desktop', () => {
    expect(neededPackages({ ...desktop, purpose: 'test' })).toEqual(
      expect.arrayContaining(['xvfb', 'dbus', 'gnome-keyring']),
    );
  });
});

describe('package names that newer releases end in t64', () => {
  it('count as installed under either name', () => {
    const installed = new Set(['libgtk-3-0t64', 'libnss3']);
    expect(missingOf(['libgtk-3-0', 'libnss3', 'libgbm1'], installed)).toEqual(['libgbm1']);
  });

  it('are asked for by the name that this release has', () => {
    const ubuntu2404 = (name: string): boolean => name === 'libasound2t64';
    expect(installableNames(['libasound2', 'libgbm1'], ubuntu2404)).toEqual(['libasound2t64', 'libgbm1']);
  });
});
