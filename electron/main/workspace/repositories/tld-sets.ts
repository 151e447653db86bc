import type { DatabaseSync } from 'node:sqlite';
import { ownTldSet } from '../first-records.ts';
import type { Repository } from '../requests.ts';
import { jsonColumn, parseRow } from '../row.ts';

const setRow = ownTldSet.extend({ tlds: jsonColumn.pipe(ownTldSet.shape.tlds) });

/** The user's own sets of TLDs; the built-in ones are not in the workspace. */
export function createTldSetsRepository(database: DatabaseSync): Repository<'tldSets'> {
  const list = database.prepare('SELECT id, name, tlds FROM tld_sets ORDER BY name COLLATE NOCASE, id');
  const put = database.prepare(`
    INSERT INTO tld_sets (id, name, tlds) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, tlds = excluded.tlds`);
  const remove = database.prepare('DELETE FROM tld_sets WHERE id = ?');

  return {
    list: () => list.all().map((row) => parseRow(setRow, row)),
    save({ id, name, tlds }) {
      put.run(id, name, JSON.stringify(tlds));
      return {};
    },
    remove({ id }) {
      remove.run(id);
      return {};
    },
  };
}
