import { describe, expect, it } from 'vitest';
import {
  afterDownloadFailed,
  registryBuildFits,
  type RuntimesAtHand,
  runtimeStep,
  type RuntimeStep,
} from '../../../../scripts/lib/runtime.mjs';

const nothing: RuntimesAtHand = {
  hasOverride: false,
  hasOfficial: false,
  hasRegistryBuild: false,
  mayUseRegistryBuild: true,
};

describe('the order in which the Electron runtime is looked for', () => {
  it.each<readonly [string, Partial<RuntimesAtHand>, RuntimeStep]>([
    ['nothing there: the official download is tried first', {}, 'download-official'],
    [
      'an override beats everything',
      { hasOverride: true, hasOfficial: true, hasRegistryBuild: true },
      'use-override',
    ],
    ['the official one beats the registry’s', { hasOfficial: true, hasRegistryBuild: true }, 'use-official'],
    ['a registry build that is here is used', { hasRegistryBuild: true }, 'use-registry-build'],
    [
      'a registry build of another platform is not',
      { hasRegistryBuild: true, mayUseRegistryBuild: false },
      'download-official',
    ],
  ])('%s', (_, atHand, step) => {
    expect(runtimeStep({ ...nothing, ...atHand })).toBe(step);
  });
});

describe('when the official download did not come about', () => {
  it('falls back to the registry where the host cannot be reached', () => {
    expect(afterDownloadFailed({ outcome: 'unreachable', mayUseRegistryBuild: true })).toBe(
      'fetch-registry-build',
    );
  });

  it('stops when the download itself was bad, a wrong checksum among the reasons', () => {
    expect(afterDownloadFailed({ outcome: 'failed', mayUseRegistryBuild: true })).toBe('stop');
  });

  it('stops where the registry has no build for this platform', () => {
    expect(afterDownloadFailed({ outcome: 'unreachable', mayUseRegistryBuild: false })).toBe('stop');
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
