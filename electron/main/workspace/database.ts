import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StorageFault } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { migrate, versionOf } from './migrate.ts';
import { isTorn, setAside } from './set-aside.ts';
import { DamagedRow, storageFaultOf } from './storage-fault.ts';

/** What happened while the workspace was opened, for the user to be told. */
export interface Opening {
  /** Where a damaged file was put; null where the file was sound. What it held is not in the workspace. */
  readonly setAsidePath: string | null;
  /** The copy that was made before the file was brought to this version; null where it was not. */
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
 * The workspace's file, sound and of the newest version. A damaged one is set aside and a new one begun.
 *
 * @param directory The workspace's own; it and its files are made readable by their owner alone (D9).
 *
 * Fails with: `newer-version` (the file is left untouched), `read-only`, `full`, `busy`.
 */
export function openDatabase(
  directory: string,
  migrations: readonly string[],
  now: () => Date,
): Result<OpenDatabase, StorageFault> {
  const path = join(directory, 'workspace.sqlite');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
    const first = isTorn(path) ? fail('damaged') : tryOpen(path, migrations);
    if (first.ok || first.error !== 'damaged') return first;
    const setAsidePath = setAside(path, now());
    const second = tryOpen(path, migrations);
    return second.ok ? ok({ ...second.value, opening: { ...second.value.opening, setAsidePath } }) : second;
  } catch (thrown) {
    return failWith(thrown);
  }
}

function tryOpen(path: string, migrations: readonly string[]): Result<OpenDatabase, StorageFault> {
  let database: DatabaseSync | undefined;
  try {
    // SQLite gives its -wal and -shm files the rights of the main one.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    if (versionOf(database) > migrations.length) {
      database.close();
      return fail('newer-version');
    }
    for (const [name, value, expected] of pragmas) set(database, name, value, expected);
    check(database);
    const copyPath = migrate(database, path, migrations);
    return ok({ database, opening: { setAsidePath: null, copyPath, version: versionOf(database) } });
  } catch (thrown) {
    database?.close();
    return failWith(thrown);
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
function failWith(thrown: unknown): Result<never, StorageFault> {
  const fault = storageFaultOf(thrown);
  if (fault === null) throw thrown;
  return fail(fault);
}
