import { z } from 'zod';
import { namedFields } from '#shared/changes/kind.ts';
import { hosts } from '#shared/changes/parts.ts';
import { fullName } from '#shared/areas/change-schemas.ts';
import { accountId, domainText, nothing } from '#shared/areas/common-schemas.ts';
import { client, clientTemplates, draftKind } from '#shared/areas/portfolio.ts';
import { done, mapOk } from '#shared/result.ts';
import { action } from '../action.ts';

const ofAccount = z.object({ accountId });
const ofDomain = ofAccount.extend({ domain: fullName });
const someDomains = z.array(fullName).max(20_000);

/** The page's id of a local edit, under which it can be undone. Requests with the same one are undone together. */
const edit = z.uuid().optional();

/**
 * Undoes a local edit or does it again. What was changed since by something else is not overwritten: `kept` of them. Fails
 * where the edit is not in memory any more: only the newest ones are.
 */
const revert = z.object({ edit: z.uuid(), direction: z.enum(['undo', 'redo']) });

/** Clients are found by their names on domains, over all accounts, or in practice over that of practice. */
export const clients = {
  /** Sorted by name: those of domains, and those that have templates. */
  list: action(nothing, async (on) => mapOk(await on.clients.list(), (listed) => ({ clients: listed }))),
  /** Sets these templates of a client, which needs no domain yet; one that is left out stays. */
  save: action(
    z.object({
      name: client.shape.name,
      contact: clientTemplates.shape.contact.exactOptional(),
      nameservers: clientTemplates.shape.nameservers.exactOptional(),
      edit,
    }),
    async (on, change) => done(await on.clients.save(change)),
  ),
  /** Of `save`. */
  revert: action(revert, (on, { edit, direction }) => on.clients.revert(edit, direction)),
  /** The only client of these domains; null where they have none, or several. */
  ofDomains: action(
    z.object({ of: z.array(ofAccount.extend({ domains: someDomains })).max(1_000) }),
    async (on, { of }) => mapOk(await on.clients.ofDomains(of), (found) => ({ client: found })),
  ),
};

export const templates = {
  list: action(nothing, async (on) => mapOk(await on.templates.list(), (listed) => ({ templates: listed }))),
  /** @param id Null creates a new one. */
  save: action(
    z.object({
      id: z.uuid().nullable(),
      name: z.string().min(1).max(80),
      body: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('contact'), fields: namedFields }),
        z.object({ kind: z.literal('nameservers'), nameservers: hosts }),
      ]),
      edit,
    }),
    (on, template) => on.templates.save(template),
  ),
  remove: action(z.object({ id: z.uuid(), edit }), async (on, { id, edit }) =>
    done(await on.templates.remove(id, edit)),
  ),
  /** Of `save` and `remove`. */
  revert: action(revert, (on, { edit, direction }) => on.templates.revert(edit, direction)),
};

const ofDraft = ofDomain.extend({ kind: draftKind });
/** What was typed, in the page's own format. */
const body = z.string().max(200_000);

/** Unsent input of an editor, encrypted because it may be personal. */
export const drafts = {
  read: action(ofDraft, (on, { accountId, domain, kind }) => on.drafts.read(accountId, domain, kind)),
  save: action(ofDraft.extend({ body }), async (on, { accountId, domain, kind, body }) =>
    done(await on.drafts.save(accountId, domain, kind, body)),
  ),
  remove: action(ofDraft, async (on, { accountId, domain, kind }) =>
    done(await on.drafts.remove(accountId, domain, kind)),
  ),
  /** Lists the domains and editors that have drafts. */
  list: action(ofAccount, async (on, { accountId }) =>
    mapOk(await on.drafts.list(accountId), (listed) => ({ drafts: listed })),
  ),
};

/** What was typed for the last order of each account, encrypted because it is personal. It is offered, and never filled in unasked. */
export const lastOrders = {
  read: action(ofAccount, async (on, { accountId }) =>
    mapOk(await on.lastOrders.read(accountId), (order) => ({ order })),
  ),
  save: action(ofAccount.extend({ body }), async (on, { accountId, body }) =>
    done(await on.lastOrders.save(accountId, body)),
  ),
  forget: action(ofAccount, async (on, { accountId }) => done(await on.lastOrders.forget(accountId))),
};

/** Domains and nameservers of one check. */
const mostChecked = 50;

/** Nameservers as DNS itself answers, before and after a domain is sent to them. */
export const delegation = {
  /** What these nameservers say of these domains now. Null where a person has switched the check off. */
  check: action(
    ofAccount.extend({
      domains: z.array(domainText).min(1).max(mostChecked),
      hosts: z.array(domainText).min(1).max(mostChecked),
      /** They are to be registered: nobody has them, so only these nameservers are asked for them. */
      areNew: z.literal(true).exactOptional(),
    }),
    async (on, { accountId, domains, hosts, areNew }) =>
      mapOk(await on.nameserverChecks.check(accountId, domains, hosts, areNew), (checks) => ({ checks })),
  ),
  /** To which nameservers the TLD’s servers refer now. Null where the check is off, and in a practice account. */
  read: action(ofAccount.extend({ domain: domainText }), async (on, { accountId, domain }) =>
    mapOk(await on.nameserverChecks.delegation(accountId, domain), (found) => ({ delegation: found })),
  ),
};
