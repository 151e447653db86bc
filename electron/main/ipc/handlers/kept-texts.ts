import type { Handlers } from '#shared/ipc/types.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Drafts, Templates } from '../../portfolio/kept-texts.ts';

export const createTemplatesHandlers = (templates: Templates): Handlers['templates'] => ({
  async list() {
    const listed = await templates.list();
    return listed.ok ? ok({ templates: [...listed.value] }) : listed;
  },
  save: (template) => templates.save(template),
  async remove({ id }) {
    return nothing(await templates.remove(id));
  },
});

export const createDraftsHandlers = (
  active: Pick<ActiveAccount, 'account'>,
  drafts: Drafts,
): Handlers['drafts'] => ({
  async read({ domain, kind }) {
    const account = await active.account();
    return account.ok ? await drafts.read(account.value.id, domain, kind) : account;
  },
  async save({ domain, kind, body }) {
    const account = await active.account();
    return account.ok ? nothing(await drafts.save(account.value.id, domain, kind, body)) : account;
  },
  async remove({ domain, kind }) {
    const account = await active.account();
    return account.ok ? nothing(await drafts.remove(account.value.id, domain, kind)) : account;
  },
  async list() {
    const account = await active.account();
    if (!account.ok) return account;
    const listed = await drafts.list(account.value.id);
    return listed.ok ? ok({ drafts: [...listed.value] }) : listed;
  },
});

const nothing = (result: Result<unknown>): Result<Record<string, never>> => (result.ok ? ok({}) : result);
