import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findGood } from '../../../../../../electron/main/workspace/backups/find-good.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations/all.ts';
import { type ABackupsFolder, aBackupsFolder } from '../../../../../support/workspace/a-backups-folder.ts';

describe('the backup that takes a lost workspace’s place', () => {
  let backups: ABackupsFolder;
  beforeEach(async () => {
    backups = await aBackupsFolder();
  });
  afterEach(() => backups.remove());

  const found = () => findGood(backups.path, migrations.length);

  it('is the newest one', () => {
    const newest = backups.backUp(22, 'daily');
    backups.backUp(21, 'by-hand');
    expect(found()).toBe(newest);
  });

  it('is none where there is none', () => {
    expect(found()).toBeNull();
  });

  it('D5 is one that can be read through now, though newer ones have their names', () => {
    const sound = backups.backUp(21, 'daily');
    writeFileSync(backups.pathOf(backups.backUp(22, 'daily')), 'no database');
    backups.change(backups.backUp(23, 'daily'), "UPDATE code_accesses_head SET hash = 'another'");
    expect(found()).toBe(sound);
  });

  it('is not of a newer version', () => {
    const older = backups.backUp(21, 'daily');
    backups.change(backups.backUp(22, 'daily'), `PRAGMA user_version = ${migrations.length + 1}`);
    expect(found()).toBe(older);
  });

  it('is one that was put away by a restore only where there is no other: the user had left that', () => {
    const left = backups.backUp(23, 'restore');
    expect(found()).toBe(left);
    const daily = backups.backUp(21, 'daily');
    expect(found()).toBe(daily);
  });
});
