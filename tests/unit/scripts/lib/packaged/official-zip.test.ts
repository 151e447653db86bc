import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { officialZip, zipName } from '../../../../../scripts/lib/packaged/official-zip.mjs';

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
