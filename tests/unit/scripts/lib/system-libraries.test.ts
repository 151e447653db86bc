import { describe, expect, it } from 'vitest';
import {
  aptCommand,
  aptPlan,
  installableNames,
  missingOf,
  neededPackages,
} from '../../../../scripts/lib/system-libraries.mjs';

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
