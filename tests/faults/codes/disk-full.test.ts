import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeFormats } from '../../../shared/domain/code-actions.ts';
import { aCodeExportWorld, passphrase, rowsIn } from '../../support/codes/codes-to-save.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';

/** Only root can make a small disk of its own to fill. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(canMount)('codes on a disk that is full', () => {
  let disk: string;
  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'namedesk-small-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  });
  afterEach(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it.each(codeFormats)(
    'D8 are not asked for (.%s): the room is made first, and nothing is left behind',
    async (format) => {
      const world = await aCodeExportWorld();
      const path = join(disk, `codes.${format}`);
      fill();
      const before = world.service.requestCount();
      expect(await world.start({ path })).toEqual({ ok: false, error: { kind: 'storage', fault: 'full' } });
      expect(world.service.requestCount()).toBe(before);
      expect(readdirSync(disk)).toEqual(['ballast']);
      rmSync(join(disk, 'ballast'));
      const { id } = valueOf(await world.start({ path }));
      // Full again meanwhile: the room is there.
      fill();
      expect(await world.codeExports.ended(id)).toMatchObject({ state: 'done', error: null });
      expect(await rowsIn(path, passphrase)).toHaveLength(world.domains.length);
    },
  );

  /** Leaves not a page free. */
  function fill(): void {
    try {
      for (;;) writeFileSync(join(disk, 'ballast'), Buffer.alloc(4_096), { flag: 'a' });
    } catch {
      // There: it is full.
    }
  }
});
