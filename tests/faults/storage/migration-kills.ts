import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { readThrough, versionInHeader } from '../../../electron/main/workspace/backups/catalogue.ts';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { versionOf } from '../../../electron/main/workspace/open-file.ts';
import { createRandom } from '../../support/fuzz/random.ts';
import { aDirectory } from '../../support/workspace/a-workspace.ts';
import { runUntilDead } from './killed-children.ts';

export interface MigrationKills {
  readonly migrations: number;
  readonly kills: number;
  /** Killed before the step was done: the file was of the version before. */
  readonly before: number;
  readonly after: number;
  /** Files that did not open afterwards, whole and of the newest version, or had lost their row. */
  readonly lost: readonly string[];
  /** Steps that were begun without a good backup of the version before. */
  readonly without: readonly string[];
}

const script = fileURLToPath(new URL('migrating.ts', import.meta.url));
/** A step takes a fraction of that, with the wait for the disk at its end. */
const mostMicroseconds = 9_000;

/** Kills a process so many times in each of the migrations. */
export async function killMigrations(seed: number, each: number): Promise<MigrationKills> {
  const random = createRandom(seed);
  const place = aDirectory();
  const run = { before: 0, after: 0, lost: [] as string[], without: [] as string[] };
  for (const [from] of migrations.entries()) {
    const base = join(place.path, `version-${from}`);
    begin(base, from);
    for (let kill = 0; kill < each; kill += 1) {
      const told = `${from} to ${from + 1}, kill ${kill}`;
      const directory = join(place.path, `${from}-${kill}`);
      cpSync(base, directory, { recursive: true });
      const delay = String(random.int(random.chance(0.5) ? mostMicroseconds : mostMicroseconds / 6));
      await runUntilDead(script, [directory, String(from + 1), delay]);
      run[versionAfterwards(directory) === from ? 'before' : 'after'] += 1;
      if (from > 0 && !hasBackup(directory, from)) run.without.push(told);
      if (!isWhole(directory, from)) run.lost.push(told);
    }
  }
  const kills = migrations.length * each;
  place.remove();
  return { migrations: migrations.length, kills, ...run };
}

export const isSound = ({ lost, without }: MigrationKills): boolean => lost.length + without.length === 0;

/** A file of a version, with an account in it where that version knows accounts. */
function begin(directory: string, version: number): void {
  const opened = openDatabase(directory, migrations.slice(0, version), () => new Date());
  if (!opened.ok) throw new Error(opened.error);
  const { database } = opened.value;
  if (version > 0) {
    database
      .prepare(
        `INSERT INTO accounts (id, kind, label, colour, base_url, username, options, added)
         VALUES ('a1', 'reseller', 'Acme', 'blue', 'https://reseller.example/', 'r', '{}', 1)`,
      )
      .run();
  }
  database.close();
}

/** The log counts too: what is in it is in the file for whoever opens it. */
function versionAfterwards(directory: string): number {
  const database = new DatabaseSync(join(directory, 'workspace.sqlite'), { readOnly: true });
  const version = versionOf(database);
  database.close();
  return version;
}

const hasBackup = (directory: string, version: number): boolean =>
  readdirSync(join(directory, 'backups'))
    .filter((name) => name.endsWith('.migration.sqlite'))
    .map((name) => join(directory, 'backups', name))
    .some((path) => versionInHeader(path) === version && readThrough(path).isGood);

function isWhole(directory: string, from: number): boolean {
  const opened = openDatabase(directory, migrations, () => new Date());
  if (!opened.ok) return false;
  const { database, opening } = opened.value;
  const [count] = Object.values(database.prepare('SELECT count(*) FROM accounts').get() ?? {});
  database.close();
  return opening.notice === null && opening.version === migrations.length && count === (from > 0 ? 1 : 0);
}
