import { describe, expect, it } from 'vitest';
import { mayTakeRegistryBuild } from '../../../../scripts/lib/obtain-runtime.mjs';
import { chosenRuntime, registryBuildFits } from '../../../../scripts/lib/runtime.mjs';

const here = { platform: 'linux', arch: 'x64' };
const elsewhere = { platform: 'linux', arch: 'arm64' };

describe('the order in which the Electron runtime is looked for', () => {
  const registry = { 'registry-build': true };
  it.each([
    ['nothing there: one has to be fetched', {}, here, undefined],
    ['an override beats everything', { override: true, official: true, ...registry }, here, 'override'],
    ['the official one beats the registry’s', { official: true, ...registry }, here, 'official'],
    ['a registry build that is here is used', registry, here, 'registry-build'],
    ['a registry build of another platform is not', registry, elsewhere, undefined],
  ] as const)('%s', (_, atHand, machine, kind) => {
    expect(chosenRuntime(atHand, machine)).toBe(kind);
  });
});

describe('when the official download did not come about', () => {
  it('falls back to the registry where the host cannot be reached', () => {
    expect(mayTakeRegistryBuild('unreachable', here)).toBe(true);
  });

  it('stops when the download itself was bad, a wrong checksum among the reasons', () => {
    expect(mayTakeRegistryBuild('failed', here)).toBe(false);
  });

  it('stops where the registry has no build for this platform', () => {
    expect(mayTakeRegistryBuild('unreachable', elsewhere)).toBe(false);
  });

  it.each([
    ['linux', 'x64', true],
    ['linux', 'arm64', false],
    ['darwin', 'x64', false],
    ['win32', 'x64', false],
  ])('the registry’s build fits %s-%s: %s', (platform, arch, fits) => {
    expect(registryBuildFits({ platform, arch })).toBe(fits);
  });
});
