import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import { notAsLocked, unknownInstallScripts, type Lockfile } from '../../../../scripts/lib/dependencies.mjs';
import {
  aptCommand,
  aptPlan,
  installableNames,
  missingOf,
  neededPackages,
} from '../../../../scripts/lib/system-libraries.mjs';
import { installPostgres, postgresPrograms } from '../../../../scripts/lib/postgres.mjs';
import { withoutNodeModules } from '../../../../scripts/lib/npm.mjs';
import { mayTakeRegistryBuild, refuseOtherTarball } from '../../../../scripts/lib/obtain-runtime.mjs';
import { cacheFolder } from '../../../../scripts/lib/paths.mjs';
import { chosenRuntime, registryBuildFits } from '../../../../scripts/lib/runtime.mjs';
import { Stop } from '../../../../scripts/lib/say.mjs';
import { findingsTable, readFirstLookUp } from '../../../../scripts/lib/first-look-up.mjs';

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

describe('PostgreSQL for the tests of a team', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-postgres-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it.runIf(process.platform === 'linux')('is the newest version that is installed and new enough', () => {
    const install = (version: string): void => {
      mkdirSync(join(folder, version, 'bin'), { recursive: true });
      writeFileSync(join(folder, version, 'bin', 'initdb'), '');
    };
    expect(postgresPrograms(join(folder, 'nowhere'))).toBeNull();
    install('13');
    expect(postgresPrograms(folder)).toBeNull();
    install('9.6');
    install('14');
    install('16');
    mkdirSync(join(folder, '17', 'bin'), { recursive: true }); // Its client alone.
    expect(postgresPrograms(folder)).toBe(join(folder, '16', 'bin'));
  });

  it.runIf(process.platform === 'linux')(
    'is installed without a cluster of its own, and the setting goes again',
    () => {
      const settings = join(folder, 'createcluster.d');
      const script = installPostgres.replaceAll('/etc/postgresql-common/createcluster.d', settings);
      writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\necho "$@"; cat ${settings}/*; exit 7\n`, {
        mode: 0o755,
      });
      const env = { PATH: `${folder}:/usr/bin:/bin` };
      const ran = spawnSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' });
      expect(ran.stdout).toBe(
        '-q install -y --no-install-recommends postgresql\ncreate_main_cluster = false\n',
      );
      expect(ran.status).toBe(7);
      expect(existsSync(settings)).toBe(false);
    },
  );
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

describe('what the window reports of its first look-up', () => {
  const findings = [
    { domain: 'namedesk.com', finding: 'taken' },
    { domain: 'namedesk.co.uk', finding: 'available' },
  ];
  const line = (report: unknown): string => `NAMEDESK_FIRST_LOOK_UP ${JSON.stringify(report)}`;

  it('is its findings and a picture', () => {
    const report = { findings, screenshotPath: '/run/first.png' };
    expect(readFirstLookUp(line(report))).toEqual(report);
  });

  it('is its error, in words', () => {
    expect(readFirstLookUp(line({ error: 'refused' }))).toEqual({ error: 'refused' });
  });

  it('is looked for in its own line alone', () => {
    expect(readFirstLookUp('something else NAMEDESK_FIRST_LOOK_UP {}')).toBeUndefined();
  });

  it.each([
    ['no JSON', 'NAMEDESK_FIRST_LOOK_UP {'],
    ['no findings', line({ screenshotPath: 'x' })],
    ['a finding without a domain', line({ findings: [{ finding: 'taken' }], screenshotPath: 'x' })],
    ['no picture', line({ findings })],
  ])('is an error when it holds %s', (_, text) => {
    expect(readFirstLookUp(text)).toHaveProperty('error');
  });

  it('is printed in two columns', () => {
    expect(findingsTable(findings)).toBe('  namedesk.com     taken\n  namedesk.co.uk   available\n');
  });
});
