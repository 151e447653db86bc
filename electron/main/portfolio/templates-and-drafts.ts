import { template as templateSchema } from '#shared/areas/portfolio.ts';
import { type ChangeFamily, familyOf } from '#shared/domain/change-kinds.ts';
import { type Change, tookEffect } from '#shared/domain/change.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
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
    edits.add(edit, [{ key: id, before, after }], async ([move]) => {
      if (move === undefined) return ok(0);
      const moved = await kept.move({ id, ...move });
      feed.publish();
      return mapOk(moved, Number);
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
     * Fails with: `keychain` (there are contacts, and they cannot be decrypted now), `storage`.
     */
    async list(): Promise<Result<readonly Template[]>> {
      const listed = await kept.list();
      if (!listed.ok) return listed;
      const templates: Template[] = [];
      for (const record of listed.value) {
        const text = await textOf(record);
        if (!text.ok) return text;
        templates.push(templateIn(record, text.value));
      }
      return ok(templates.sort((a, b) => a.name.localeCompare(b.name)));
    },
    /** Fails with: `keychain` (a contact cannot be encrypted), `invalid-input`, `storage`. */
    async save({ id, name, body, edit }: TypedTemplate): Promise<Result<Template>> {
      const listed = await kept.list();
      if (!listed.ok) return listed;
      const before = listed.value.find((record) => record.id === id) ?? null;
      if (before === null && listed.value.length >= mostTemplates) return tooManyTemplates;
      const template: Template = { id: id ?? newId(), name, ...body };
      const bytes = await bodyOf(template);
      if (!bytes.ok) return bytes;
      const after = { id: template.id, kind: template.kind, body: bytes.value };
      const saved = await kept.save(after);
      if (!saved.ok) return saved;
      edited(edit, template.id, before, after);
      return ok(template);
    },
    async remove(id: string, edit?: string): Promise<Result<unknown>> {
      const listed = await kept.list();
      if (!listed.ok) return listed;
      const removed = await kept.remove({ id });
      if (removed.ok) edited(edit, id, listed.value.find((record) => record.id === id) ?? null, null);
      return removed;
    },
    /** Undoes a save or a removal, or does it again. Fails with: `invalid-input`, `storage`. */
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
    const found = await kept.read({ accountId, domain, kind });
    if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
    const body = await sealing.open(found.value.body, draftPurpose(accountId, domain, kind));
    if (!body.ok) return body;
    return ok(body.value === null ? null : { body: body.value, savedAt: found.value.savedAt });
  }

  const save = async (
    accountId: string,
    domain: string,
    kind: ChangeFamily,
    body: string,
  ): Promise<Result<unknown>> => {
    const purpose = draftPurpose(accountId, domain, kind);
    const draft = { body, savedAt: now().toISOString(), domain, kind };
    inMemory.set(purpose, draft);
    const sealed = await sealing.seal(body, purpose);
    // The draft was removed or replaced while it was being encrypted: it must not come back.
    if (!sealed.ok || inMemory.get(purpose) !== draft) return ok(null);
    const saved = await kept.save({ accountId, domain, kind, body: sealed.value, savedAt: draft.savedAt });
    if (saved.ok && inMemory.get(purpose) === draft) inMemory.delete(purpose);
    return saved;
  };

  return {
    /** Null where there is none, or it cannot be decrypted any more. Fails with: `keychain`, `storage`. */
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
    async save(...draft: Parameters<typeof save>): Promise<Result<unknown>> {
      const saving = save(...draft);
      pending.add(saving);
      return await saving.finally(() => pending.delete(saving));
    },
    async remove(accountId: string, domain: string, kind: ChangeFamily): Promise<Result<unknown>> {
      inMemory.delete(draftPurpose(accountId, domain, kind));
      return await kept.remove({ accountId, domain, kind });
    },
    async list(
      accountId: string,
    ): Promise<
      Result<readonly { readonly domain: string; readonly kind: ChangeFamily; readonly savedAt: string }[]>
    > {
      const listed = await kept.list({ accountId });
      if (!listed.ok) return listed;
      const mine = [...inMemory].filter(([purpose]) => purpose.startsWith(draftsOf(accountId)));
      const remembered = mine.map(([, { domain, kind, savedAt }]) => ({ domain, kind, savedAt }));
      const others = listed.value.filter(
        ({ domain, kind }) => !inMemory.has(draftPurpose(accountId, domain, kind)),
      );
      return ok([...remembered, ...others].slice(0, mostDrafts));
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
export async function forgetDraftOf(change: Change, drafts: Pick<Drafts, 'list' | 'remove'>): Promise<void> {
  const { accountId, domain, createdAt, batchId } = change;
  if (batchId !== null || !tookEffect(change)) return;
  const kind = familyOf(change.what.kind);
  const listed = await drafts.list(accountId);
  if (!listed.ok) return;
  const draft = listed.value.find((each) => each.domain === domain && each.kind === kind);
  if (draft !== undefined && draft.savedAt <= createdAt) await drafts.remove(accountId, domain, draft.kind);
}
