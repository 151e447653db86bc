import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isMissing, writeDurably } from '../../system/durable-files.ts';
import { createChainWalk, type Step, walkToEnd } from '../chain.ts';
import { chainOfAccesses, createAccessLines } from '../journal/code-accesses.ts';
import { createEntryRows, createWalk } from '../journal/entries.ts';
import { hasOurSchema } from '../bring-up.ts';
import { openBeside, openUnwritten, versionOf } from '../open-file.ts';
import { isDamage } from '../sqlite.ts';
import { readBackupName } from './restore-files.ts';
import type { Backup } from '#shared/domain/backup.ts';

/** The result of verifying a copy of the workspace. */
const verification = z.object({
  isGood: z.boolean(),
  /** False where its schema is not exactly that of its version: then nothing else of it was read. */
  isOurs: z.boolean(),
  version: z.int().nullable(),
  /** The number of its journal's entries; 0 where it cannot be read. */
  entries: z.int(),
  changes: z.int(),
  /** Lines of the log of accesses to transfer codes. */
  accesses: z.int(),
});
type Verification = z.output<typeof verification>;

const nothing = { version: null, entries: 0, changes: 0, accesses: 0 };
const damaged: Verification = { isGood: false, isOurs: true, ...nothing };
const foreign: Verification = { isGood: false, isOurs: false, ...nothing };

/** What the thread that verifies is asked for. */
export interface ReadingTask {
  readonly path: string;
  /** The directory of the open workspace whose copy is first written to `path`, which must be an empty file. */
  readonly copyOf?: string;
  /** Otherwise the schema alone is compared: a few pages. Then what is good may still be damaged. */
  readonly isWhole: boolean;
}

/**
 * Verifies a copy: compares its schema, reads it from the first page to the last, and walks the chains of its journal and of
 * its code accesses. Nothing is written: no `-wal`, no `-shm`. Takes about a second for a gigabyte.
 */
export const readThrough = (path: string, migrations: readonly string[]): Verification =>
  readCopy({ path, isWhole: true }, migrations);

/**
 * Copies first, where that is asked, in one statement: as the workspace was when it began, whoever writes meanwhile, and without room
 * that was deleted. Throws SQLite's errors.
 */
export function readCopy(
  { path, isWhole, copyOf }: ReadingTask,
  migrations: readonly string[],
): Verification {
  if (copyOf !== undefined) {
    const living = openBeside(copyOf);
    try {
      living.prepare('VACUUM INTO ?').run(path);
    } finally {
      living.close();
    }
  }
  return reading(path, (database) => {
    const version = versionOf(database);
    // The schema of a newer version is not known: it is not restored, and nothing of it is read.
    if (version > migrations.length) return { ...damaged, isGood: true, version };
    if (version < 1 || !hasOurSchema(database, migrations)) return { ...foreign, version };
    return isWhole ? readWhole(database, version) : { ...damaged, isGood: true, version };
  });
}

/** Whether the living file is sound, and its chains hold. Who added an index to it can still go back. */
export const isSound = (path: string): boolean =>
  reading(path, (database) => readWhole(database, versionOf(database))).isGood;

function reading(path: string, read: (database: DatabaseSync) => Verification): Verification {
  let database: DatabaseSync | undefined;
  try {
    database = openUnwritten(path);
    return read(database);
  } catch (thrown) {
    if (!isDamage(thrown) && !isOfAnotherFormat(thrown)) throw thrown;
    return damaged;
  } finally {
    database?.close();
  }
}

/** SQLite's own word for a file whose format it does not know: 1, `SQLITE_ERROR`. */
const isOfAnotherFormat = (thrown: unknown): boolean =>
  thrown instanceof Error && 'errcode' in thrown && thrown.errcode === 1;

function readWhole(database: DatabaseSync, version: number): Verification {
  const [checked] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (checked !== 'ok') return { ...damaged, version };
  const journal = walkJournal(database);
  const accesses = walkAccesses(database);
  if (journal === null || accesses === null) return { ...damaged, version };
  return { isGood: true, isOurs: true, version, ...journal, accesses };
}

/** The length of the journal; null where its chain breaks. */
function walkJournal(database: DatabaseSync): Pick<Verification, 'entries' | 'changes'> | null {
  const entries = createEntryRows(database);
  if (!holds(createWalk(entries))) return null;
  const { length, changes } = entries.head();
  return { entries: length, changes };
}

/** The number of lines; null where their chain breaks. */
function walkAccesses(database: DatabaseSync): number | null {
  const lines = createAccessLines(database);
  return holds(createChainWalk(chainOfAccesses(lines))) ? lines.head().length : null;
}

const holds = (next: () => Step): boolean => walkToEnd(next) === 'holds';

/** The results by backup, stored in a file beside the backups; each is valid until its backup's file changes. */
const known = z.record(z.string(), verification.extend({ bytes: z.int(), changedAtMs: z.number() }));
type Known = z.output<typeof known>;

const fileOf = (folder: string): string => join(folder, 'checked.json');

/** A backup with the result of its verification; null where it was not verified, or its file has changed since. */
export interface Listed extends Backup {
  readonly verification: Verification | null;
}

/** The backups of a folder, the newest first. */
export function listBackups(folder: string): readonly Listed[] {
  const seen = readKnown(folder);
  return filesIn(folder)
    .flatMap((name) => listed(folder, name, seen[name]) ?? [])
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** Stores the result of verifying a backup. */
export function noteVerification(folder: string, name: string, found: Verification): void {
  const { size: bytes, mtimeMs: changedAtMs } = statSync(join(folder, name));
  const there = new Set(filesIn(folder));
  const others = Object.entries(readKnown(folder)).filter(([each]) => there.has(each));
  writeDurably(
    fileOf(folder),
    JSON.stringify({ ...Object.fromEntries(others), [name]: { ...found, bytes, changedAtMs } }),
  );
}

export function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

function listed(folder: string, name: string, seen: Known[string] | undefined): Listed | null {
  const named = readBackupName(name);
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (named === null || stat?.isFile() !== true) return null;
  const isSame = seen?.bytes === stat.size && seen.changedAtMs === stat.mtimeMs;
  const version = versionInHeader(path);
  return {
    name,
    ...named,
    bytes: stat.size,
    version,
    state: version === null ? 'damaged' : isSame ? stateOf(seen) : 'unchecked',
    verification: isSame ? seen : null,
  };
}

const stateOf = ({ isGood, isOurs }: Verification): Backup['state'] =>
  isGood ? 'good' : isOurs ? 'damaged' : 'foreign';

/** Empty where it cannot be read: then the backups are merely unchecked. */
function readKnown(folder: string): Known {
  try {
    return known.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch {
    return {};
  }
}

const magic = 'SQLite format 3\0';
/** Source: https://www.sqlite.org/fileformat.html, section 1.3: the user version, big-endian. */
const versionAt = 60;
const headerBytes = 100;

/** The version of a workspace's file, read from its header alone; null where it is not one. */
export function versionInHeader(path: string): number | null {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return null;
  } finally {
    closeSync(file);
  }
  return header.toString('latin1', 0, magic.length) === magic ? header.readInt32BE(versionAt) : null;
}
