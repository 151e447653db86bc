import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Lockfile, notAsLocked, unknownInstallScripts } from '../../../../scripts/lib/dependencies.mjs';

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
