import { chmodSync, closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StorageFault } from '#shared/app-error.ts';
import type { RestoreNotice } from '#shared/domain/restore.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { noteBegun } from './lost-file.ts';
import { migrate, versionOf } from './migrate.ts';
import { readNotice } from './restore-notice.ts';
import { DamagedRow, storageFaultOf } from './storage-fault.ts';

/** What happened while the workspace was opened, for the user to be told. */
export interface Opening {
  /** That the workspace was restored, at this start or before, and nobody has acknowledged it; null where there is nothing to. */
  readonly notice: RestoreNotice | null;
  /** The backup that was made before the file was brought to this version; null where it was not. */
  readonly copyPath: string | null;
  readonly version: number;
}

export interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly opening: Opening;
}

const busyTimeoutMs = 2_000;

/** Set at each opening and read back: SQLite ignores a pragma that it cannot follow without a word (D2). */
const pragmas = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['checkpoint_fullfsync', 'ON', 1],
] as const;

/**
 * The file at `path`, looked through and of the newest version; made where there is none.
 *
 * Fails with: `damaged` (the file is left as it is), `newer-version` (so too), `read-only`, `full`, `busy`.
 */
export function openFile(
  path: string,
  migrations: readonly string[],
  now: () => Date,
): Result<OpenDatabase, StorageFault> {
  let database: DatabaseSync | undefined;
  try {
    // SQLite gives its -wal and -shm files the rights of the main one.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    const isChecked = isSoundAsItLies(path);
    database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    if (versionOf(database) > migrations.length) {
      database.close();
      return fail('newer-version');
    }
    for (const [name, value, expected] of pragmas) set(database, name, value, expected);
    if (!isChecked) check(database);
    const copyPath = migrate(database, path, migrations, now);
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
 * Looks before anything may be written: a connection that may write brings the log into the file when it is closed, and a
 * damaged file is to be set aside as it was found. Throws where it is damaged.
 *
 * @returns False where it could not be looked at in this way: then it is looked at again.
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

function set(database: DatabaseSync, name: string, value: string, expected: string | number): void {
  database.exec(`PRAGMA ${name} = ${value}`);
  const row = database.prepare(`PRAGMA ${name}`).get() ?? {};
  if (Object.values(row)[0] !== expected) throw new Error(`SQLite does not follow the pragma ${name}`);
}

function check(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA quick_check(1)').get() ?? {};
  if (Object.values(row)[0] !== 'ok') throw new DamagedRow();
}

/** A failure of the storage as a value; anything else is a bug and goes on being thrown. */
export function failWith(thrown: unknown): Result<never, StorageFault> {
  const fault = storageFaultOf(thrown);
  if (fault === null) throw thrown;
  return fail(fault);
}
