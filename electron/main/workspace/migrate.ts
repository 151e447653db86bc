import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { inTransaction } from './transaction.ts';

/** The file's own version: how many migrations it has been through. */
export const versionOf = (database: DatabaseSync): number =>
  z.object({ user_version: z.int() }).parse(database.prepare('PRAGMA user_version').get()).user_version;

/**
 * Brings the file to the newest version, each step a transaction of its own that carries the version with it. A file
 * that holds something is copied beside itself first.
 *
 * @returns The path of the copy; null where there was nothing to copy or nothing to do.
 * Source: D7.
 */
export function migrate(database: DatabaseSync, path: string, migrations: readonly string[]): string | null {
  const from = versionOf(database);
  if (from >= migrations.length) return null;
  const copy = from === 0 ? null : copyBeside(database, `${path}.version-${from}`);
  migrations.slice(from).forEach((sql, step) => {
    inTransaction(database, () => {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${from + step + 1}`);
    });
  });
  return copy;
}

/** A whole copy, or none: it gets its name when it is complete. */
function copyBeside(database: DatabaseSync, target: string): string {
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'w', 0o600));
  chmodSync(unfinished, 0o600);
  database.prepare('VACUUM INTO ?').run(unfinished);
  renameSync(unfinished, target);
  return target;
}
