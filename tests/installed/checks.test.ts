import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeb } from '../../scripts/lib/installed/deb.mjs';
import { identityOf } from '../../scripts/lib/installed/identity.mjs';
import { packageIfChanged } from '../../scripts/lib/packaged/package.mjs';
import { obtainRuntime } from '../../scripts/lib/obtain-runtime.mjs';

describe('what the systems’ own tools say of the package', () => {
  const tree = mkdtempSync(join(tmpdir(), 'namedesk-tree-'));
  let deb = '';
  /** @returns Its exit code and what it printed; a tool that is not there fails the test. */
  const says = (tool: string, ...args: readonly string[]) => {
    const { status, stdout, stderr, error } = spawnSync(tool, args, { encoding: 'utf8' });
    if (error) throw new Error(`${tool} cannot be run here`, { cause: error });
    return { code: status, out: `${stdout}${stderr}` };
  };
  const usr = (...parts: readonly string[]): string => join(tree, 'usr', 'share', ...parts);

  beforeAll(async () => {
    await packageIfChanged(await obtainRuntime());
    deb = await makeDeb(identityOf('registry-build'), new Date('2026-01-02T03:04:05Z'));
    expect(says('dpkg-deb', '--extract', deb, tree).code).toBe(0);
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('lintian finds no error', () => {
    const { code, out } = says('lintian', '--allow-root', '--fail-on', 'error', deb);
    expect(out).not.toMatch(/^E:/m);
    expect(code, out).toBe(0);
  });

  it('the desktop entry is one', () => {
    expect(says('desktop-file-validate', usr('applications', 'namedesk.desktop'))).toEqual({
      code: 0,
      out: '',
    });
  });

  it('the AppStream metadata are some, and name the desktop entry that is there', () => {
    const { code, out } = says('appstreamcli', 'validate-tree', '--no-net', tree);
    expect(out).not.toMatch(/^\s*[EW]:/m);
    expect(code, out).toBe(0);
  });

  it('the manual page is read without a warning', () => {
    const { code, out } = says('man', '--warnings', '--local-file', usr('man', 'man1', 'namedesk.1.gz'));
    expect(out).toContain('EXIT STATUS');
    expect(out).not.toMatch(/warning/i);
    expect(code).toBe(0);
  });
});
