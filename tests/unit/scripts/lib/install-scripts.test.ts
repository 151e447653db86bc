import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Lockfile, unknownInstallScripts } from '../../../../scripts/lib/install-scripts.mjs';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile; // written by npm

describe('E1 packages that run a script while they are installed', () => {
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

  it('E2 every locked package carries its integrity', () => {
    const without = Object.entries(lockfile.packages).filter(
      ([path, entry]) => path !== '' && !('integrity' in entry) && !('inBundle' in entry),
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });
});
