import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHandedFiles } from '../../../../../electron/main/app/handed-files.ts';
import { controlOf } from '../../../../../scripts/lib/installed/deb.mjs';
import { configuredSigner } from '../../../../../scripts/lib/installed/authenticode.mjs';
import { identityOf, whyNotRelease } from '../../../../../scripts/lib/installed/identity.mjs';
import { windowsVersion } from '../../../../../scripts/lib/installed/nsis.mjs';
import { guide, withCommands } from '../../../../../scripts/command-line.mjs';
import { manPage } from '../../../../../scripts/lib/installed/man-page.mjs';
import { specOf } from '../../../../../scripts/lib/installed/rpm.mjs';
import { icoOf } from '../../../../../scripts/lib/packaged/icon.mjs';
import { doubtsAbout, licencesText, packageFolderOf } from '../../../../../scripts/lib/packaged/licences.mjs';
import {
  builderSwitches,
  officialZip,
  packageTargets,
  whyNotPackage,
  zipName,
} from '../../../../../scripts/lib/packaged/package.mjs';
import { electronVersion, supportedDays, supportEnds } from '../../../../../scripts/lib/runtime.mjs';

describe('E8 what may be packaged with which runtime', () => {
  const trials = ['deb', 'rpm', 'nsis'];
  const releases = packageTargets.filter((target) => target !== 'dir' && !trials.includes(target));

  it.each(releases)('E8 %s takes the official runtime alone', (target) => {
    expect(whyNotPackage([target], 'registry-build')).toContain('official');
    expect(whyNotPackage([target], 'override')).toContain('official');
    expect(whyNotPackage(['dir', target], 'registry-build')).toContain('official');
  });

  it.each(trials)('E8 %s of another runtime is made, and is a trial', (target) => {
    expect(whyNotPackage([target], 'registry-build')).toBeUndefined();
    for (const kind of ['registry-build', 'override'] as const)
      expect(identityOf(kind, known)).toMatchObject({
        ...{ name: 'namedesk-trial', otherName: 'namedesk', version: '1.2.0~rc.1~trial', isTrial: true },
      });
    expect(identityOf('official', known)).toMatchObject({
      ...{ name: 'namedesk', otherName: 'namedesk-trial', version: '1.2.0~rc.1', isTrial: false },
    });
  });

  it('the bare folder, which stays on this machine, takes any', () => {
    expect(whyNotPackage(['dir'], 'registry-build')).toBeUndefined();
    expect(whyNotPackage(['dir'], 'official')).toBeUndefined();
  });

  it('nothing is released while package.json has a placeholder where people look for us', () => {
    expect(whyNotRelease(known)).toBeUndefined();
    expect(whyNotRelease({ ...known, homepage: 'https://namedesk.invalid/' })).toContain('placeholder');
    const author = { name: 'Us', email: 'us@namedesk.invalid' };
    expect(whyNotRelease({ ...known, author })).toContain('us@namedesk.invalid');
    // As long as the real address is not known, this is so.
    for (const target of [...releases, ...trials])
      expect(whyNotPackage([target], 'official')).toBe(whyNotRelease());
  });

  it('refuses a target that it does not know, and so every other switch of the builder', () => {
    expect(whyNotPackage(['--linux=rpm'], 'official')).toContain('is not a target');
  });

  it('puts the platform before each target', () => {
    expect(builderSwitches(['AppImage', 'dmg'])).toEqual(['--linux', 'AppImage', '--mac', 'dmg']);
    expect(builderSwitches(['dir'])).toEqual(['--dir']);
  });
});

const known = {
  ...{ name: 'namedesk', productName: 'Namedesk', version: '1.2.0-rc.1', description: 'A workstation.' },
  ...{ homepage: 'https://namedesk.example/', author: { name: 'Us', email: 'us@namedesk.example' } },
};

describe('what a package for Debian says', () => {
  const identity = identityOf('registry-build', known);

  it('names every library that the runtime is linked against', () => {
    expect(controlOf(identity, 5)).toMatch(/^Depends: .*libgtk-3-0t64 \| libgtk-3-0/m);
    expect(controlOf(identity, 5)).toContain('Installed-Size: 5\n');
  });

  it('a trial says that it is one, a release does not, and neither is installed beside the other', () => {
    expect(controlOf(identity, 5)).toMatch(/This is a trial/);
    const release = identityOf('official', known);
    expect(controlOf(release, 5)).not.toMatch(/trial:/);
    expect(controlOf(release, 5)).toContain('Conflicts: namedesk-trial\n');
  });
});

describe('what Linux is told of files', () => {
  const told = (name: string) => readFileSync(join('resources', 'linux', name), 'utf8');

  it('the desktop entry takes one file, of the types that the application opens and the package describes', () => {
    const entry = told('namedesk.desktop');
    expect(entry).toContain('Exec=/opt/Namedesk/namedesk %f\n');
    expect(entry).toContain('MimeType=text/csv;application/x-age-encryption;\n');
    expect(told('mime.xml')).toContain('type="application/x-age-encryption"');
    expect(told('mime.xml')).toContain('pattern="*.age"');
    const files = createHandedFiles();
    for (const ending of ['csv', 'age']) {
      files.takeArguments(['namedesk', `/a.${ending}`], '/');
      expect(files.waiting(), ending).not.toBeNull();
    }
  });

  it('the rpm lists what describes them, as the deb takes all that is there', () => {
    const identity = identityOf('registry-build');
    expect(specOf(identity, '/root', new Date(0))).toContain('\n/usr/share/mime/packages/namedesk.xml\n');
  });
});

describe('an installer for Windows', () => {
  const number = (version: string): string => windowsVersion(version).number;

  it.each([
    ['1.2.0~trial', '1.2.0.0', '1.2.0-trial'],
    ['1.2.0~alpha.3', '1.2.0.10003', '1.2.0-alpha.3'],
    ['1.2.0~rc.1', '1.2.0.30001', '1.2.0-rc.1'],
    ['1.2.0~rc.1~trial', '1.2.0.0', '1.2.0-rc.1-trial'],
    ['1.2.0', '1.2.0.60000', '1.2.0'],
  ])('has a number in Windows for the version %s', (version, expected, shown) => {
    expect(windowsVersion(version)).toEqual({ number: expected, shown });
  });

  it('a version sorts in Windows as it does elsewhere: a trial first, the release last', () => {
    const inOrder = ['1.2.0~trial', '1.2.0~alpha.9', '1.2.0~beta.1', '1.2.0~rc.2', '1.2.0~rc.10', '1.2.0'];
    const last = inOrder.map((version) => Number(number(version).split('.')[3]));
    expect(last).toEqual([...last].sort((a, b) => a - b));
    expect(new Set(last).size).toBe(last.length);
    expect(Math.max(...last)).toBeLessThan(65_536);
  });

  it.each(['1.2', '1.2.0~nightly.1', '1.2.0~rc.10000'])('is not made of the version %s', (version) => {
    expect(() => windowsVersion(version)).toThrow('Windows has no number');
  });

  const configured = {
    NAMEDESK_WINDOWS_CERTIFICATE: import.meta.filename,
    NAMEDESK_WINDOWS_PASSWORD_FILE: import.meta.filename,
    NAMEDESK_WINDOWS_TIMESTAMP: 'http://time.example/',
  };

  it('E8 of a trial is never signed, whatever is configured', () => {
    expect(configuredSigner({ isTrial: true }, configured)).toBeUndefined();
    expect(configuredSigner({ isTrial: false }, configured)).toMatchObject({
      certificate: import.meta.filename,
    });
  });

  it.each(['NAMEDESK_WINDOWS_PASSWORD_FILE', 'NAMEDESK_WINDOWS_TIMESTAMP'])(
    'of a release is not made where a certificate is configured and %s is not',
    (name) => {
      expect(() => configuredSigner({ isTrial: false }, { ...configured, [name]: undefined })).toThrow(name);
    },
  );
});

describe('the icon for Windows', () => {
  const pictureOf = (size: number) => readFileSync(`resources/icons/${size}x${size}.png`);

  it('has a small picture as a bitmap, from the bottom up, and a large one as it is', () => {
    const icon = icoOf([pictureOf(16), pictureOf(256)]);
    // ICONDIR: an icon, of two; ICONDIRENTRY: 16 pixels, 32 bits; 0 means 256.
    expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 2, 0, 16, 16]);
    expect([...icon.subarray(22, 24)]).toEqual([0, 0]);
    const [bitmapAt, pngAt] = [icon.readUInt32LE(18), icon.readUInt32LE(34)];
    expect(icon.subarray(pngAt)).toEqual(pictureOf(256));
    expect(icon.readUInt32LE(14)).toBe(40 + 16 * 16 * 4 + 16 * 4);
    // The middle of the left stroke is white, a corner is clear, and the field is the blue of icon.svg, as BGRA.
    const pixel = (x: number, y: number) => [
      ...icon.subarray(bitmapAt + 40 + ((15 - y) * 16 + x) * 4).subarray(0, 4),
    ];
    expect(pixel(0, 0)[3]).toBe(0);
    expect(pixel(12, 4)).toEqual([0xd0, 0x5b, 0x2f, 0xff]);
  });

  it('refuses a picture that it could only get wrong', () => {
    const tall = Buffer.from(pictureOf(16));
    tall.writeUInt32BE(32, 20);
    expect(() => icoOf([tall])).toThrow('not square');
  });
});

describe('the man page', () => {
  const read = async () => manPage({ version: '1', homepage: 'https://h.example/' }, new Date(0));

  it('has every command of the command line, its options and the exit codes', async () => {
    const page = await read();
    for (const command of ['account add', 'lookup', 'batch apply ID', 'domain list', 'journal verify'])
      expect(page).toContain(`.SS "${command.replaceAll('-', '\\-')}`);
    expect(page).toContain('\\-\\-user\\-data\\-dir');
    expect(page).toMatch(/^130?.*interrupted|130 +interrupted/m);
  });

  it('begins no line with a dot of its own text', async () => {
    const requests = /^\.(TH|SH|SS|TP|B|I|br|nf|fi)\b/;
    const lines = (await read()).split('\n').filter((line) => /^[.']/.test(line));
    expect(lines.filter((line) => !requests.test(line))).toEqual([]);
  });
});

describe('docs/command-line.md', () => {
  it('is what the commands say, whatever stands there: node scripts/command-line.mjs --write renews it', async () => {
    const text = readFileSync(guide, 'utf8');
    const of = (option: string): number => text.split(`- \`${option}`).length - 1;
    expect(of('--halt-on <WHAT>')).toBeGreaterThan(0);
    expect(await withCommands(text)).toBe(text);
    expect(await withCommands(text.replaceAll('--halt-on <WHAT>', '--halt <WHAT>'))).toBe(text);
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

    it('E8 is refused once its support has ended, and is to be replaced a month before', async () => {
      const checksums = { [zipName(machine)]: checksumOf('what was looked at') };
      const in2030 = new Date('2030-01-01T00:00:00Z');
      await expect(officialZip({ machine, checksums, fetchZip, today: in2030 })).rejects.toThrow(
        'gets no fixes any more',
      );
      expect(supportedDays('42.11.18', new Date('2026-10-19T00:00:00Z'))).toBe(1);
      expect(supportedDays('42.11.18', new Date('2026-10-21T00:00:00Z'))).toBe(-1);
      expect(supportedDays('1.0.0', new Date())).toBeUndefined();
      expect(supportedDays(electronVersion, new Date())).toBeGreaterThan(30);
      const end = supportEnds[electronVersion.split('.')[0] ?? ''] ?? 'none';
      for (const told of ['SECURITY.md', 'docs/install.md'])
        expect(readFileSync(told, 'utf8')).toContain(end);
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
