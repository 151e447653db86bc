import type { z } from 'zod';
import * as s from '#shared/areas/common-schemas.ts';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import type { TypeOf } from '#shared/schema-type.ts';
import { type Database, jsonColumn, rowsOf } from '../workspace/sqlite.ts';

const ownTldSet = s.tldSet.omit({ builtIn: true });
const setRow = ownTldSet.extend({ tlds: jsonColumn(ownTldSet.shape.tlds) });

export type TldSet = TypeOf<typeof s.tldSet>;

/** The sets of TLDs to choose from: the built-in ones, which are not in the workspace, and the user's own. */
export function createTldSets(database: Database) {
  const own = rowsOf(database, setRow).query(
    'SELECT id, name, tlds FROM tld_sets ORDER BY name COLLATE NOCASE, id',
  );
  const put = database.prepare(`
    INSERT INTO tld_sets (id, name, tlds) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, tlds = excluded.tlds`);
  const remove = database.prepare('DELETE FROM tld_sets WHERE id = ?');

  return {
    /** The built-in ones first. */
    list: (): readonly TldSet[] => [
      ...builtInTldSets.map((set) => ({ ...set, builtIn: true })),
      ...own.all().map((set) => ({ ...set, builtIn: false })),
    ],
    save({ id, name, tlds }: z.output<typeof ownTldSet>) {
      put.run(id, name, JSON.stringify(tlds));
    },
    remove({ id }: { readonly id: string }) {
      remove.run(id);
    },
  };
}
