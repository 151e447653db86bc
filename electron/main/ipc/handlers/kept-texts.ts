import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Drafts, Templates } from '../../portfolio/kept-texts.ts';
import { done, ofActive } from './of-active.ts';

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

export function createDraftsHandlers(
  active: Pick<ActiveAccount, 'account'>,
  drafts: Drafts,
): Handlers['drafts'] {
  const ofItsAccount = ofActive(active);
  return {
    read: ({ domain, kind }) => ofItsAccount((id) => drafts.read(id, domain, kind)),
    save: async ({ domain, kind, body }) =>
      done(await ofItsAccount((id) => drafts.save(id, domain, kind, body))),
    remove: async ({ domain, kind }) => done(await ofItsAccount((id) => drafts.remove(id, domain, kind))),
    async list() {
      const listed = await ofItsAccount(drafts.list);
      return listed.ok ? ok({ drafts: [...listed.value] }) : listed;
    },
  };
}
