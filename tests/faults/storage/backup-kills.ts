import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listBackups } from '../../../electron/main/workspace/backups/catalogue.ts';
import { findGood } from '../../../electron/main/workspace/backups/find-good.ts';
import { readThrough } from '../../../electron/main/workspace/backups/read-through.ts';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations/all.ts';
import { createRepositories } from '../../../electron/main/workspace/repositories/all.ts';
import { createRandom } from '../../support/fuzz/random.ts';
import { aDirectory, aFinding, anAccount } from '../../support/workspace/a-workspace.ts';
import { runUntilDead } from './killed-children.ts';

export interface BackupKills {
  readonly kills: number;
  /** Killed while a backup was on its way: its file without a name was left. */
  readonly midway: number;
  /** Backups that had their name and were not good. */
  readonly bad: readonly string[];
  /** Said to be made and not there. */
  readonly missing: readonly string[];
  /** Kills after which no good backup was there. */
  readonly without: number;
}

const script = fileURLToPath(new URL('backing-up.ts', import.meta.url));
const mostMs = 120;

/** Kills a process so many times while it makes backups of some 10 MB, and opens the last one after each. */
export async function killBackups(seed: number, kills: number): Promise<BackupKills> {
  const random = createRandom(seed);
  const directory = aDirectory();
  fill(directory.path);
  const folder = join(directory.path, 'backups');
  const [bad, missing] = [new Set<string>(), new Set<string>()];
  let [midway, without] = [0, 0];
  for (let kill = 0; kill < kills; kill += 1) {
    const wanted = 2 + random.int(2);
    let begun = 0;
    const { lines } = await runUntilDead(script, [directory.path], (line, end) => {
      if (line !== 'begun') return;
      begun += 1;
      if (begun === wanted) void wait(random.int(mostMs)).then(end);
    });
    if (readdirSync(folder).some((name) => name.endsWith('.unfinished'))) midway += 1;
    const there = listBackups(folder).map(({ name }) => name);
    for (const name of there) if (!readThrough(join(folder, name)).isGood) bad.add(name);
    const made = lines.filter((line) => line.startsWith('made ')).map((line) => line.slice(5));
    for (const name of made) if (!there.includes(name)) missing.add(name);
    if (findGood(directory.path, migrations.length) === null) without += 1;
  }
  directory.remove();
  return { kills, midway, bad: [...bad], missing: [...missing], without };
}

export const isSound = ({ bad, missing, without }: BackupKills): boolean =>
  bad.length + missing.length + without === 0;

function fill(directory: string): void {
  const opened = openDatabase(directory, migrations, () => new Date());
  if (!opened.ok) throw new Error(opened.error);
  const { accounts, findings } = createRepositories(opened.value.database);
  accounts.save(anAccount());
  for (let batch = 0; batch < 10; batch += 1) {
    findings.save({
      accountId: 'a1',
      findings: Array.from({ length: 2_000 }, (_, index) =>
        aFinding({ domain: `name-${batch}-${index}.com`, message: 'x'.repeat(200) }),
      ),
      answer: '{}',
    });
  }
  opened.value.database.close();
}
