import { z } from 'zod';
import { fullName, hosts, namedFields } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import * as p from './portfolio-schemas.ts';
import { request } from './startup-schemas.ts';

const ofAccount = z.object({ accountId: s.accountId });
const ofDomain = ofAccount.extend({ domain: fullName });
const someDomains = z.array(fullName).max(20_000);

/**
 * What the page asks of main for the names that are looked after; part of the contract. Each request says whose they are: what is
 * typed just before another account is chosen belongs to the one before (F8).
 */
export const portfolioRequests = {
  domains: {
    /** Archived ones too. */
    list: request(ofAccount, z.object({ domains: z.array(p.domain).max(200_000) })),
    find: request(ofDomain, p.domain),
    /** One name or many, separated by line feeds, spaces, commas or semicolons; of a URL the host. Nothing is asked of the service. */
    add: request(
      ofAccount.extend({ text: z.string().max(2_000_000), tags: p.tags }),
      z.object({
        added: z.array(fullName).max(200_000),
        /** Left as they were. */
        already: z.array(fullName).max(200_000),
        /** Were archived and are back. */
        restored: z.array(fullName).max(200_000),
        refused: z
          .array(z.object({ line: z.number().int(), text: z.string().max(300), reason: z.string().max(300) }))
          .max(20_000),
      }),
    ),
    tag: request(ofAccount.extend({ domains: someDomains, add: p.tags, remove: p.tags }), s.nothing),
    note: request(ofDomain.extend({ note: p.domainNote }), p.domain),
    /** A person's word, marked so; null takes it back. */
    tellExpiry: request(ofDomain.extend({ expiresOn: p.day.nullable() }), p.domain),
    archive: request(ofAccount.extend({ domains: someDomains, archived: z.boolean() }), s.nothing),
    /** Takes it out of the portfolio, with what is known of it. The journal stays. */
    remove: request(ofAccount.extend({ domains: someDomains }), s.nothing),
    /** Reads the present state under the throttle; what it finds arrives as `domains.changed`, how far it is as `domains.reading`. */
    readAgain: request(
      ofAccount.extend({ domains: someDomains.min(1), parts: z.array(p.domainPart).min(1).max(3) }),
      p.reading,
    ),
    cancelReading: request(z.object({ id: z.uuid() }), s.nothing),
    /**
     * The contacts as they are at the service now, in clear, for the editor; nothing of it is kept but the registrant's name, sealed.
     * Roles and fields in the order and under the names of the answer.
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
    /** A person tells of a child nameserver that was made elsewhere; nothing is sent. */
    tellChild: request(
      ofDomain.extend({ host: fullName, addresses: z.array(z.string().max(64)).max(20) }),
      z.object({ children: z.array(p.childNameserver).max(1_000) }),
    ),
    forgetChild: request(
      ofDomain.extend({ host: fullName }),
      z.object({ children: z.array(p.childNameserver).max(1_000) }),
    ),
    /** The names of the portfolio that use `host` as a nameserver, as far as is known. */
    usersOf: request(
      ofAccount.extend({ host: fullName }),
      z.object({ domains: z.array(fullName).max(1_000) }),
    ),
  },
  templates: {
    list: request(s.nothing, z.object({ templates: z.array(p.template).max(1_000) })),
    /** @param id Null makes a new one. */
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
  /** What was typed into an editor and not sent: sealed, since it may be personal. `body` is the page's own text. */
  drafts: {
    read: request(
      ofDomain.extend({ kind: p.draftKind }),
      z.object({ body: z.string().max(200_000).nullable(), savedAt: s.instant.nullable() }),
    ),
    save: request(ofDomain.extend({ kind: p.draftKind, body: z.string().max(200_000) }), s.nothing),
    remove: request(ofDomain.extend({ kind: p.draftKind }), s.nothing),
    /** Where there are drafts. */
    list: request(
      ofAccount,
      z.object({
        drafts: z.array(z.object({ domain: fullName, kind: p.draftKind, savedAt: s.instant })).max(10_000),
      }),
    ),
  },
} as const;

export const portfolioEvents = {
  /** Of one account; `domains` as they stand now, `removed` by name. */
  'domains.changed': z.object({
    accountId: s.accountId,
    domains: z.array(p.domain),
    removed: z.array(fullName),
  }),
  'domains.reading': p.reading,
} as const;
