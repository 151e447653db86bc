import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { listView, mostListViews, savedView, type savedViewName } from '#shared/areas/common-schemas.ts';
import { mostSavedViews } from '#shared/domain/bounds.ts';
import { columnsOf, countOf, inTransaction, toMs, unlessDamaged } from '../sqlite.ts';

type ListView = z.output<typeof listView>;
type SavedView = z.output<typeof savedView>;
type SavedViewName = z.output<typeof savedViewName>;

interface Saving {
  readonly views: readonly ListView[];
  readonly savedAt: string;
}

interface Put {
  readonly view: SavedView;
  /** Which one it was until now; null for a new one, or one that keeps its name. */
  readonly before: SavedViewName | null;
  readonly savedAt: string;
}

const ofName = `list = ? AND ifnull(account_id, '') = ifnull(?, '') AND name = ?`;

/**
 * How lists were left, and the views of them that a person has saved under names: their filter, order and position, as text in the
 * page's own format. Nothing depends on it: an entry that cannot be read is left out, and is never told as damage of the workspace.
 * The oldest of those without a name are removed, so that they do not grow with what is opened.
 */
export function createListViewsRepository(database: DatabaseSync) {
  const list = database.prepare(
    `SELECT ${columnsOf(listView)} FROM list_views WHERE name IS NULL ORDER BY saved_at DESC`,
  );
  const saved = database.prepare(
    `SELECT ${columnsOf(savedView)} FROM list_views WHERE name IS NOT NULL ORDER BY rowid`,
  );
  const put = database.prepare(`
    INSERT INTO list_views (list, account_id, name, body, saved_at)
    SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?2 IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE id = ?2)
    ON CONFLICT (list, ifnull(account_id, ''), ifnull(name, '')) DO UPDATE SET
      body = excluded.body, saved_at = excluded.saved_at`);
  const removeOldest = database.prepare(`
    DELETE FROM list_views WHERE name IS NULL AND rowid NOT IN (
      SELECT rowid FROM list_views WHERE name IS NULL ORDER BY saved_at DESC, rowid DESC LIMIT ${mostListViews})`);
  const count = countOf(database, 'list_views WHERE name IS NOT NULL');
  const has = countOf(database, `list_views WHERE ${ofName}`);
  const removeOne = database.prepare(`DELETE FROM list_views WHERE ${ofName}`);

  const isSaved = (view: SavedViewName): boolean => has(view.list, view.accountId, view.name) > 0;
  const remove = (view: SavedViewName): void => void removeOne.run(view.list, view.accountId, view.name);

  return {
    /** Of the lists, the last saved first; of the saved views, the oldest first. */
    read: () => ({
      views: unlessDamaged(() => list.all(), []).flatMap((row) => listView.safeParse(row).data ?? []),
      saved: unlessDamaged(() => saved.all(), []).flatMap((row) => savedView.safeParse(row).data ?? []),
    }),
    /** Replaces what is stored of the same lists. Does nothing for an account that no longer exists. */
    save: ({ views, savedAt }: Saving) =>
      inTransaction(database, () => {
        for (const { list, accountId, body } of views) put.run(list, accountId, null, body, toMs(savedAt));
        removeOldest.run();
      }),
    /** `isFull`: nothing was stored, because there are as many as there can be. */
    put: ({ view, before, savedAt }: Put) =>
      inTransaction(database, () => {
        if (before !== null) remove(before);
        const isFull = !isSaved(view) && count() >= mostSavedViews;
        if (!isFull) put.run(view.list, view.accountId, view.name, view.body, toMs(savedAt));
        return { isFull };
      }),
    remove(view: SavedViewName) {
      remove(view);
    },
  };
}
