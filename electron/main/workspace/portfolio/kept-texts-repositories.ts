import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { draftKind } from '#shared/ipc/portfolio-schemas.ts';
import type { Repository } from '../requests.ts';
import { instantColumn, parseRow, toMs } from '../row.ts';

const bytesColumn = z.instanceof(Uint8Array);
const templateRow = z.object({
  id: z.string(),
  kind: z.enum(['contact', 'nameservers']),
  body: bytesColumn,
});

/** What is used again. */
export function createTemplatesRepository(database: DatabaseSync): Repository<'templates'> {
  const list = database.prepare('SELECT id, kind, body FROM templates ORDER BY id');
  const put = database.prepare(`
    INSERT INTO templates (id, kind, body) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, body = excluded.body`);
  const remove = database.prepare('DELETE FROM templates WHERE id = ?');

  return {
    list: () => list.all().map((row) => parseRow(templateRow, row)),
    save({ id, kind, body }) {
      put.run(id, kind, body);
      return {};
    },
    remove({ id }) {
      remove.run(id);
      return {};
    },
  };
}

const mostListed = 10_000;
const draftRow = z
  .object({ body: bytesColumn, saved_at: instantColumn })
  .transform(({ body, saved_at }) => ({ body, savedAt: saved_at }));
const listedRow = z
  .object({ domain: z.string(), kind: draftKind, saved_at: instantColumn })
  .transform(({ domain, kind, saved_at }) => ({ domain, kind, savedAt: saved_at }));

/** What was typed and not sent. */
export function createDraftsRepository(database: DatabaseSync): Repository<'drafts'> {
  const find = database.prepare(
    'SELECT body, saved_at FROM drafts WHERE account_id = ? AND domain = ? AND kind = ?',
  );
  const put = database.prepare(`
    INSERT INTO drafts (account_id, domain, kind, body, saved_at) SELECT id, ?, ?, ?, ? FROM accounts WHERE id = ?
    ON CONFLICT (account_id, domain, kind) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at`);
  const remove = database.prepare('DELETE FROM drafts WHERE account_id = ? AND domain = ? AND kind = ?');
  const list = database.prepare(`
    SELECT domain, kind, saved_at FROM drafts WHERE account_id = ? ORDER BY saved_at DESC LIMIT ${mostListed}`);

  return {
    read({ accountId, domain, kind }) {
      const row = find.get(accountId, domain, kind);
      return row === undefined ? null : parseRow(draftRow, row);
    },
    save({ accountId, domain, kind, body, savedAt }) {
      put.run(domain, kind, body, toMs(savedAt), accountId);
      return {};
    },
    remove({ accountId, domain, kind }) {
      remove.run(accountId, domain, kind);
      return {};
    },
    list: ({ accountId }) => list.all(accountId).map((row) => parseRow(listedRow, row)),
  };
}
