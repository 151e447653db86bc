import { describe, expect, it } from 'vitest';
import {
  backupName,
  companionsOf,
  readBackupName,
} from '../../../../../../electron/main/workspace/backups/restore-files.ts';
import { backupReasons } from '../../../../../../shared/domain/backup.ts';

const at = new Date('2026-02-22T09:08:07.006Z');

describe('the name of a backup', () => {
  it.each(backupReasons)('says when and why it was made, and is read again: %s', (reason) => {
    const name = backupName(at, reason);
    expect(name).toBe(`workspace-2026-02-22T09-08-07-006Z.${reason}.sqlite`);
    expect(readBackupName(name)).toEqual({ madeAt: at.toISOString(), reason });
  });

  it.each([
    'workspace.sqlite',
    'workspace-2026-02-22T09-08-07-006Z.daily.sqlite.unfinished',
    'workspace-2026-02-22T09-08-07-006Z.weekly.sqlite',
    'workspace-2026-13-45T09-08-07-006Z.daily.sqlite',
    '../workspace-2026-02-22T09-08-07-006Z.daily.sqlite',
    'checked.json',
  ])('is none: %s', (name) => {
    expect(readBackupName(name)).toBeNull();
  });

  it('leads to the answers that were put away with it, and to no other’s', () => {
    const name = backupName(at, 'restore');
    const files = [name, `${name}.unrecorded-1.log`, 'other.unrecorded-1.log', 'checked.json'];
    expect(companionsOf(name, files)).toEqual([`${name}.unrecorded-1.log`]);
  });
});
