import { z } from 'zod';
import { fullName, hosts, namedFields } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import * as p from './portfolio-schemas.ts';
import { request } from './startup-schemas.ts';

const ofAccount = z.object({ accountId: s.accountId });
const ofDomain = ofAccount.extend({ domain: fullName });
const someDomains = z.array(fullName).max(20_000);

/**
 * Requests for the portfolio; part of the contract. Each names its account: input typed just before another account is
 * chosen belongs to the previous one (F8).
 */
export const portfolioRequests = {
  domains: {
    /** Includes archived ones. */
    list: request(ofAccount, z.object({ domains: z.array(p.domain).max(200_000) })),
    find: request(ofDomain, p.domain),
    /**
     * One name or many, separated by line feeds, spaces, commas or semicolons; for a URL, its host. Sends nothing to
     * the service.
     */
    add: request(
      ofAccount.extend({ text: z.string().max(2_000_000), tags: p.tags }),
      z.object({
        added: z.array(fullName).max(200_000),
        /** Already in the portfolio, and unchanged. */
        already: z.array(fullName).max(200_000),
        /** Archived before, and restored now. */
        restored: z.array(fullName).max(200_000),
        refused: z
          .array(z.object({ line: z.number().int(), text: z.string().max(300), reason: z.string().max(300) }))
          .max(20_000),
      }),
    ),
    tag: request(ofAccount.extend({ domains: someDomains, add: p.tags, remove: p.tags }), s.nothing),
    note: request(ofDomain.extend({ note: p.domainNote }), p.domain),
    /** Sets an expiry date entered by hand, and marks it so; null removes it. */
    tellExpiry: request(ofDomain.extend({ expiresOn: p.day.nullable() }), p.domain),
    archive: request(ofAccount.extend({ domains: someDomains, archived: z.boolean() }), s.nothing),
    /** Removes the domains and everything stored about them from the portfolio. The journal is kept. */
    remove: request(ofAccount.extend({ domains: someDomains }), s.nothing),
    /**
     * Reads the present state, limited by the throttle. Results arrive as `domains.changed`, progress as
     * `domains.reading`.
     */
    readAgain: request(
      ofAccount.extend({ domains: someDomains.min(1), parts: z.array(p.domainPart).min(1).max(3) }),
      p.reading,
    ),
    cancelReading: request(z.object({ id: z.uuid() }), s.nothing),
    /**
     * Reads the present contacts from the service, in clear text, for the editor. Only the registrant's name is stored,
     * encrypted. Roles and fields are in the order and under the names of the answer.
     */
    readContacts: request(
      ofDomain,
      z.object({
        readAt: s.instant,
        roles: z
          .array(
            z.object({
              name: z.string().max(200),
              isWritable: z.boolean(),
              fields: z
                .array(
                  z.object({ name: z.string().max(200), value: z.string().max(2_000), isText: z.boolean() }),
                )
                .max(200),
            }),
          )
          .max(50),
        /** Masked. */
        answer: z.string().max(70_000),
      }),
    ),
    children: request(ofDomain, z.object({ children: z.array(p.childNameserver).max(1_000) })),
    /** Adds a child nameserver that was created elsewhere; sends nothing. */
    tellChild: request(
      ofDomain.extend({ host: fullName, addresses: z.array(z.string().max(64)).max(20) }),
      z.object({ children: z.array(p.childNameserver).max(1_000) }),
    ),
    forgetChild: request(
      ofDomain.extend({ host: fullName }),
      z.object({ children: z.array(p.childNameserver).max(1_000) }),
    ),
    /** The domains of the portfolio that use `host` as a nameserver, as far as is known. */
    usersOf: request(
      ofAccount.extend({ host: fullName }),
      z.object({ domains: z.array(fullName).max(1_000) }),
    ),
  },
  templates: {
    list: request(s.nothing, z.object({ templates: z.array(p.template).max(1_000) })),
    /** @param id Null creates a new one. */
    save: request(
      z.object({
        id: z.uuid().nullable(),
        name: z.string().min(1).max(80),
        body: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('contact'), fields: namedFields }),
          z.object({ kind: z.literal('nameservers'), nameservers: hosts }),
        ]),
      }),
      p.template,
    ),
    remove: request(z.object({ id: z.uuid() }), s.nothing),
  },
  /** Unsent input of an editor, encrypted because it may be personal. `body` is text in the page's own format. */
  drafts: {
    read: request(
      ofDomain.extend({ kind: p.draftKind }),
      z.object({ body: z.string().max(200_000).nullable(), savedAt: s.instant.nullable() }),
    ),
    save: request(ofDomain.extend({ kind: p.draftKind, body: z.string().max(200_000) }), s.nothing),
    remove: request(ofDomain.extend({ kind: p.draftKind }), s.nothing),
    /** Lists the domains and editors that have drafts. */
    list: request(
      ofAccount,
      z.object({
        drafts: z.array(z.object({ domain: fullName, kind: p.draftKind, savedAt: s.instant })).max(10_000),
      }),
    ),
  },
} as const;

export const portfolioEvents = {
  /** For one account: `domains` with their present values, `removed` by name. */
  'domains.changed': z.object({
    accountId: s.accountId,
    domains: z.array(p.domain),
    removed: z.array(fullName),
  }),
  'domains.reading': p.reading,
} as const;
