import { template as templateSchema } from '#shared/areas/portfolio.ts';
import { type ChangeFamily, familyOf } from '#shared/domain/change-kinds.ts';
import { type Change, tookEffect } from '#shared/domain/change.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Encryption } from '../accounts/encryption.ts';
import { jsonIn } from '../system/texts.ts';
import { mostTemplates, type TemplateRecord } from '../workspace/repositories/templates-and-drafts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createEdits } from './edits.ts';
import type { Feed } from './feed.ts';
import type { Given } from '../system/timing.ts';

type WithoutName<T> = T extends unknown ? Omit<T, 'id' | 'name'> : never;

/** `id`: null for a new one. `edit`: under which it can be undone. */
interface TypedTemplate {
  readonly id: string | null;
  readonly name: string;
  readonly body: WithoutName<Template>;
  readonly edit?: string | undefined;
}

/** Contacts and sets of nameservers for reuse. They belong to the workspace, not to an account. */
export type Templates = ReturnType<typeof createTemplates>;

/** Text that was typed into an editor and not sent. Kept in memory until the program ends where it cannot be encrypted. */
export type Drafts = ReturnType<typeof createDrafts>;

interface StoredTextsDeps extends Given<'newId' | 'now'> {
  readonly workspace: Pick<Workspace, 'templates' | 'drafts'>;
  readonly sealing: Encryption;
  readonly feed: Feed;
}

/** Creates the templates. Of a contact, the template's name is encrypted too, because it is often the contact's own. */
export function createTemplates({ workspace, sealing, feed, newId }: StoredTextsDeps) {
  const kept = workspace.templates;
  const edits = createEdits<TemplateRecord | null>();

  function edited(
    edit: string | undefined,
    id: string,
    before: TemplateRecord | null,
    after: TemplateRecord | null,
  ): void {
    feed.publish();
    edits.add(edit, [{ key: id, before, after }], ([move]) => {
      if (move === undefined) return ok(0);
      const moved = kept.move({ id, ...move });
      feed.publish();
      return ok(Number(moved));
    });
  }

  async function textOf({ id, kind, body }: TemplateRecord): Promise<Result<string | null>> {
    return kind === 'contact' ? await sealing.open(body, purposeOf(id)) : ok(Buffer.from(body).toString());
  }

  async function bodyOf(template: Template): Promise<Result<Uint8Array<ArrayBuffer>>> {
    const text = JSON.stringify(template);
    return template.kind === 'contact'
      ? await sealing.seal(text, purposeOf(template.id))
      : ok(new TextEncoder().encode(text));
  }

  return {
    /**
     * Sorted by name. A template that cannot be decrypted has no content and can only be removed.
     *
     * Fails with: `keychain` (there are contacts, and they cannot be decrypted now).
     */
    async list(): Promise<Result<readonly Template[]>> {
      const templates: Template[] = [];
      for (const record of kept.list()) {
        const text = await textOf(record);
        if (!text.ok) return text;
        templates.push(templateIn(record, text.value));
      }
      return ok(templates.sort((a, b) => a.name.localeCompare(b.name)));
    },
    /** Fails with: `keychain` (a contact cannot be encrypted), `invalid-input`. */
    async save({ id, name, body, edit }: TypedTemplate): Promise<Result<Template>> {
      const all = kept.list();
      const before = all.find((record) => record.id === id) ?? null;
      if (before === null && all.length >= mostTemplates) return tooManyTemplates;
      const template: Template = { id: id ?? newId(), name, ...body };
      const bytes = await bodyOf(template);
      if (!bytes.ok) return bytes;
      const after = { id: template.id, kind: template.kind, body: bytes.value };
      kept.save(after);
      edited(edit, template.id, before, after);
      return ok(template);
    },
    remove(id: string, edit?: string): void {
      const before = kept.list().find((record) => record.id === id) ?? null;
      kept.remove({ id });
      edited(edit, id, before, null);
    },
    /** Undoes a save or a removal, or does it again. Fails with: `invalid-input`. */
    revert: edits.revert,
  };
}

const purposeOf = (id: string): string => `template ${id}`;

/**
 * The template. One that cannot be read (its key is gone, or it is damaged) is listed without content, so that it can be removed.
 */
function templateIn({ id, kind }: TemplateRecord, text: string | null): Template {
  const read = templateSchema.safeParse(text === null ? null : jsonIn(text));
  if (read.success && read.data.id === id && read.data.kind === kind) return read.data;
  const name = 'Can no longer be opened';
  return kind === 'contact' ? { id, name, kind, fields: [] } : { id, name, kind, nameservers: [] };
}

const tooManyTemplates: Result<never> = fail({
  kind: 'invalid-input',
  field: 'name',
  reason: `There are already ${mostTemplates} templates; remove one first`,
});

interface Draft {
  readonly body: string;
  readonly savedAt: string;
}

interface ListedDraft {
  readonly domain: string;
  readonly kind: ChangeFamily;
  readonly savedAt: string;
}

/** Drafts: encrypted, or in memory where they cannot be. Their domain and kind are not personal and are stored unencrypted. */
export function createDrafts({ workspace, sealing, now }: Omit<StoredTextsDeps, 'feed'>) {
  const kept = workspace.drafts;
  const inMemory = new Map<string, Draft & { readonly domain: string; readonly kind: ChangeFamily }>();
  const pending = new Set<Promise<unknown>>();

  async function readSealed(
    accountId: string,
    domain: string,
    kind: ChangeFamily,
  ): Promise<Result<Draft | null>> {
    const found = kept.read({ accountId, domain, kind });
    if (found === null) return ok(null);
    const body = await sealing.open(found.body, draftPurpose(accountId, domain, kind));
    if (!body.ok) return body;
    return ok(body.value === null ? null : { body: body.value, savedAt: found.savedAt });
  }

  const save = async (accountId: string, domain: string, kind: ChangeFamily, body: string): Promise<void> => {
    const purpose = draftPurpose(accountId, domain, kind);
    const draft = { body, savedAt: now().toISOString(), domain, kind };
    inMemory.set(purpose, draft);
    const sealed = await sealing.seal(body, purpose);
    // The draft was removed or replaced while it was being encrypted: it must not come back.
    if (!sealed.ok || inMemory.get(purpose) !== draft) return;
    kept.save({ accountId, domain, kind, body: sealed.value, savedAt: draft.savedAt });
    inMemory.delete(purpose);
  };

  return {
    /** Null where there is none, or it cannot be decrypted any more. Fails with: `keychain`. */
    async read(
      accountId: string,
      domain: string,
      kind: ChangeFamily,
    ): Promise<Result<{ readonly body: string | null; readonly savedAt: string | null }>> {
      const remembered = inMemory.get(draftPurpose(accountId, domain, kind));
      if (remembered !== undefined) return ok({ body: remembered.body, savedAt: remembered.savedAt });
      const found = await readSealed(accountId, domain, kind);
      return found.ok ? ok(found.value ?? { body: null, savedAt: null }) : found;
    },
    async save(...draft: Parameters<typeof save>): Promise<void> {
      const saving = save(...draft);
      pending.add(saving);
      await saving.finally(() => pending.delete(saving));
    },
    remove(accountId: string, domain: string, kind: ChangeFamily): void {
      inMemory.delete(draftPurpose(accountId, domain, kind));
      kept.remove({ accountId, domain, kind });
    },
    list(accountId: string): readonly ListedDraft[] {
      const mine = [...inMemory].filter(([purpose]) => purpose.startsWith(draftsOf(accountId)));
      const remembered = mine.map(([, { domain, kind, savedAt }]) => ({ domain, kind, savedAt }));
      const others = kept
        .list({ accountId })
        .filter(({ domain, kind }) => !inMemory.has(draftPurpose(accountId, domain, kind)));
      return [...remembered, ...others].slice(0, mostDrafts);
    },
    /** Resolves when every draft is on the disk or cannot be written. The workspace has to stay open until then. */
    async close() {
      await Promise.allSettled(pending);
    },
  };
}

const mostDrafts = 10_000;

const draftsOf = (accountId: string): string => `draft of ${accountId} `;

const draftPurpose = (accountId: string, domain: string, kind: ChangeFamily): string =>
  `${draftsOf(accountId)}${domain} ${kind}`;

/**
 * Removes the draft of a change that is done: it may be personal, and is no longer needed (D10). Text typed later stays, and so
 * does an editor's text while a batch changes the same thing.
 */
export function forgetDraftOf(change: Change, drafts: Pick<Drafts, 'list' | 'remove'>): void {
  const { accountId, domain, createdAt, batchId } = change;
  if (batchId !== null || !tookEffect(change)) return;
  const kind = familyOf(change.what.kind);
  const draft = drafts.list(accountId).find((each) => each.domain === domain && each.kind === kind);
  if (draft !== undefined && draft.savedAt <= createdAt) drafts.remove(accountId, domain, draft.kind);
}
