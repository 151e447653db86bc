import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
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
  const note = database.prepare(`
    INSERT INTO deviations (account_id, operation, path, expected, seen, count, last_seen_at)
    VALUES (?, ?, ?, ?, ?, 1, ?)
    ON CONFLICT (account_id, operation, path, expected, seen)
    DO UPDATE SET count = count + 1, last_seen_at = max(last_seen_at, excluded.last_seen_at)`);

  return {
    list: ({ accountId }) => list.all(accountId).map((row) => parseRow(deviationRow, row)),
    note({ accountId, seen, at }) {
      inTransaction(database, () => {
        for (const each of seen) {
          note.run(accountId, each.operation, each.path, each.expected, each.seen, toMs(at));
        }
      });
      return {};
    },
  };
}
