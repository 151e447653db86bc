import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { filesIn, listBackups, readThrough } from '../../../electron/main/workspace/backups/catalogue.ts';
import { findGood, openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../electron/main/workspace/stores.ts';
import { createRandom, type Random } from '../../support/fuzz/random.ts';
import { aDirectory, aFinding, anAccount } from '../../support/workspace/a-workspace.ts';
import { type Dead, runUntilDead } from './killed-children.ts';

export interface BackupKills {
  /** Processes that were killed; one that ended by itself is none of them. */
  readonly kills: number;
  /** Processes that ended by themselves, each with the last thing that it said: none should. */
  readonly ended: readonly string[];
  /** Killed while a backup was on its way: its file without a name was left. */
  readonly midway: number;
  /** Backups that had their name and were not good. */
  readonly bad: readonly string[];
  /** Said to be made and not there. */
  readonly missing: readonly string[];
  /** Kills after which no good backup was there. */
  readonly without: number;
}

/** Ends by being killed alone. */
const backingUp = fileURLToPath(new URL('backing-up.ts', import.meta.url));
const mostMs = 120;

/**
 * Starts a process so many times, kills it while it makes backups of some 10 MB, and looks at what is there after each.
 *
 * @param script Says `begun` and `made NAME`.
 */
export async function killBackups(seed: number, times: number, script = backingUp): Promise<BackupKills> {
  const random = createRandom(seed);
  const directory = aDirectory();
  fill(directory.path);
  const folder = join(directory.path, 'backups');
  const [bad, missing] = [new Set<string>(), new Set<string>()];
  const ended: string[] = [];
  let [kills, midway, without] = [0, 0, 0];
  for (let time = 0; time < times; time += 1) {
    const { lines, wasKilled } = await runUntilKilled(script, directory.path, random);
    if (wasKilled) kills += 1;
    else ended.push(lines.at(-1) ?? 'nothing');
    if (wasKilled && filesIn(folder).some((name) => name.endsWith('.unfinished'))) midway += 1;
    const there = listBackups(folder).map(({ name }) => name);
    for (const name of there.filter((each) => !readThrough(join(folder, each)).isGood)) bad.add(name);
    for (const name of madeIn(lines).filter((each) => !there.includes(each))) missing.add(name);
    if (findGood(directory.path, migrations.length) === null) without += 1;
  }
  directory.remove();
  return { kills, ended, midway, bad: [...bad], missing: [...missing], without };
}

/** Kills it a moment after it began its second or third backup. */
function runUntilKilled(script: string, directory: string, random: Random): Promise<Dead> {
  const wanted = 2 + random.int(2);
  let begun = 0;
  return runUntilDead(script, [directory], (line, kill) => {
    if (line !== 'begun') return;
    begun += 1;
    if (begun === wanted) void wait(random.int(mostMs)).then(kill);
  });
}

const madeIn = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith('made ')).map((line) => line.slice(5));

export const isSound = ({ ended, bad, missing, without }: BackupKills): boolean =>
  ended.length + bad.length + missing.length + without === 0;

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
