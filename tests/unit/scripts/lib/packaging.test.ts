import { describe, expect, it } from 'vitest';
import { builderSwitches, packageTargets, whyNotPackage } from '../../../../scripts/lib/packaging.mjs';

describe('E8 what may be packaged with which runtime', () => {
  const releases = packageTargets.filter((target) => target !== 'dir');

  it.each(releases)('E8 %s takes the official runtime alone', (target) => {
    expect(whyNotPackage([target], 'official')).toBeUndefined();
    expect(whyNotPackage([target], 'registry-build')).toContain('official');
    expect(whyNotPackage([target], 'override')).toContain('official');
    expect(whyNotPackage(['dir', target], 'registry-build')).toContain('official');
  });

  it('E8 the bare folder, which stays on this machine, takes any', () => {
    expect(whyNotPackage(['dir'], 'registry-build')).toBeUndefined();
  });

  it('refuses a target that it does not know, and so every other switch of the builder', () => {
    expect(whyNotPackage(['--linux=rpm'], 'official')).toContain('is not a target');
  });

  it('puts the platform before each target', () => {
    expect(builderSwitches(['AppImage', 'deb'])).toEqual(['--linux', 'AppImage', '--linux', 'deb']);
    expect(builderSwitches(['dir'])).toEqual(['--dir']);
  });
});
