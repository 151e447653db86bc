import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../transaction.ts';

/**
 * One full commit: the log is one file, so that all that was committed before it outlives a power cut with it. A row
 * has to change for it: SQLite does not write what stands there already.
 */
export function createSeal(database: DatabaseSync): () => void {
  const mark = database.prepare('UPDATE session_counters SET seals = seals + 1');
  return () => {
    inTransaction(database, () => mark.run());
  };
}
