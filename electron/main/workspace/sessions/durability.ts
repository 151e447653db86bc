import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` so that what it commits outlives the end of the process, and a power cut only after the next full commit:
 * nothing waits for the disk. In WAL mode the file stays sound either way. Writing the log back into the file waits for
 * the disk too, and is left to the full commits.
 *
 * Source: https://www.sqlite.org/pragma.html#pragma_synchronous; D2.
 */
export function withoutWaiting<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  try {
    return work();
  } finally {
    database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000');
  }
}
