import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { doubtsAbout, licencesText, packageFolderOf } from '../../../../../scripts/lib/packaged/licences.mjs';
import {
  builderSwitches,
  officialZip,
  packageTargets,
  whyNotPackage,
  zipName,
} from '../../../../../scripts/lib/packaged/package.mjs';

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

describe('official zip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-zip-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const machine = { platform: 'linux', arch: 'x64' };
  const zip = join(folder, zipName(machine));
  writeFileSync(zip, 'what was looked at');
  const fetchZip = () => Promise.resolve(zip);
  const checksumOf = (content: string) => createHash('sha256').update(content).digest('hex');

  describe('E8 the runtime of a release', () => {
    it('E8 is the zip whose checksum the electron package carries', async () => {
      const checksums = { [zipName(machine)]: checksumOf('what was looked at') };
      await expect(officialZip({ machine, checksums, fetchZip })).resolves.toBe(zip);
    });

    it('E8 is refused where a single byte is another', async () => {
      const checksums = { [zipName(machine)]: checksumOf('What was looked at') };
      await expect(officialZip({ machine, checksums, fetchZip })).rejects.toThrow(
        'is not the official Electron',
      );
    });

    it('E8 is refused where no checksum is known', async () => {
      await expect(officialZip({ machine, checksums: {}, fetchZip })).rejects.toThrow('knows no checksum');
    });

    it('E8 is said to be missing where it cannot be fetched', async () => {
      const checksums = { [zipName(machine)]: checksumOf('x') };
      const fetchNothing = () => Promise.reject(new Error('no route'));
      await expect(officialZip({ machine, checksums, fetchZip: fetchNothing })).rejects.toThrow('no route');
    });

    it('E8 has its checksum in the electron package of the lockfile, for each system that releases are made on', async () => {
      for (const [platform, arch] of [
        ['linux', 'x64'],
        ['win32', 'x64'],
        ['darwin', 'arm64'],
      ] as const)
        await expect(officialZip({ machine: { platform, arch }, fetchZip })).rejects.toThrow(
          'is not the official Electron',
        );
    });
  });
});

const licence = { name: 'x', version: '1.0.0', licence: 'MIT', texts: ['do what you like'] };

describe('the licences of what is bundled', () => {
  it('raise a doubt where a licence was never thought about, or its text is missing', () => {
    expect(
      doubtsAbout([licence, { ...licence, licence: 'OFL-1.1' }, { ...licence, licence: '(MIT OR GPL-3.0)' }]),
    ).toEqual([]);
    expect(doubtsAbout([{ ...licence, licence: 'GPL-3.0' }])).toEqual(['x@1.0.0 is under GPL-3.0']);
    expect(doubtsAbout([{ ...licence, texts: [] }])).toEqual(['x@1.0.0 carries no text of its licence']);
  });

  it('stand in one file, each under its package and version', () => {
    const text = licencesText([licence]);
    expect(text).toContain('\nx 1.0.0 (MIT)\n\ndo what you like');
    expect(text).toContain('LICENSES.chromium.html');
  });
});

describe('the package of a bundled module', () => {
  it.each([
    ['/home/a/namedesk/node_modules/zod/v4/index.js', 'node_modules/zod'],
    ['/home/a/namedesk/node_modules/@mantine/core/esm/x.mjs?commonjs', 'node_modules/@mantine/core'],
    ['C:\\n\\node_modules\\a\\node_modules\\@b\\c\\index.js', 'node_modules/a/node_modules/@b/c'],
    ['../node_modules/@fontsource-variable/inter/files/x.woff2', 'node_modules/@fontsource-variable/inter'],
    ['/home/a/namedesk/renderer/src/main.tsx', null],
  ])('of %s is %s', (id, folder) => {
    expect(packageFolderOf(id)).toBe(folder);
  });
});

const run = (args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/sign-update.mjs', ...args], { encoding: 'utf8' });

describe('signing a release', () => {
  it('says so where no feed is built in, and fails nothing', () => {
    const { status, stdout } = run(['dist/latest-linux.yml']);
    expect(stdout).toContain('there is nothing to sign');
    expect(status).toBe(0);
  });

  it('asks for the files', () => {
    expect(run([])).toMatchObject({ status: 2 });
  });
});
