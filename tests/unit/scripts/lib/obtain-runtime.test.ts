import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseOtherTarball } from '../../../../scripts/lib/obtain-runtime.mjs';
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
