import { chmodSync, mkdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listBackups, noteLooked } from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { copyDurably } from '../../../../../../electron/main/files/durable.ts';
import { readThrough } from '../../../../../../electron/main/workspace/backups/read-through.ts';
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
