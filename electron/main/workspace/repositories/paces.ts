import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Repository } from '../requests.ts';
import { instantColumn, parseRow, toMs } from '../row.ts';
import { learnedPace } from '../session-records.ts';

const paceRow = z
  .object({ requests_per_second: z.number().nullable(), concurrency: z.number(), learned_at: instantColumn })
  .transform(({ requests_per_second, concurrency, learned_at }) => ({
    requestsPerSecond: requests_per_second,
    concurrency,
    learnedAt: learned_at,
  }))
  .pipe(learnedPace);

/** What the throttle learned of each account: the latest alone. */
export function createPacesRepository(database: DatabaseSync): Repository<'paces'> {
  const find = database.prepare(
    'SELECT requests_per_second, concurrency, learned_at FROM paces WHERE account_id = ?',
  );
  const put = database.prepare(`
    INSERT INTO paces (account_id, requests_per_second, concurrency, learned_at)
    SELECT id, ?, ?, ? FROM accounts WHERE id = ?
    ON CONFLICT (account_id) DO UPDATE SET requests_per_second = excluded.requests_per_second,
      concurrency = excluded.concurrency, learned_at = excluded.learned_at`);

  return {
    read({ accountId }) {
      const row = find.get(accountId);
      return row === undefined ? null : parseRow(paceRow, row);
    },
    save({ accountId, pace }) {
      // With an account that was removed meanwhile, what was learned of it goes.
      put.run(pace.requestsPerSecond, pace.concurrency, toMs(pace.learnedAt), accountId);
      return {};
    },
  };
}
