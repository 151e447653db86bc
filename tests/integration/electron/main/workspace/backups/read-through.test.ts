import { existsSync, readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readThrough } from '../../../../../../electron/main/workspace/backups/read-through.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations/all.ts';
import { type ABackupsFolder, aBackupsFolder } from '../../../../../support/workspace/a-backups-folder.ts';

describe('reading a backup through', () => {
  let backups: ABackupsFolder;
  let name: string;
  beforeEach(async () => {
    backups = await aBackupsFolder();
    name = backups.backUp(22, 'daily');
  });
  afterEach(() => backups.remove());

  const read = () => readThrough(backups.pathOf(name));

  it('D6 finds it good, counts what is in its chains, and leaves nothing beside it', () => {
    expect(read()).toEqual({
      isGood: true,
      version: migrations.length,
      entries: 0,
      changes: 0,
      accesses: 1,
    });
    expect(readdirSync(backups.folder)).toEqual([name]);
  });

  it('D6 finds it damaged where the chain of its accesses breaks', () => {
    backups.change(
      name,
      "DROP TRIGGER code_accesses_stay_as_they_are; UPDATE code_accesses SET domain = 'another.com'",
    );
    expect(read().isGood).toBe(false);
  });

  it('D6 finds a database damaged that never was a workspace', () => {
    rmSync(backups.pathOf(name));
    backups.change(name, 'CREATE TABLE another (id INTEGER)');
    expect(read()).toMatchObject({ isGood: false, version: 0 });
  });

  it('makes no file where there is none', () => {
    rmSync(backups.pathOf(name));
    expect(read).toThrow();
    expect(existsSync(backups.pathOf(name))).toBe(false);
  });
});
