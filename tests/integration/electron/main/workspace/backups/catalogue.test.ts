import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDurably } from '../../../../../../electron/main/system/durable-files.ts';
import {
  listBackups,
  noteLooked,
  readThrough,
} from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { type ABackupsFolder, aBackupsFolder } from '../../../../../support/workspace/a-backups-folder.ts';

describe('the backups of a folder', () => {
  let backups: ABackupsFolder;
  beforeEach(async () => {
    backups = await aBackupsFolder();
  });
  afterEach(() => backups.remove());

  const states = () => listBackups(backups.folder).map(({ state }) => state);

  it('D6 are good as long as size and date are those of the file that was read through', () => {
    const name = backups.backUp(22, 'daily');
    const path = backups.pathOf(name);
    // Whole seconds: less than a millisecond cannot be set.
    utimesSync(path, 1_000, 1_000);
    noteLooked(backups.folder, name, readThrough(path));
    expect(states()).toEqual(['good']);
    const { size } = statSync(path);
    truncateSync(path, size - 4_096);
    utimesSync(path, 1_000, 1_000);
    expect(states(), 'another size').toEqual(['unchecked']);
    truncateSync(path, size);
    utimesSync(path, 1_000, 2_000);
    expect(states(), 'another date').toEqual(['unchecked']);
  });

  it('D6 are damaged where a file is no database, however long it is', () => {
    const name = backups.backUp(22, 'daily');
    writeFileSync(backups.pathOf(name), 'no database'.repeat(1_000));
    expect(states()).toEqual(['damaged']);
  });

  it('are files: a folder of such a name is none', () => {
    mkdirSync(backups.pathOf('workspace-2026-02-22T09-00-00-000Z.daily.sqlite'));
    expect(states()).toEqual([]);
  });

  it('D9 are copied for their owner alone, whoever may read them', () => {
    const from = backups.pathOf(backups.backUp(22, 'daily'));
    chmodSync(from, 0o644);
    copyDurably(from, `${from}.copy`);
    expect(statSync(`${from}.copy`).mode & 0o777).toBe(0o600);
  });
});

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
