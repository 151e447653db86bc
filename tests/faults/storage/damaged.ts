import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import type { Opening } from '../../../electron/main/workspace/open-file.ts';
import { createJournalRepository } from '../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../electron/main/workspace/stores.ts';
import { storageFaultOf } from '../../../electron/main/workspace/sqlite.ts';
import { createRandom, type Random } from '../../support/fuzz/random.ts';
import { aFilledJournal, at } from '../../support/workspace/a-journal.ts';
import { aDirectory, aFinding, anAccount } from '../../support/workspace/a-workspace.ts';

/** What became of so many damaged workspaces. */
export interface DamagedRun {
  readonly files: number;
  /** An opening, or a reading afterwards, that threw something else than what the storage says. */
  readonly crashes: readonly string[];
  /** Damaged bytes that are nowhere in the folder any more. */
  readonly deletions: readonly string[];
  /** A good backup was there and something else was opened in the damaged one's place. */
  readonly notRestored: readonly string[];
  readonly became: Readonly<Record<string, number>>;
}

const page = 4_096;
const now = () => new Date(at);
const newest = 'workspace-2026-02-21T09-00-00-000Z.daily.sqlite';
const older = 'workspace-2026-02-20T09-00-00-000Z.daily.sqlite';

type Damage = (directory: string, random: Random) => void;

const fileIn = (directory: string): string => join(directory, 'workspace.sqlite');
const change = (directory: string, edit: (bytes: Buffer) => void): void => {
  const bytes = readFileSync(fileIn(directory));
  edit(bytes);
  writeFileSync(fileIn(directory), bytes);
};
const noise = (bytes: Buffer, random: Random): void => {
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.int(256);
};

const damages: Readonly<Record<string, Damage>> = {
  header: (directory, random) => change(directory, (bytes) => noise(bytes.subarray(0, 100), random)),
  page: (directory, random) =>
    change(directory, (bytes) => {
      const first = page * random.int(bytes.length / page);
      noise(bytes.subarray(first, first + page), random);
    }),
  'bits of a page': (directory, random) =>
    change(directory, (bytes) => {
      for (let flips = 0; flips < 40; flips += 1) {
        const index = random.int(bytes.length);
        bytes[index] = (bytes[index] ?? 0) ^ (1 << random.int(8));
      }
    }),
  'cut off': (directory, random) =>
    truncateSync(fileIn(directory), 1 + random.int(readFileSync(fileIn(directory)).length - 1)),
  'zero pages': (directory, random) =>
    change(directory, (bytes) => {
      const first = page * random.int(bytes.length / page);
      bytes.fill(0, first, Math.min(bytes.length, first + page * (1 + random.int(4))));
    }),
  empty: (directory) => truncateSync(fileIn(directory), 0),
  gone: (directory) => rmSync(fileIn(directory)),
  'without its -wal': (directory) => rmSync(`${fileIn(directory)}-wal`, { force: true }),
  'with a foreign -wal': (directory, random) => {
    const bytes = Buffer.alloc(page * 3);
    noise(bytes, random);
    writeFileSync(`${fileIn(directory)}-wal`, bytes);
  },
  'not a database': (directory) => writeFileSync(fileIn(directory), 'Dear workspace, '.repeat(1_000)),
};

/** Opens so many workspaces, each damaged in one of the ways; the same seed makes the same damage. */
export async function openDamaged(seed: number, files: number): Promise<DamagedRun> {
  const random = createRandom(seed);
  const place = aDirectory();
  const base = await aWorkspaceThatWasKilled(join(place.path, 'base'));
  const run = { crashes: [] as string[], deletions: [] as string[], notRestored: [] as string[] };
  const became: Record<string, number> = {};
  for (let file = 0; file < files; file += 1) {
    const directory = join(place.path, String(file));
    cpSync(base, directory, { recursive: true, preserveTimestamps: true });
    const kinds = Object.entries(damages);
    const [kind, damage] = kinds[file % kinds.length] ?? ['', () => undefined];
    damage(directory, random);
    const which = `${file} (${kind})`;
    const backups = spoilBackups(directory, random);
    const before = bytesIn(directory);
    const what = openAndRead(directory);
    became[what.became] = (became[what.became] ?? 0) + 1;
    if (what.thrown !== null) run.crashes.push(`${which}: ${what.thrown}`);
    if (what.became !== 'opened as it was' && !before.every((hash) => bytesIn(directory).includes(hash)))
      run.deletions.push(which);
    if (what.became === 'begun anew' && backups > 0) run.notRestored.push(which);
    rmSync(directory, { recursive: true });
  }
  place.remove();
  return { files, ...run, became };
}

/** An account, findings and a journal, some of it in the log of changes; two backups. */
async function aWorkspaceThatWasKilled(directory: string): Promise<string> {
  const living = `${directory}-living`;
  const opened = openDatabase(living, migrations, now);
  if (!opened.ok) throw new Error(opened.error);
  const { database } = opened.value;
  const { accounts, findings } = createRepositories(database);
  accounts.save(anAccount());
  const save = (from: number): void =>
    void findings.save({
      accountId: 'a1',
      findings: Array.from({ length: 400 }, (_, index) => aFinding({ domain: `name-${from + index}.com` })),
      answer: '{}',
    });
  save(0);
  await aFilledJournal(createJournalRepository(database, now));
  mkdirSync(join(living, 'backups'), { mode: 0o700 });
  for (const name of [older, newest]) database.prepare('VACUUM INTO ?').run(join(living, 'backups', name));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  save(1_000);
  cpSync(living, directory, { recursive: true, preserveTimestamps: true });
  database.close();
  return directory;
}

/** In a third of the cases the newest backup is damaged too, in a third all are; says how many are good. */
function spoilBackups(directory: string, random: Random): number {
  const spoilt = [[], [newest], [newest, older]][random.int(3)] ?? [];
  for (const name of spoilt) {
    const path = join(directory, 'backups', name);
    const bytes = readFileSync(path);
    noise(bytes.subarray(page, page * 3), random);
    writeFileSync(path, bytes);
  }
  return 2 - spoilt.length;
}

function openAndRead(directory: string): { readonly became: string; readonly thrown: string | null } {
  try {
    const opened = openDatabase(directory, migrations, now);
    if (!opened.ok) return { became: `refused: ${opened.error}`, thrown: `refused as ${opened.error}` };
    const { database, opening } = opened.value;
    const repositories = createRepositories(database);
    const thrown =
      faultIn(() => repositories.accounts.list()) ??
      faultIn(() =>
        repositories.findings.known({ accountId: 'a1', domains: ['name-1.com', 'name-1001.com'] }),
      ) ??
      faultIn(() => repositories.journal.page({ after: 0, limit: 100 }));
    database.close();
    return { became: whatBecame(opening, directory), thrown };
  } catch (thrown) {
    return { became: 'crashed', thrown: String(thrown) };
  }
}

function whatBecame(opening: Opening, directory: string): string {
  const { notice } = opening;
  if (notice !== null) return notice.kind === 'known' && notice.copy !== null ? 'restored' : 'begun anew';
  return existsSync(fileIn(directory)) ? 'opened as it was' : 'begun anew';
}

/** What the storage says is a value like any other; anything else is a crash. */
function faultIn(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (thrown) {
    return storageFaultOf(thrown) === null ? String(thrown) : null;
  }
}

/** Of the workspace's file and what belongs to it, wherever it is now: not of SQLite's index of the log, which holds nothing. */
const bytesIn = (directory: string): readonly string[] =>
  readdirSync(directory)
    .filter((name) => name.startsWith('workspace.sqlite') && !name.endsWith('-shm'))
    .map((name) => readFileSync(join(directory, name)))
    .filter((bytes) => bytes.length > 0)
    .map((bytes) => createHash('sha256').update(bytes).digest('hex'));

export const isSound = ({ crashes, deletions, notRestored }: DamagedRun): boolean =>
  crashes.length + deletions.length + notRestored.length === 0;
