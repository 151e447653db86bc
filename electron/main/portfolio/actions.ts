import { z } from 'zod';
import { namedFields } from '#shared/changes/kind.ts';
import { hosts } from '#shared/changes/parts.ts';
import { fullName } from '#shared/areas/change-schemas.ts';
import { accountId, domainText, nothing } from '#shared/areas/common-schemas.ts';
import { client, clientTemplates, day, domainPart, draftKind, tags, texts } from '#shared/areas/portfolio.ts';
import { inCurrencyOf } from '#shared/domain/account.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';
import type { Reading } from '#shared/domain/portfolio.ts';
import type { RenewalPrices } from '#shared/domain/renewal-costs.ts';
import { done, mapOk, ok, type Result } from '#shared/result.ts';
import { action, under } from '../action.ts';

const ofAccount = z.object({ accountId });
const ofDomain = ofAccount.extend({ domain: fullName });
const ofHost = ofDomain.extend({ host: fullName });
const someDomains = z.array(fullName).max(20_000);
const ofDomains = ofAccount.extend({ domains: someDomains });
const someTexts = z.object({ client: texts.client.exactOptional(), note: texts.note.exactOptional() });

/** The page's id of a local edit, under which it can be undone. Requests with the same one are undone together. */
const edit = z.uuid().optional();

/**
 * Undoes a local edit or does it again. What was changed since by something else is not overwritten: `kept` of them. Fails
 * where the edit is not in memory any more: only the newest ones are.
 */
const revert = z.object({ edit: z.uuid(), direction: z.enum(['undo', 'redo']) });

/**
 * The domains of accounts, and what is known of them. Each request names its account: input typed just before another account is
 * chosen belongs to the previous one (F8).
 */
export const domains = {
  /** Includes archived ones. */
  list: action(ofAccount, async (on, { accountId }) => ok({ domains: await on.portfolio.list(accountId) })),
  /** The names alone, without the archived ones. */
  names: action(ofAccount, (on, { accountId }) => ok({ names: on.portfolio.held(accountId) })),
  /** What renewals cost. They follow from look-ups, and are read again after `today.changed`. */
  prices: action(ofAccount, async (on, { accountId }) => {
    const account = on.accounts.find(accountId);
    if (!account.ok) return account;
    const inCurrency = inCurrencyOf(account.value.options);
    return mapOk(
      await on.workspace.findings.renewalPrices({ accountId }),
      ({ known, similar }): RenewalPrices => ({
        known: known.map(inCurrency),
        similar: similar.map(inCurrency),
      }),
    );
  }),
  find: action(ofDomain, (on, { accountId, domain }) => on.portfolio.find(accountId, domain)),
  /**
   * One name or many, separated by line feeds, spaces, commas or semicolons; for a URL, its host. Sends nothing to
   * the service.
   */
  add: action(ofAccount.extend({ text: z.string().max(2_000_000), tags }), (on, { accountId, ...typed }) =>
    on.portfolio.add(accountId, typed.text, typed.tags, 'typed'),
  ),
  tag: action(
    ofDomains.extend({ add: tags, remove: tags, edit }),
    async (on, { accountId, domains, add, remove, edit }) =>
      done(await on.portfolio.tag(accountId, domains, add, remove, edit)),
  ),
  /** Replaces these of the texts that a person writes about a domain. */
  setTexts: action(ofDomain.extend({ texts: someTexts, edit }), (on, { accountId, domain, texts, edit }) =>
    on.portfolio.setTexts(accountId, domain, texts, edit),
  ),
  /** Sets whose the domains are; an empty text removes it. */
  setClient: action(
    ofDomains.extend({ client: texts.client, edit }),
    async (on, { accountId, domains, client, edit }) => {
      await on.portfolio.setClient(accountId, domains, client, edit);
      return ok({});
    },
  ),
  /** Sets an expiry date entered by hand, and marks it so; null removes it. */
  setExpiry: action(ofDomain.extend({ expiresOn: day.nullable() }), (on, { accountId, domain, expiresOn }) =>
    on.portfolio.setExpiry(accountId, domain, expiresOn),
  ),
  archive: action(
    ofDomains.extend({ archived: z.boolean(), edit }),
    async (on, { accountId, domains, archived, edit }) => {
      await on.portfolio.archive(accountId, domains, archived, edit);
      return ok({});
    },
  ),
  /** Removes the domains and everything stored about them from the portfolio. The journal is kept. */
  remove: action(ofDomains.extend({ edit }), async (on, { accountId, domains, edit }) => {
    await on.portfolio.remove(accountId, domains, edit);
    return ok({});
  }),
  /** Of `tag`, `setTexts`, `setClient`, `archive` and `remove`. */
  revert: action(revert, (on, { edit, direction }) => on.portfolio.revert(edit, direction)),
  /**
   * Reads the present state, limited by the throttle. Results arrive as `domains.changed`, progress as
   * `domains.reading`.
   */
  readAgain: action(
    ofAccount.extend({
      domains: someDomains.min(1),
      parts: z.array(domainPart).min(1).max(domainParts.length),
    }),
    (on, { accountId, domains, parts }) => on.portfolio.readAgain(accountId, domains, parts),
  ),
  /** Looks the domains up at their registries, where that is switched on. Results and progress arrive as those of `readAgain`. */
  readRegistry: action(
    ofAccount.extend({ domains: someDomains.min(1) }),
    (on, { accountId, domains }): Promise<Result<Reading>> => on.registry.refresh(accountId, domains),
  ),
  cancelReading: action(z.object({ id: z.uuid() }), (on, { id }) => {
    on.portfolio.cancelReading(id);
    on.registry.cancel(id);
    return ok({});
  }),
  /**
   * Reads the present contacts from the service, in clear text, for the editor. Only the registrant's name is stored,
   * encrypted. Roles and fields are in the order and under the names of the answer.
   */
  readContacts: action(ofDomain, (on, { accountId, domain }) => on.portfolio.readContacts(accountId, domain)),
  /** What happened to it beside its changes, the newest first. */
  history: action(ofDomain, ({ workspace: { domains, domainImports } }, of) =>
    ok({ events: [...domains.events(of), ...domainImports.ofDomain(of)] }),
  ),
  children: action(ofDomain, (on, { accountId, domain }) =>
    ok({ children: on.portfolio.children(accountId, domain) }),
  ),
  /** Adds a child nameserver that was created elsewhere; sends nothing. */
  setChild: action(
    ofHost.extend({ addresses: z.array(z.string().max(64)).max(20) }),
    (on, { accountId, domain, host, addresses }) =>
      under('children', on.portfolio.setChild(accountId, domain, host, addresses)),
  ),
  forgetChild: action(ofHost, (on, { accountId, domain, host }) =>
    ok({ children: on.portfolio.forgetChild(accountId, domain, host) }),
  ),
  /** The domains of the portfolio that use `host` as a nameserver, as far as is known. */
  usersOf: action(ofAccount.extend({ host: fullName }), (on, { accountId, host }) =>
    ok({ domains: on.portfolio.usersOf(accountId, host) }),
  ),
};

/** Clients are found by their names on domains, over all accounts, or in practice over that of practice. */
export const clients = {
  /** Sorted by name: those of domains, and those that have templates. */
  list: action(nothing, (on) => ok({ clients: on.clients.list() })),
  /** Sets these templates of a client, which needs no domain yet; one that is left out stays. */
  save: action(
    z.object({
      name: client.shape.name,
      contact: clientTemplates.shape.contact.exactOptional(),
      nameservers: clientTemplates.shape.nameservers.exactOptional(),
      edit,
    }),
    (on, change) => {
      on.clients.save(change);
      return ok({});
    },
  ),
  /** Of `save`. */
  revert: action(revert, (on, { edit, direction }) => on.clients.revert(edit, direction)),
  /** The only client of these domains; null where they have none, or several. */
  ofDomains: action(z.object({ of: z.array(ofDomains).max(1_000) }), (on, { of }) =>
    ok({ client: on.clients.ofDomains(of) }),
  ),
};

export const templates = {
  list: action(nothing, (on) => under('templates', on.templates.list())),
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
  remove: action(z.object({ id: z.uuid(), edit }), (on, { id, edit }) => {
    on.templates.remove(id, edit);
    return ok({});
  }),
  /** Of `save` and `remove`. */
  revert: action(revert, (on, { edit, direction }) => on.templates.revert(edit, direction)),
};

const ofDraft = ofDomain.extend({ kind: draftKind });
/** What was typed, in the page's own format. */
const body = z.string().max(200_000);

/** Unsent input of an editor, encrypted because it may be personal. */
export const drafts = {
  read: action(ofDraft, (on, { accountId, domain, kind }) => on.drafts.read(accountId, domain, kind)),
  save: action(ofDraft.extend({ body }), async (on, { accountId, domain, kind, body }) => {
    await on.drafts.save(accountId, domain, kind, body);
    return ok({});
  }),
  remove: action(ofDraft, (on, { accountId, domain, kind }) => {
    on.drafts.remove(accountId, domain, kind);
    return ok({});
  }),
  /** Lists the domains and editors that have drafts. */
  list: action(ofAccount, (on, { accountId }) => ok({ drafts: on.drafts.list(accountId) })),
};

/** What was typed for the last order of each account, encrypted because it is personal. It is offered, and never filled in unasked. */
export const lastOrders = {
  read: action(ofAccount, (on, { accountId }) => under('order', on.lastOrders.read(accountId))),
  save: action(ofAccount.extend({ body }), async (on, { accountId, body }) => {
    await on.lastOrders.save(accountId, body);
    return ok({});
  }),
  forget: action(ofAccount, async (on, { accountId }) => {
    await on.lastOrders.forget(accountId);
    return ok({});
  }),
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
    (on, { accountId, domains, hosts, areNew }) =>
      under('checks', on.nameserverChecks.check(accountId, domains, hosts, areNew)),
  ),
  /** To which nameservers the TLD’s servers refer now. Null where the check is off, and in a practice account. */
  read: action(ofAccount.extend({ domain: domainText }), (on, { accountId, domain }) =>
    under('delegation', on.nameserverChecks.delegation(accountId, domain)),
  ),
};
