import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { renameDurably, syncFile } from '../system/durable-files.ts';
import { backupName, backupsFolder } from './backups/restore-files.ts';
import { defineMasking } from './journal/masking.ts';
import { noteSchema, versionOf } from './open-file.ts';
import { inTransaction } from './sqlite.ts';

// Apart from `open-file.ts`, which every start loads: files of earlier versions alone need migrations, and what masks their entries.

/**
 * Migrates the file to the newest version. Each step is its own transaction, which sets the version too. A file with
 * content is backed up first.
 *
 * @returns The path of the backup; null where there was nothing to copy or nothing to do.
 * Source: D7.
 */
export function migrate(
  database: DatabaseSync,
  path: string,
  migrations: readonly string[],
  now: () => Date,
): string | null {
  const from = versionOf(database);
  if (from >= migrations.length) return null;
  const copy = from === 0 ? null : backUp(database, backupsFolder(dirname(path)), now());
  bringUp(database, migrations);
  // What a migration removed or masked is in the write-ahead log as well, until that is written back and truncated.
  if (from > 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return copy;
}

/** As {@link migrate}, for a file that is itself a copy: no backup is made. */
export function bringUp(database: DatabaseSync, migrations: readonly string[]): void {
  const from = versionOf(database);
  defineMasking(database);
  migrations.slice(from).forEach((sql, step) => {
    inTransaction(database, () => {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${from + step + 1}`);
      noteSchema(database);
    });
  });
}

/** A complete copy, or none: it is renamed to its final name when it is complete and flushed. */
function backUp(database: DatabaseSync, folder: string, at: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, backupName(at, 'migration'));
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'w', 0o600));
  chmodSync(unfinished, 0o600);
  try {
    database.prepare('VACUUM INTO ?').run(unfinished);
    syncFile(unfinished);
    renameDurably(unfinished, target);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    throw thrown;
  }
  return target;
}
