import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seed } from '../support/seed.ts';
import { areBackupKillsSound, killBackups, killMigrations } from './storage/storage-kills.ts';
import { openDamaged } from './storage/damaged.ts';
import { type ADirectory, aDirectory } from '../support/workspace/a-workspace.ts';

const files = 40;
const kills = 5;
const killsEach = 5;

describe(`what is kept, seed ${seed}`, () => {
  it(`D5 opens ${files} damaged workspaces without a crash, deletes nothing of them, and restores where there is a good backup`, async ({
    annotate,
  }) => {
    const { crashes, deletions, notRestored, became } = await openDamaged(seed, files);
    expect({ crashes, deletions, notRestored }).toEqual({ crashes: [], deletions: [], notRestored: [] });
    expect(became['restored']).toBeGreaterThan(0);
    expect(became['begun anew']).toBeGreaterThan(0);
    await annotate(
      `figure: ${files} damaged files, 0 crashes, 0 deletions, ${became['restored']} restored, ${became['begun anew']} begun anew for want of a good backup, ${became['opened as it was'] ?? 0} sound all the same`,
    );
  });

  it(`D6 has a good backup after each of ${kills} kills while one is made`, async ({ annotate }) => {
    const { midway, ...run } = await killBackups(seed, kills);
    expect(run).toEqual({ kills, ended: [], bad: [], missing: [], without: 0 });
    await annotate(`figure: ${run.kills} kills, ${midway} of them midway, 0 without a good backup`);
  });

  it(`D7 has a whole file and a backup of the version before after a kill in each migration`, async ({
    annotate,
  }) => {
    const { migrations, lost, without, before, after } = await killMigrations(seed, killsEach);
    expect({ lost, without }).toEqual({ lost: [], without: [] });
    await annotate(
      `figure: ${migrations} migrations, ${before + after} kills, ${before} before a step was done, 0 lost`,
    );
  });
});

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
