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

/** The registrant's name as Base64 of its sealed bytes: the workspace cannot read it. */
const sealedName = z
  .object({ value: z.string(), at: s.instant, source: p.domain.shape.lock.unwrap().shape.source })
  .nullable();

/** A domain as the workspace keeps it. */
export const domainRecord = p.domain.extend({ registrant: sealedName });
export type DomainRecord = z.output<typeof domainRecord>;

/** What somebody learned of a name. A value that is older than the one that is known is passed over. */
const domainObservation = domainRecord
  .pick({ lock: true, nameservers: true, registrant: true, expiresOn: true, transferredAway: true })
  .partial()
  .extend({
    name: fullName,
    /** Registered anew then: what was known before is of another registration. */
    since: s.instant.optional(),
    /** Renewed here: the expiry that is known from before it was sent is expected to be so many years later. */
    renewal: z.object({ years: z.int(), sentAt: s.instant, at: s.instant }).optional(),
    /** Takes a person's word for the expiry back; what others said of it stays. */
    takesExpiryBack: z.boolean().optional(),
    /** What was read well: earlier trouble with it is over. */
    wellRead: z.array(z.object({ part: p.domainPart, at: s.instant })).optional(),
    troubles: p.domain.shape.troubles.optional(),
  });
export type DomainObservation = z.output<typeof domainObservation>;

/** How many domains an account can have. */
export const mostDomains = 200_000;

/**
 * The names that are looked after. What goes into `names` is A-labels in lower case; lists of many names cross joined by line
 * feeds, since ten thousand short texts cost more than one long one. A name that is not there is passed over.
 */
export const domainsRequests = {
  /** In the order of the names, as JSON texts of at most 500 {@link domainRecord}s each: they are parsed one by one, with pauses. */
  list: request(ofAccount, z.object({ pages: z.array(z.string()) })),
  some: request(names, z.array(domainRecord)),
  /** Adds what is not there, all or none; `isFull`: there would be more than {@link mostDomains}. Archived ones come back. */
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
  /** With what is known of them, their children and their drafts; says which were there. */
  remove: request(names, z.array(z.string())),
  /** Answers with the domains as they are now. */
  learn: request(ofAccount.extend({ news: z.array(domainObservation) }), z.array(domainRecord)),
  /** The names that are known to use a nameserver, a thousand at most. */
  usersOf: request(ofAccount.extend({ host: z.string() }), z.array(z.string())),
} as const;

export const childrenRequests = {
  list: request(ofDomain, z.array(p.childNameserver)),
  /** False where the domain is not in the portfolio. */
  save: request(ofDomain.extend({ child: p.childNameserver }), z.boolean()),
  remove: request(ofDomain.extend({ host: z.string() }), s.nothing),
} as const;

/** `body`: sealed where it is a contact, JSON text where it is not; the template's name is in it. */
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
  /** Nothing is kept of an account that is not there any more. */
  save: request(ofDraft.extend(draftRecord.shape), s.nothing),
  remove: request(ofDraft, s.nothing),
  /** The latest first, ten thousand at most. */
  list: request(ofAccount, z.array(z.object({ domain: fullName, kind: p.draftKind, savedAt: s.instant }))),
} as const;
