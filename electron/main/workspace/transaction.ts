import type { DatabaseSync } from 'node:sqlite';

/** Does `work` as a whole or not at all. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (thrown) {
    // SQLite has already rolled back by itself after some failures, a full disk among them.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}
