import { z } from 'zod';
import { fullName } from '#shared/areas/change-schemas.ts';
import * as s from '#shared/areas/common-schemas.ts';
import * as p from '#shared/areas/portfolio-schemas.ts';
import { request } from '#shared/areas/startup-schemas.ts';
import { bytes } from './session-records.ts';

const ofAccount = z.object({ accountId: s.accountId });
const ofDomain = ofAccount.extend({ domain: fullName });
const ofDraft = ofDomain.extend({ kind: p.draftKind });
const names = ofAccount.extend({ names: z.array(fullName) });

/** The registrant's name as Base64 of its encrypted bytes: the workspace cannot read it. */
const sealedName = z
  .object({ value: z.string(), at: s.instant, source: p.domain.shape.lock.unwrap().shape.source })
  .nullable();

/** A domain as stored. */
export const domainRecord = p.domain.extend({ registrant: sealedName });
export type DomainRecord = z.output<typeof domainRecord>;

/** An observation of a domain. A value that is older than the stored one is ignored. */
const domainObservation = domainRecord
  .pick({ lock: true, nameservers: true, registrant: true, expiresOn: true, transferredAway: true })
  .partial()
  .extend({
    name: fullName,
    /** When the domain was registered anew: earlier values belong to another registration. */
    since: s.instant.optional(),
    /** A renewal made here: an expiry known from before `sentAt` is expected to move by `years`. */
    renewal: z.object({ years: z.int(), sentAt: s.instant, at: s.instant }).optional(),
    /** Removes an expiry entered by hand; one from other sources stays. */
    takesExpiryBack: z.boolean().optional(),
    /** Parts that were read successfully: earlier errors of them are cleared. */
    wellRead: z.array(z.object({ part: p.domainPart, at: s.instant })).optional(),
    troubles: p.domain.shape.troubles.optional(),
  });
export type DomainObservation = z.output<typeof domainObservation>;

/** How many domains an account can have. */
export const mostDomains = 200_000;

/**
 * The domains of the portfolio. `names` holds A-labels in lower case. Lists of many names are joined by line feeds,
 * since transferring ten thousand short texts costs more than one long one. Unknown names are ignored.
 */
export const domainsRequests = {
  /**
   * In alphabetical order, as JSON texts of at most 500 {@link domainRecord}s each: they are parsed one by one, with
   * pauses.
   */
  list: request(ofAccount, z.object({ pages: z.array(z.string()) })),
  some: request(names, z.array(domainRecord)),
  /**
   * Adds the missing names, all or none; `isFull`: there would be more than {@link mostDomains}. Archived ones are
   * restored.
   */
  add: request(
    ofAccount.extend({
      names: z.string(),
      tags: p.tags,
      addedAt: s.instant,
      addedBy: p.domain.shape.addedBy,
    }),
    z.object({ added: z.string(), already: z.string(), restored: z.string(), isFull: z.boolean() }),
  ),
  /** All or none; `full`: the first name that would have too many tags. */
  tag: request(
    names.extend({ add: p.tags, remove: p.tags }),
    z.object({ domains: z.array(domainRecord), full: z.string().nullable() }),
  ),
  note: request(ofDomain.extend({ note: p.domainNote }), z.array(domainRecord)),
  archive: request(names.extend({ archivedAt: s.instant.nullable() }), z.array(domainRecord)),
  /** With their values, child nameservers and drafts; returns which of them existed. */
  remove: request(names, z.array(z.string())),
  /** Returns the updated domains. */
  learn: request(ofAccount.extend({ news: z.array(domainObservation) }), z.array(domainRecord)),
  /** The names that are known to use a nameserver, at most a thousand. */
  usersOf: request(ofAccount.extend({ host: z.string() }), z.array(z.string())),
} as const;

export const childrenRequests = {
  list: request(ofDomain, z.array(p.childNameserver)),
  /** False where the domain is not in the portfolio. */
  save: request(ofDomain.extend({ child: p.childNameserver }), z.boolean()),
  remove: request(ofDomain.extend({ host: z.string() }), s.nothing),
} as const;

/** `body`: encrypted for a contact, JSON text otherwise; it contains the template's name. */
const templateRecord = z.object({ id: z.string(), kind: z.enum(['contact', 'nameservers']), body: bytes });
export type TemplateRecord = z.output<typeof templateRecord>;

export const templatesRequests = {
  list: request(s.nothing, z.array(templateRecord)),
  save: request(templateRecord, s.nothing),
  remove: request(z.object({ id: z.string() }), s.nothing),
} as const;

const draftRecord = z.object({ body: bytes, savedAt: s.instant });

export const draftsRequests = {
  read: request(ofDraft, draftRecord.nullable()),
  /** Does nothing where the account no longer exists. */
  save: request(ofDraft.extend(draftRecord.shape), s.nothing),
  remove: request(ofDraft, s.nothing),
  /** The latest first, at most ten thousand. */
  list: request(ofAccount, z.array(z.object({ domain: fullName, kind: p.draftKind, savedAt: s.instant }))),
} as const;
