import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { StorageFault } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { sizeOf, writeDurably } from '../system/durable-files.ts';
import { readNotice } from './backups/restore-files.ts';
import { DamagedRow, failWith, storageFaultOf } from './sqlite.ts';
import type { RestoreNotice } from '#shared/domain/backup.ts';

/** What happened while the workspace was opened, to be shown to the user. */
export interface Opening {
  /** A restore at this start or an earlier one that the user has not acknowledged; null where there is none. */
  readonly notice: RestoreNotice | null;
  /** The backup that was made before a migration; null where there was none. */
  readonly copyPath: string | null;
  readonly version: number;
}

export interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly opening: Opening;
}

/** The thread of the sessions writes the same file, each time for a few milliseconds; on a slow disk, longer. */
const busyTimeoutMs = 5_000;

/** Set at each opening and read back: SQLite silently ignores a pragma that it does not support (D2). */
const pragmas = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['checkpoint_fullfsync', 'ON', 1],
] as const;

/**
 * Opens the file at `path`, verified and migrated to the newest version; creates it where there is none.
 *
 * @param migrate `migrate` of `bring-up.ts`.
 *
 * Fails with: `damaged`, `newer-version` (both leave the file unchanged), `read-only`, `full`, `busy`.
 */
export function openFile(
  path: string,
  newest: number,
  migrate: (database: DatabaseSync) => string | null,
): Result<OpenDatabase, StorageFault> {
  let database: DatabaseSync | undefined;
  try {
    // SQLite gives its -wal and -shm files the permissions of the main one.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    const isChecked = isSoundAsItLies(path);
    database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    if (versionOf(database) > newest) {
      database.close();
      return fail('newer-version');
    }
    setPragmas(database);
    if (!isChecked) check(database);
    const copyPath = migrate(database);
    if (versionOf(database) !== newest)
      throw new Error('The workspace was not migrated to the newest version');
    noteBegun(path);
    const notice = readNotice(dirname(path));
    const opening = { notice, copyPath, version: versionOf(database) };
    return ok({ database, opening });
  } catch (thrown) {
    database?.close();
    return failWith(thrown);
  }
}

/**
 * Verifies the file read-only first: a writing connection runs a checkpoint when it is closed, and a damaged file has
 * to be quarantined unchanged. Throws where the file is damaged.
 *
 * @returns False where it could not be verified read-only: then it is verified again after opening.
 */
function isSoundAsItLies(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true });
    check(database);
    return true;
  } catch (thrown) {
    if (storageFaultOf(thrown) === 'damaged') throw thrown;
    return false;
  } finally {
    database?.close();
  }
}

function setPragmas(database: DatabaseSync): void {
  for (const [name, value, expected] of pragmas) {
    database.exec(`PRAGMA ${name} = ${value}`);
    const row = database.prepare(`PRAGMA ${name}`).get() ?? {};
    if (Object.values(row)[0] !== expected) throw new Error(`SQLite does not follow the pragma ${name}`);
  }
}

function check(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA quick_check(1)').get() ?? {};
  if (Object.values(row)[0] !== 'ok') throw new DamagedRow();
  // SQLite does not notice when the text of the schema was damaged: a column then has another name.
  const noted = schemaNotedIn(database);
  if (noted !== 0 && noted !== schemaChecksum(database)) throw new DamagedRow();
}

/** The checksum of the schema as it was when the file was last brought up; 0 in a file that has none yet. */
export const schemaNotedIn = (database: DatabaseSync): number =>
  z.object({ application_id: z.int() }).parse(database.prepare('PRAGMA application_id').get()).application_id;

/** Of the texts of our tables: 32 bits, signed as SQLite keeps them, never 0. An index or a trigger more or less is no damage. */
function schemaChecksum(database: DatabaseSync): number {
  const rows = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all();
  return crc32(JSON.stringify(rows)) | 0 || 1;
}

/** Writes the checksum into the header of the file, where SQLite leaves room for a number of the application's own. */
export function noteSchema(database: DatabaseSync): void {
  database.exec(`PRAGMA application_id = ${schemaChecksum(database)}`);
}

/**
 * Opens a file that nothing writes, to be read: SQLite needs no lock then, and creates no files beside it. A write-ahead
 * log is not read.
 */
export function openUnwritten(path: string): DatabaseSync {
  const database = new DatabaseSync(new URL(`${pathToFileURL(path).href}?immutable=1`), { readOnly: true });
  // It may be anybody's. Source: https://www.sqlite.org/security.html
  for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON']) database.exec(`PRAGMA ${pragma}`);
  return database;
}

/** A further connection to the workspace's file, of the process that owns it and has opened it. Throws SQLite's errors. */
export function openBeside(directory: string): DatabaseSync {
  const database = new DatabaseSync(pathIn(directory), { timeout: busyTimeoutMs });
  setPragmas(database);
  return database;
}

const pathIn = (directory: string): string => join(directory, 'workspace.sqlite');

/**
 * Whether there is a write-ahead log without its file. SQLite would delete the log, and with it the last remaining
 * data.
 */
export const isTorn = (path: string): boolean => isEmpty(path) && sizeOf(`${path}-wal`) > 0;

/** Whether the file is empty or missing. */
export const isEmpty = (path: string): boolean => sizeOf(path) === 0;

/**
 * Whether a workspace was opened here before: then an empty or missing file is a loss, not a first start.
 *
 * @param path The workspace's file, as in the other functions here.
 */
export const wasBegun = (path: string): boolean => existsSync(markOf(path));

/** Notes that a workspace exists. Flushed to disk when this returns. */
function noteBegun(path: string): void {
  if (!wasBegun(path)) writeDurably(markOf(path), '');
}

const markOf = (path: string): string => join(dirname(path), 'workspace.begun');

/** The file's schema version: how many migrations were applied. */
export const versionOf = (database: DatabaseSync): number =>
  z.object({ user_version: z.int() }).parse(database.prepare('PRAGMA user_version').get()).user_version;

/** The exclusive lock on a workspace, held until it is released or the process ends in any way. */
export interface Ownership {
  readonly giveBack: () => void;
}

/** Long enough for two processes that start at the same time: exactly one of them gets the lock. */
const settleMs = 250;

/**
 * Locks a workspace for this process. It is a lock of the operating system on an empty SQLite file beside the
 * workspace's: it is released as soon as the process ends, killed or not, and leaves nothing to clean up. The
 * workspace's own file is not locked this way, because that would keep others from reading or copying it.
 *
 * Fails with: `busy` where another process holds it; `read-only`, `full`.
 */
export function takeOwnership(directory: string): Result<Ownership, StorageFault> {
  const path = join(directory, 'owner.sqlite');
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    beginFile(path);
    chmodSync(path, 0o600);
    lock = new DatabaseSync(path, { timeout: settleMs });
    lock.exec('BEGIN EXCLUSIVE');
    const held = lock;
    return ok({ giveBack: () => held.close() });
  } catch (thrown) {
    lock?.close();
    return failWith(thrown);
  }
}

/**
 * Creates the file where there is none. An existing one is not opened: closing a second handle on a file releases all
 * of the process's locks on it. Source: https://www.sqlite.org/howtocorrupt.html, section 2.2.
 */
function beginFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (thrown) {
    // Another process may have been first.
    if (!existsSync(path)) throw thrown;
  }
}
