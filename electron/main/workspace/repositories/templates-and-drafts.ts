import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { draftKind } from '#shared/areas/portfolio.ts';
import { bytesColumn, instantColumn, inTransaction, rowsOf, toMs } from '../sqlite.ts';

const templateRow = z.object({
  id: z.string(),
  kind: z.enum(['contact', 'nameservers']),
  /** Encrypted for a contact, JSON text otherwise; it contains the template's name. */
  body: bytesColumn,
});
export type TemplateRecord = z.output<typeof templateRow>;

export const mostTemplates = 1_000;

interface TemplateMove {
  readonly id: string;
  readonly from: TemplateRecord | null;
  readonly to: TemplateRecord | null;
}

/** Templates of contacts and nameservers. */
export function createTemplatesRepository(database: DatabaseSync) {
  const list = rowsOf(database, templateRow).from('templates ORDER BY id');
  const one = rowsOf(database, templateRow).from('templates WHERE id = ?');
  const put = database.prepare(`
    INSERT INTO templates (id, kind, body) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, body = excluded.body`);
  const remove = database.prepare('DELETE FROM templates WHERE id = ?');

  return {
    list: () => list.all(),
    save({ id, kind, body }: TemplateRecord) {
      put.run(id, kind, body);
    },
    remove({ id }: { readonly id: string }) {
      remove.run(id);
    },
    /** Puts a template from one state into another; false where it is in neither. Null: there is no such template. */
    move: ({ id, from, to }: TemplateMove): boolean =>
      inTransaction(database, () => {
        const now = one.find(id);
        if (isDeepStrictEqual(now, to)) return true;
        if (!isDeepStrictEqual(now, from)) return false;
        if (to === null) remove.run(id);
        else put.run(to.id, to.kind, to.body);
        return true;
      }),
  };
}

const mostListed = 10_000;
const draftRow = z.object({ domain: z.string(), kind: draftKind, body: bytesColumn, savedAt: instantColumn });
export type DraftRecord = z.output<typeof draftRow>;
const draftBody = draftRow.pick({ body: true, savedAt: true });
const listedDraft = draftRow.omit({ body: true });

interface OfAccount {
  readonly accountId: string;
}

interface OfDomain extends OfAccount {
  /** As A-labels in lower case. */
  readonly domain: string;
}

interface OfDraft extends OfDomain {
  readonly kind: z.output<typeof draftKind>;
}

/** Forms that were filled in and not sent. */
export function createDraftsRepository(database: DatabaseSync) {
  const find = rowsOf(database, draftBody).from('drafts WHERE account_id = ? AND domain = ? AND kind = ?');
  const put = database.prepare(`
    INSERT INTO drafts (account_id, domain, kind, body, saved_at) SELECT id, ?, ?, ?, ? FROM accounts WHERE id = ?
    ON CONFLICT (account_id, domain, kind) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at`);
  const remove = database.prepare('DELETE FROM drafts WHERE account_id = ? AND domain = ? AND kind = ?');
  const ofDomain = rowsOf(database, draftRow).from(
    'drafts WHERE account_id = ? AND domain = ? ORDER BY kind',
  );
  const removeAll = database.prepare('DELETE FROM drafts WHERE account_id = ? AND domain = ?');
  const list = rowsOf(database, listedDraft).from(
    `drafts WHERE account_id = ? ORDER BY saved_at DESC LIMIT ${mostListed}`,
  );

  return {
    read: ({ accountId, domain, kind }: OfDraft) => find.find(accountId, domain, kind),
    /** Does nothing where the account no longer exists. */
    save({ accountId, domain, kind, body, savedAt }: OfDraft & z.output<typeof draftBody>) {
      put.run(domain, kind, body, toMs(savedAt), accountId);
    },
    remove({ accountId, domain, kind }: OfDraft) {
      remove.run(accountId, domain, kind);
    },
    ofDomain: ({ accountId, domain }: OfDomain) => ofDomain.all(accountId, domain),
    removeAll: ({ accountId, domain }: OfDomain) => removeAll.run(accountId, domain),
    /** The latest first. */
    list: ({ accountId }: OfAccount) => list.all(accountId),
  };
}
