import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Drafts, Templates } from '../../portfolio/kept-texts.ts';
import { done } from './done.ts';

export const createTemplatesHandlers = (templates: Templates): Handlers['templates'] => ({
  async list() {
    const listed = await templates.list();
    return listed.ok ? ok({ templates: [...listed.value] }) : listed;
  },
  save: (template) => templates.save(template),
  async remove({ id }) {
    return done(await templates.remove(id));
  },
});

export const createDraftsHandlers = (drafts: Drafts): Handlers['drafts'] => ({
  read: ({ accountId, domain, kind }) => drafts.read(accountId, domain, kind),
  save: async ({ accountId, domain, kind, body }) => done(await drafts.save(accountId, domain, kind, body)),
  remove: async ({ accountId, domain, kind }) => done(await drafts.remove(accountId, domain, kind)),
  async list({ accountId }) {
    const listed = await drafts.list(accountId);
    return listed.ok ? ok({ drafts: [...listed.value] }) : listed;
  },
});
