import * as s from '#shared/areas/startup-schemas.ts';
import { jsonColumn, rowsOf } from '../sqlite.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';

const ownTldSet = s.tldSet.omit({ builtIn: true });
const setRow = ownTldSet.extend({ tlds: jsonColumn(ownTldSet.shape.tlds) });

/** The user's own sets of TLDs; the built-in ones are not in the workspace. */
export function createTldSetsRepository(database: DatabaseSync) {
  const list = rowsOf(database, setRow).query(
    'SELECT id, name, tlds FROM tld_sets ORDER BY name COLLATE NOCASE, id',
  );
  const put = database.prepare(`
    INSERT INTO tld_sets (id, name, tlds) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, tlds = excluded.tlds`);
  const remove = database.prepare('DELETE FROM tld_sets WHERE id = ?');

  return {
    list: () => list.all(),
    save({ id, name, tlds }: z.output<typeof ownTldSet>) {
      put.run(id, name, JSON.stringify(tlds));
      return {};
    },
    remove({ id }: { readonly id: string }) {
      remove.run(id);
      return {};
    },
  };
}
