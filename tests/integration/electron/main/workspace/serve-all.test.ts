import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readThrough } from '../../../../../electron/main/workspace/backups/catalogue.ts';
import { createCopies } from '../../../../../electron/main/workspace/serve-all.ts';
import { openFile } from '../../../../support/workspace/a-journal.ts';
import { type ADirectory, aDirectory } from '../../../../support/workspace/a-workspace.ts';

describe('a copy of the workspace’s file', () => {
  let directory: ADirectory;
  beforeEach(() => {
    directory = aDirectory();
  });
  afterEach(() => directory.remove());

  it('D6 waits where it is asked for in the middle of a transaction, and is whole', async () => {
    const database = openFile(directory.path);
    const path = join(directory.path, 'copy.sqlite');
    writeFileSync(path, '', { mode: 0o600 });
    database.exec('BEGIN IMMEDIATE');
    const made = createCopies(database).make({ path });
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    database.exec('COMMIT');
    expect((await made).pages).toBeGreaterThan(0);
    database.close();
    expect(readThrough(path).isGood).toBe(true);
  });
});
