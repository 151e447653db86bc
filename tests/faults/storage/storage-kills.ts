import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { cpSync, readdirSync } from 'node:fs';
import { goodOnes, openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../electron/main/workspace/stores.ts';
import { createRandom, type Random } from '../../support/fuzz/random.ts';
import { processArgs } from '../../support/workspace/processes.ts';
import { aDirectory, aFinding, anAccount, laterMigrations } from '../../support/workspace/a-workspace.ts';
import {
  filesIn,
  listBackups,
  readThrough,
  versionInHeader,
} from '../../../electron/main/workspace/backups/catalogue.ts';
import { versionOf } from '../../../electron/main/workspace/open-file.ts';

/** What a process had said before it was dead. */
export interface Dead {
  readonly lines: readonly string[];
  /** By whoever heard it: not by itself, nor by the system. */
  readonly wasKilled: boolean;
}

/** Of compiled sources, for all processes: they are started hundreds of times. */
const compileCache = join(tmpdir(), 'namedesk-compiled');

/**
 * Runs a process of Node until it ends, or is killed.
 *
 * @param hear Called with each line; kills with what it is given.
 */
export async function runUntilDead(
  args: readonly string[],
  hear: (line: string, kill: () => void) => void = () => undefined,
): Promise<Dead> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      hear(line, () => void child.kill('SIGKILL'));
    }
  });
  await once(child, 'close');
  return { lines, wasKilled: child.killed && child.signalCode === 'SIGKILL' };
}

export interface StorageKills {
  readonly kills: number;
  readonly kept: number;
  /** Said to be kept, and not there or not as it was said. */
  readonly lost: number;
  /** Starts that found the file damaged. */
  readonly damaged: number;
}

/** Kills a process that writes, so many times over one workspace, and counts after each what it had said is kept. */
export async function killStorage(seed: number, kills: number): Promise<StorageKills> {
  const random = createRandom(seed);
  const directory = aDirectory();
  const run = { kept: 0, lost: 0, damaged: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    const wanted = run.kept + 5 + random.int(60);
    const { lines } = await runUntilDead(
      processArgs('finding-writer', directory.path, run.kept),
      (line, end) => {
        if (Number(line) >= wanted) end();
      },
    );
    run.kept = Number(lines.at(-1) ?? run.kept - 1) + 1;
    if (!isSoundFile(directory.path)) run.damaged += 1;
    run.lost += lostIn(directory.path, run.kept);
  }
  directory.remove();
  return { kills, ...run };
}

export const areStorageKillsSound = ({ lost, damaged }: StorageKills): boolean => lost + damaged === 0;

function isSoundFile(directory: string): boolean {
  const database = new DatabaseSync(join(directory, 'workspace.sqlite'), { readOnly: true });
  const [answer] = Object.values(database.prepare('PRAGMA quick_check').get() ?? {});
  database.close();
  return answer === 'ok';
}

/** How many of the findings 0 … count-1 are not there, or not what was written. */
function lostIn(directory: string, count: number): number {
  const opened = openDatabase(directory, migrations, () => new Date());
  if (!opened.ok) return count;
  const { findings } = createRepositories(opened.value.database);
  const domains = Array.from({ length: count }, (_, number) => `name-${number}.com`);
  const known = findings.known({ accountId: 'a1', domains });
  opened.value.database.close();
  const found = Array.isArray(known) ? known : [];
  return count - found.filter(({ domain, message }) => domain === `name-${message}.com`).length;
}

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
    for (const name of there.filter((each) => !readThrough(join(folder, each), migrations).isGood))
      bad.add(name);
    for (const name of madeIn(lines).filter((each) => !there.includes(each))) missing.add(name);
    if ([...goodOnes(directory.path, migrations)].length === 0) without += 1;
  }
  directory.remove();
  return { kills, ended, midway, bad: [...bad], missing: [...missing], without };
}

/** Kills it a moment after it began its second or third backup. */
function runUntilKilled(script: string, directory: string, random: Random): Promise<Dead> {
  const wanted = 2 + random.int(2);
  let begun = 0;
  return runUntilDead([script, directory], (line, kill) => {
    if (line !== 'begun') return;
    begun += 1;
    if (begun === wanted) void wait(random.int(mostMs)).then(kill);
  });
}

const madeIn = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith('made ')).map((line) => line.slice(5));

export const areBackupKillsSound = ({ ended, bad, missing, without }: BackupKills): boolean =>
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

const migrating = fileURLToPath(new URL('migrating.ts', import.meta.url));
/** A step takes a fraction of that, with the wait for the disk at its end. */
const mostMicroseconds = 9_000;

/** Kills a process so many times in each of the migrations, and in those of a later version. */
export async function killMigrations(seed: number, each: number): Promise<MigrationKills> {
  const random = createRandom(seed);
  const place = aDirectory();
  const run = { before: 0, after: 0, lost: [] as string[], without: [] as string[] };
  for (const [from] of laterMigrations.entries()) {
    const base = join(place.path, `version-${from}`);
    begin(base, from);
    for (let kill = 0; kill < each; kill += 1) {
      const which = `${from} to ${from + 1}, kill ${kill}`;
      const directory = join(place.path, `${from}-${kill}`);
      cpSync(base, directory, { recursive: true });
      const delay = String(random.int(random.chance(0.5) ? mostMicroseconds : mostMicroseconds / 6));
      await runUntilDead([migrating, directory, String(from + 1), delay]);
      run[versionAfterwards(directory) === from ? 'before' : 'after'] += 1;
      if (from > 0 && !hasBackup(directory, from)) run.without.push(which);
      if (!isWhole(directory, from)) run.lost.push(which);
    }
  }
  const kills = laterMigrations.length * each;
  place.remove();
  return { migrations: laterMigrations.length, kills, ...run };
}

export const areMigrationKillsSound = ({ lost, without }: MigrationKills): boolean =>
  lost.length + without.length === 0;

/** A file of a version, with an account in it where that version knows accounts. */
function begin(directory: string, version: number): void {
  const opened = openDatabase(directory, laterMigrations.slice(0, version), () => new Date());
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
    .some((path) => versionInHeader(path) === version && readThrough(path, laterMigrations).isGood);

function isWhole(directory: string, from: number): boolean {
  const opened = openDatabase(directory, laterMigrations, () => new Date());
  if (!opened.ok) return false;
  const { database, opening } = opened.value;
  const [count] = Object.values(database.prepare('SELECT count(*) FROM accounts').get() ?? {});
  database.close();
  return (
    opening.notice === null && opening.version === laterMigrations.length && count === (from > 0 ? 1 : 0)
  );
}
