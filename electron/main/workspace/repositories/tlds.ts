import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tldList } from '#shared/ipc/schemas.ts';
import type { Repository } from '../requests.ts';
import { instantColumn, jsonColumn, parseRow, toMs } from '../row.ts';

const listRow = z.object({ tlds: jsonColumn.pipe(tldList), read_at: instantColumn }).optional();

/** The TLDs that each account's service last named. */
export function createTldsRepository(database: DatabaseSync): Repository<'tlds'> {
  const find = database.prepare('SELECT tlds, read_at FROM tld_lists WHERE account_id = ?');
  const put = database.prepare(`
    INSERT INTO tld_lists (account_id, tlds, read_at) VALUES (?, ?, ?)
    ON CONFLICT (account_id) DO UPDATE SET tlds = excluded.tlds, read_at = excluded.read_at`);

  return {
    list({ accountId }) {
      const row = parseRow(listRow, find.get(accountId));
      return { tlds: row?.tlds ?? [], readAt: row?.read_at ?? null };
    },
    replace({ accountId, tlds, readAt }) {
      put.run(accountId, JSON.stringify(tlds), toMs(readAt));
      return {};
    },
  };
}
