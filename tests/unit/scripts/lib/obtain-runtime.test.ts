import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutNodeModules } from '../../../../scripts/lib/npm.mjs';
import { mayTakeRegistryBuild, refuseOtherTarball } from '../../../../scripts/lib/obtain-runtime.mjs';
import { cacheFolder } from '../../../../scripts/lib/paths.mjs';
import { chosenRuntime, registryBuildFits } from '../../../../scripts/lib/runtime.mjs';
import { Stop } from '../../../../scripts/lib/say.mjs';

/** SHA-512 of the three bytes "abc". Source: NIST, FIPS 180-4 example values. */
const abc = Buffer.from(
  'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
    '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  'hex',
).toString('base64');

describe('the tarball from the package registry', () => {
  let folder = '';
  const tarball = (content: string): string => {
    const file = join(folder, 'build.tgz');
    writeFileSync(file, content);
    return file;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-integrity-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('E8 is taken when it is byte for byte the pinned one', () => {
    expect(() => refuseOtherTarball(tarball('abc'), `sha512-${abc}`)).not.toThrow();
  });

  it('E8 is refused in plain words when a single byte differs', () => {
    const refuse = () => refuseOtherTarball(tarball('abd'), `sha512-${abc}`);
    expect(refuse).toThrow(Stop);
    expect(refuse).toThrow('was not unpacked');
  });
});

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

describe.skipIf(process.platform === 'win32')('the search path for npm', () => {
  it('leaves out the Node inside node_modules, which npm is about to replace', () => {
    const path =
      '/a/node_modules/.bin:/node_modules/.bin:/usr/lib/node_modules/npm/bin/node-gyp-bin:/usr/local/bin:/usr/bin';
    expect(withoutNodeModules(path)).toBe('/usr/local/bin:/usr/bin');
  });
});

describe('the folder for what is fetched once per machine', () => {
  it.each([
    [
      'root’s can be read by others',
      { root: true, env: { XDG_CACHE_HOME: '/root/.cache' }, home: '/root' },
      '/var/cache/namedesk',
    ],
    [
      'ours is where the desktop says',
      { root: false, env: { XDG_CACHE_HOME: '/x' }, home: '/home/a' },
      '/x/namedesk',
    ],
    ['ours is in the home otherwise', { root: false, env: {}, home: '/home/a' }, '/home/a/.cache/namedesk'],
  ])('%s', (_, who, folder) => {
    expect(cacheFolder(who)).toBe(folder);
  });
});
