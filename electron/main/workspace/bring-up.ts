import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { renameDurably, syncFile } from '../system/durable-files.ts';
import { backupName, backupsFolder } from './backups/restore-files.ts';
import { noteSchema, schemaNotedIn, versionOf } from './open-file.ts';
import { columnsIn, countOf, inTransaction, rowsOf } from './sqlite.ts';

// Apart from `open-file.ts`, which every start loads: files of earlier versions alone need migrations.

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
  // What a migration removed is in the write-ahead log as well, until that is written back and truncated.
  if (from > 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return copy;
}

/** As {@link migrate}, for a file that is itself a copy: no backup is made. */
export function bringUp(database: DatabaseSync, migrations: readonly string[]): void {
  const from = versionOf(database);
  migrations.slice(from).forEach((sql, step) => {
    inTransaction(database, () => {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${from + step + 1}`);
      noteSchema(database);
    });
  });
}

interface Schema {
  /** In the file, without those of SQLite itself, and without columns that are computed. */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly text: string;
  /** The checksum that such a file holds. */
  readonly noted: number;
}

const known = new WeakMap<readonly string[], Map<number, Schema>>();

/** The schema of a file of this version, as the migrations make it: the one list of what is ours (H4). */
export function schemaOf(migrations: readonly string[], version: number): Schema {
  const byVersion = known.get(migrations) ?? new Map<number, Schema>();
  known.set(migrations, byVersion);
  const schema = byVersion.get(version) ?? madeSchema(migrations.slice(0, version));
  byVersion.set(version, schema);
  return schema;
}

function madeSchema(migrations: readonly string[]): Schema {
  const database = new DatabaseSync(':memory:');
  try {
    bringUp(database, migrations);
    const tables = rowsOf(database, z.object({ name: z.string() }))
      .from("sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
      .all()
      .map(({ name }) => ({ name, columns: columnsIn(database, name) }));
    return { tables, text: schemaText(database), noted: schemaNotedIn(database) };
  } finally {
    database.close();
  }
}

/** Whether a file has exactly the schema of its version. Nothing of the file is run. */
export function hasOurSchema(database: DatabaseSync, migrations: readonly string[]): boolean {
  const { text, noted } = schemaOf(migrations, versionOf(database));
  return schemaText(database) === text && schemaNotedIn(database) === noted && hasOurSequences(database);
}

function schemaText(database: DatabaseSync): string {
  const encoding = database.prepare('PRAGMA encoding').get();
  const objects = database
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name, sql LIMIT ${mostObjects}`,
    )
    .all();
  return JSON.stringify([encoding, objects]);
}

const mostObjects = 10_000;
const highestNumber = 2 ** 52;

/** What numbers rows by AUTOINCREMENT goes on from: a number that is none, or the last one there is, would stop every insert. */
function hasOurSequences(database: DatabaseSync): boolean {
  const odd = `sqlite_sequence WHERE typeof(name) <> 'text' OR typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND ${highestNumber}`;
  return columnsIn(database, 'sqlite_sequence').length === 0 || countOf(database, odd)() === 0;
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
