import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DomainRecord } from '../portfolio-requests.ts';
import type { Repository } from '../requests.ts';
import { parseRow } from '../row.ts';
import { inTransaction } from '../transaction.ts';
import { createAddDomains } from './add-domains.ts';
import { afterNews } from './after-news.ts';
import { createDomainRows, type DomainRows } from './domain-rows.ts';

const domainsPerPage = 500;
const mostTags = 20;
const mostUsers = 1_000;

const nameRow = z.object({ name: z.string() });

/** The portfolio's domains. */
export function createDomainsRepository(database: DatabaseSync): Repository<'domains'> {
  const rows = createDomainRows(database);
  const users = database.prepare(`
    SELECT name FROM domains
    WHERE account_id = ? AND EXISTS (SELECT 1 FROM json_each(known, '$.nameservers.value') WHERE value = ?)
    ORDER BY name LIMIT ${mostUsers}`);
  const change = changerOf(database, rows);

  return {
    list: ({ accountId }) => ({ pages: [...pagesOf(rows.all(accountId))] }),
    some: ({ accountId, names }) => rows.some(accountId, names),
    add: createAddDomains(database),
    tag({ accountId, names, add, remove }) {
      const tagged = rows
        .some(accountId, names)
        .map((domain) => ({ ...domain, tags: tagsAfter(domain.tags, add, remove) }));
      const full = tagged.find(({ tags }) => tags.length > mostTags);
      if (full !== undefined) return { domains: [], full: full.name };
      return { domains: change(tagged), full: null };
    },
    note: ({ accountId, domain, note }) =>
      change(rows.some(accountId, [domain]).map((found) => ({ ...found, note }))),
    archive: ({ accountId, names, archivedAt }) =>
      change(rows.some(accountId, names).map((found) => ({ ...found, archivedAt }))),
    remove: removerOf(database),
    learn: ({ accountId, news }) =>
      inTransaction(database, () =>
        news.flatMap((one) => {
          const before = rows.find(accountId, one.name);
          if (before === null) return [];
          const after = afterNews(before, one);
          rows.update(after);
          return [after];
        }),
      ),
    usersOf: ({ accountId, host }) => users.all(accountId, host).map((row) => parseRow(nameRow, row).name),
  };
}

const changerOf =
  (database: DatabaseSync, rows: DomainRows) =>
  (domains: DomainRecord[]): DomainRecord[] =>
    inTransaction(database, () => {
      for (const domain of domains) rows.update(domain);
      return domains;
    });

function removerOf(database: DatabaseSync): Repository<'domains'>['remove'] {
  const remove = database.prepare('DELETE FROM domains WHERE account_id = ? AND name = ?');
  const removeDrafts = database.prepare('DELETE FROM drafts WHERE account_id = ? AND domain = ?');
  return ({ accountId, names }) =>
    inTransaction(database, () =>
      names.filter((name) => {
        removeDrafts.run(accountId, name);
        return remove.run(accountId, name).changes > 0;
      }),
    );
}

/** In the order in which they were given, each once. */
const tagsAfter = (
  tags: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): readonly string[] => [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag));

function* pagesOf(domains: Iterable<DomainRecord>): Generator<string> {
  let page: string[] = [];
  for (const domain of domains) {
    page.push(JSON.stringify(domain));
    if (page.length < domainsPerPage) continue;
    yield `[${page.join(',')}]`;
    page = [];
  }
  if (page.length > 0) yield `[${page.join(',')}]`;
}
