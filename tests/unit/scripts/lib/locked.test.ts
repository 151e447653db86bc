import { describe, expect, it } from 'vitest';
import { notAsLocked } from '../../../../scripts/lib/locked.mjs';

const lockfile = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/vite': { version: '8.3.8' },
    'node_modules/fsevents': { version: '2.3.3', optional: true },
  },
};
const installed = (packages: (typeof lockfile)['packages'] | object) => ({ packages: { ...packages } });

describe('whether the locked dependencies are there', () => {
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
