import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { renameDurably, syncFile } from '../files/durable.ts';
import { backupName, backupsFolder } from './backups/backup-names.ts';
import { inTransaction } from './transaction.ts';

/** The file's own version: how many migrations it has been through. */
export const versionOf = (database: DatabaseSync): number =>
  z.object({ user_version: z.int() }).parse(database.prepare('PRAGMA user_version').get()).user_version;

/**
 * Brings the file to the newest version, each step a transaction of its own that carries the version with it. Of a file
 * that holds something a backup is made first.
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
  return copy;
}

/** As {@link migrate}, of a file that is a copy itself: none is made of it. */
export function bringUp(database: DatabaseSync, migrations: readonly string[]): void {
  const from = versionOf(database);
  migrations.slice(from).forEach((sql, step) => {
    inTransaction(database, () => {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${from + step + 1}`);
    });
  });
}

/** A whole copy, or none: it gets its name when it is complete and on the disk. */
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
