import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { accountRecord } from '../first-records.ts';
import type { Repository } from '../requests.ts';
import { instantColumn, jsonColumn, parseRow, toMs } from '../row.ts';

const accountRow = z
  .object({ options: jsonColumn, key_place: z.string(), key_saved_at: instantColumn.nullable() })
  .loose()
  .transform(({ key_place, key_saved_at, base_url, ...row }) => ({
    ...row,
    baseUrl: base_url,
    key: { place: key_place, savedAt: key_saved_at },
  }))
  .pipe(accountRecord);

const activeRow = z.object({ account_id: z.string() }).optional();

/** The accounts and which of them is the active one. No key is ever in here. */
export function createAccountsRepository(database: DatabaseSync): Repository<'accounts'> {
  const list = database.prepare('SELECT * FROM accounts ORDER BY added, id');
  const save = database.prepare(`
    INSERT INTO accounts (id, kind, label, colour, base_url, username, options, added)
    VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(added), 0) + 1 FROM accounts))
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, colour = excluded.colour,
      base_url = excluded.base_url, username = excluded.username, options = excluded.options`);
  const remove = database.prepare('DELETE FROM accounts WHERE id = ?');
  const noteKey = database.prepare('UPDATE accounts SET key_place = ?, key_saved_at = ? WHERE id = ?');
  const active = database.prepare('SELECT account_id FROM active_account');
  const select = database.prepare(`
    INSERT INTO active_account (only, account_id) VALUES (1, ?)
    ON CONFLICT (only) DO UPDATE SET account_id = excluded.account_id`);

  return {
    list: () => list.all().map((row) => parseRow(accountRow, row)),
    save({ id, kind, label, colour, baseUrl, username, options }) {
      save.run(id, kind, label, colour, baseUrl, username, JSON.stringify(options));
      return {};
    },
    remove({ id }) {
      remove.run(id);
      return {};
    },
    noteKey({ id, key }) {
      noteKey.run(key.place, key.savedAt === null ? null : toMs(key.savedAt), id);
      return {};
    },
    active: () => parseRow(activeRow, active.get())?.account_id ?? null,
    select({ id }) {
      select.run(id);
      return {};
    },
  };
}
