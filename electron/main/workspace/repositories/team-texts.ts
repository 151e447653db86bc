import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { savedView } from '#shared/areas/common-schemas.ts';
import { template } from '#shared/areas/portfolio.ts';
import { mostSavedViews } from '#shared/domain/bounds.ts';
import { jsonIn } from '../../system/texts.ts';
import { bytesColumn, countOf, rowsOf } from '../sqlite.ts';
import type { OwnFields, SharedTopic } from './team-domains.ts';
import { mostTemplates } from './templates-and-drafts.ts';

/** Each has one field, which is all of it. */
const onlyField = 'content';
const partOf = (): string => '*';
const fieldsOf = (value: unknown): OwnFields => new Map([[onlyField, { value }]]);
const nothing: OwnFields = new Map();

const content = 'CAST(body AS TEXT)';
/** Every view and set of nameservers is one's own alone. */
export const shareNothing = `
  UPDATE list_views SET is_shared = 0 WHERE is_shared;
  UPDATE templates SET body = CAST(json_remove(${content}, '$.isShared') AS BLOB)
    WHERE kind = 'nameservers' AND CASE WHEN json_valid(${content}) THEN json_extract(${content}, '$.isShared') END;`;

const viewRow = z.object({ body: z.string(), isShared: z.int() });

/**
 * Saved views of lists that a person shares; those that are one's own alone stay so, also where another one has the same name. The very same
 * was shared before the team was left, and is shared again.
 */
export function createSharedViews(database: DatabaseSync): SharedTopic {
  const ofName = "list_views WHERE ifnull(account_id, '') = ? AND list || char(10) || name = ?";
  const one = rowsOf(database, viewRow).from(ofName);
  const count = countOf(database, 'list_views WHERE name IS NOT NULL');
  const remove = database.prepare(`DELETE FROM ${ofName}`);
  const put = database.prepare(`
    INSERT INTO list_views (list, account_id, name, body, saved_at, is_shared) VALUES (?, ?, ?, ?, ?, 1)
    ON CONFLICT (list, ifnull(account_id, ''), ifnull(name, '')) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at,
      is_shared = 1`);
  return {
    partOf,
    own(accountId, key) {
      const found = one.find(accountId, key);
      return found?.isShared === 1 ? fieldsOf({ body: found.body }) : nothing;
    },
    apply(accountId, key, facts) {
      const fact = facts.find(({ field, isNew }) => field === onlyField && isNew);
      const there = one.find(accountId, key);
      if (fact === undefined) return null;
      if (there?.isShared === 0 && !isDeepStrictEqual({ body: there.body }, fact.value)) return null;
      if (fact.value === null) {
        remove.run(accountId, key);
        return null;
      }
      const [list = '', name = ''] = key.split('\n');
      const view = savedView.safeParse({
        ...(fact.value as object),
        list,
        name,
        accountId: accountId || null,
      });
      if (view.success && (there !== null || count() < mostSavedViews))
        put.run(list, view.data.accountId, name, view.data.body, Date.parse(fact.at));
      return null;
    },
  };
}

const templateRow = z.object({ kind: z.string(), body: bytesColumn });
const nameserversTemplate = template.options[1];

/** Sets of nameservers that a person shares, as views. Contacts are never among them. */
export function createSharedTemplates(database: DatabaseSync): SharedTopic {
  const one = rowsOf(database, templateRow).from('templates WHERE id = ?');
  const count = countOf(database, 'templates');
  const remove = database.prepare('DELETE FROM templates WHERE id = ?');
  const put = database.prepare(`
    INSERT INTO templates (id, kind, body) VALUES (?, 'nameservers', ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`);

  const contentOf = (id: string) => {
    const found = one.find(id);
    if (found === null) return null;
    const read = nameserversTemplate.safeParse(
      found.kind === 'nameservers' ? jsonIn(Buffer.from(found.body).toString()) : null,
    );
    return read.success ? read.data : 'another';
  };
  type Content = ReturnType<typeof contentOf>;

  const valueIn = (content: Content) => {
    if (content === null || content === 'another') return null;
    return { name: content.name, nameservers: content.nameservers };
  };
  const isShared = (content: Content): boolean =>
    content !== null && content !== 'another' && content.isShared === true;

  return {
    partOf,
    own(_, id) {
      const content = contentOf(id);
      return isShared(content) ? fieldsOf(valueIn(content)) : nothing;
    },
    apply(_, id, facts) {
      const fact = facts.find(({ field, isNew }) => field === onlyField && isNew);
      const there = contentOf(id);
      if (fact === undefined) return null;
      if (there !== null && !isShared(there) && !isDeepStrictEqual(valueIn(there), fact.value)) return null;
      if (fact.value === null) remove.run(id);
      const shared = { kind: 'nameservers', isShared: true } as const;
      const read = nameserversTemplate.safeParse({ ...(fact.value as object | null), ...shared, id });
      if (read.success && (there !== null || count() < mostTemplates))
        put.run(id, Buffer.from(JSON.stringify(read.data)));
      return null;
    },
  };
}
