import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areBackupKillsSound, killBackups } from '../../../../faults/storage/storage-kills.ts';
import { type ADirectory, aDirectory } from '../../../../support/workspace/a-workspace.ts';

const ends = [
  { how: 'ends by itself before its time', script: `console.log('begun')`, last: 'begun' },
  { how: 'ends by itself without a word', script: '', last: 'nothing' },
  { how: 'is killed by another', script: `process.kill(process.pid, 'SIGKILL')`, last: 'nothing' },
];

describe('the kills while backups are made', () => {
  let directory: ADirectory;
  beforeEach(() => (directory = aDirectory()));
  afterEach(() => directory.remove());

  it.each(ends)('D6 do not count a process that $how', async ({ script, last }) => {
    const path = join(directory.path, 'process.mjs');
    writeFileSync(path, script);
    const run = await killBackups(1, 2, path);
    expect(run).toMatchObject({ kills: 0, ended: [last, last], midway: 0 });
    expect(areBackupKillsSound({ ...run, without: 0 })).toBe(false);
  });
});
