import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDeb } from '../../scripts/lib/installed/deb.mjs';
import { identityOf } from '../../scripts/lib/installed/identity.mjs';
import { installedFolder } from '../../scripts/lib/installed/linux-tree.mjs';
import { packageIfChanged } from '../../scripts/lib/packaged/package.mjs';
import { obtainRuntime } from '../../scripts/lib/obtain-runtime.mjs';
import { onThisMachine } from '../support/installed/this-machine.ts';

describe('the package installed on this machine', () => {
  let deb: string;

  beforeAll(async () => {
    await packageIfChanged(await obtainRuntime());
    deb = await makeDeb(identityOf('registry-build'), new Date('2026-01-02T03:04:05Z'));
  });

  it('passes every test of the packaged application, from where the package manager has put it', () => {
    const packaged = `'${process.execPath}' scripts/test-all.mjs packaged --project=release`;
    const { code, out } = onThisMachine(`dpkg --install '${deb}' && ${packaged}`, {
      NAMEDESK_INSTALLED: installedFolder,
    });
    expect(out).toMatch(/^[1-9]\d* passed, 0 failed/m);
    expect(code, out).toBe(0);
    expect(existsSync(installedFolder)).toBe(false);
  });
});
