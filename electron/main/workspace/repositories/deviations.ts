import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { createNoteDeviations } from '../deviation-notes.ts';
import { deviation } from '../records.ts';
import type { Repository } from '../requests.ts';
import { instantColumn, parseRow, toMs } from '../row.ts';
import { inTransaction } from '../transaction.ts';

const deviationRow = z
  .object({ last_seen_at: instantColumn })
  .loose()
  .transform(({ last_seen_at, ...row }) => ({ ...row, lastSeenAt: last_seen_at }))
  .pipe(deviation);

/** How an account's service differs from the API document: where, what was seen, how often, when last. */
export function createDeviationsRepository(database: DatabaseSync): Repository<'deviations'> {
  const list = database.prepare(`
    SELECT operation, path, expected, seen, count, last_seen_at FROM deviations
    WHERE account_id = ? ORDER BY operation, path, expected, seen`);
  const note = createNoteDeviations(database);

  return {
    list: ({ accountId }) => list.all(accountId).map((row) => parseRow(deviationRow, row)),
    note({ accountId, seen, at }) {
      inTransaction(database, () => {
        note(accountId, seen, toMs(at));
      });
      return {};
    },
  };
}
