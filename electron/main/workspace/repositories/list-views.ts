import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { listView, mostListViews } from '#shared/areas/common-schemas.ts';
import { columnsOf, inTransaction, toMs, unlessDamaged } from '../sqlite.ts';

type ListView = z.output<typeof listView>;

interface Saving {
  readonly views: readonly ListView[];
  readonly savedAt: string;
}

/**
 * How lists were left: their filter, order and position, as text in the page's own format. Nothing depends on it: an entry that
 * cannot be read is left out, and is never told as damage of the workspace. The oldest are removed, so that they do not grow with
 * what is opened.
 */
export function createListViewsRepository(database: DatabaseSync) {
  const list = database.prepare(`SELECT ${columnsOf(listView)} FROM list_views ORDER BY saved_at DESC`);
  const put = database.prepare(`
    INSERT INTO list_views (list, account_id, body, saved_at)
    SELECT ?1, ?2, ?3, ?4 WHERE ?2 IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE id = ?2)
    ON CONFLICT (list, ifnull(account_id, '')) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at`);
  const removeOldest = database.prepare(`
    DELETE FROM list_views WHERE rowid NOT IN (
      SELECT rowid FROM list_views ORDER BY saved_at DESC, rowid DESC LIMIT ${mostListViews})`);

  return {
    /** The last saved first. */
    read: (): readonly ListView[] =>
      unlessDamaged(() => list.all(), [])
        .map((row) => listView.safeParse(row))
        .flatMap((parsed) => (parsed.success ? [parsed.data] : [])),
    /** Replaces what is stored of the same lists. Does nothing for an account that no longer exists. */
    save: ({ views, savedAt }: Saving) =>
      inTransaction(database, () => {
        for (const { list, accountId, body } of views) put.run(list, accountId, body, toMs(savedAt));
        removeOldest.run();
        return {};
      }),
  };
}
