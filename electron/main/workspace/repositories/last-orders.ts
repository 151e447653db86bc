import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { bytesColumn, instantColumn, rowsOf, toMs } from '../sqlite.ts';

const lastOrderRow = z.object({ body: bytesColumn, savedAt: instantColumn });
export type LastOrderRecord = z.output<typeof lastOrderRow>;

interface OfAccount {
  readonly accountId: string;
}

/** What was ordered last with each account, encrypted. */
export function createLastOrdersRepository(database: DatabaseSync) {
  const find = rowsOf(database, lastOrderRow).from('last_orders WHERE account_id = ?');
  const put = database.prepare(`
    INSERT INTO last_orders (account_id, body, saved_at) SELECT id, ?, ? FROM accounts WHERE id = ?
    ON CONFLICT (account_id) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at`);
  const remove = database.prepare('DELETE FROM last_orders WHERE account_id = ?');
  return {
    read: ({ accountId }: OfAccount) => find.find(accountId),
    /** Does nothing where the account no longer exists. */
    save({ accountId, body, savedAt }: OfAccount & LastOrderRecord) {
      put.run(body, toMs(savedAt), accountId);
    },
    remove({ accountId }: OfAccount) {
      remove.run(accountId);
    },
  };
}
