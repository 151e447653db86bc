import { z } from 'zod';
import { namedFields } from '../changes/kind.ts';
import { hosts, lockState } from '../changes/parts.ts';
import { changeFamilies } from '../domain/change-kinds.ts';
import { fullName } from './change-schemas.ts';
import { accountId, count, instant, text } from './common-schemas.ts';
import { appError, earlierPayment } from './error-schema.ts';
import { registryFacts } from './registry-schemas.ts';
import {
  domainParts,
  eventFields,
  eventKinds,
  expirySources,
  longestOwnTexts,
} from '../domain/domain-parts.ts';

/**
 * The source of a domain's value. `change`: set by a confirmed change of ours. The others are those of expiries; a sync and a person
 * tell of more than these.
 */
export const knownSource = z.enum(['read', 'change', ...expirySources]);

/** Who in the team has observed it; left out where this workspace has. */
const observer = text(63).min(1).exactOptional();

/** A value with its time and source; never a guess. */
export const known = <T extends z.ZodType>(value: T) =>
  z
    .object({
      value,
      at: instant,
      source: knownSource,
      by: observer,
      /** The first time that it was observed so; left out where that is `at`. */
      since: instant.exactOptional(),
      /** What was known before it was read otherwise; left out where it was set from here, or nothing was known. */
      before: z.object({ value, at: instant }).exactOptional(),
    })
    .nullable();

export const day = z.iso.date();
/** The expiry of a domain as one source has it. */
export const expiry = z.object({
  source: z.enum(expirySources),
  date: day,
  at: instant,
  by: observer,
  /** The registry has renewed the domain by itself after it expired, and may delete it all the same. */
  isAutoRenewed: z.literal(true).exactOptional(),
});

const tag = text(40).min(1);
export const tags = z.array(tag).max(20).readonly();
/** See `ownTexts`. */
export const texts = { client: text(longestOwnTexts.client), note: text(longestOwnTexts.note) };
export const domainPart = z.enum(domainParts);
/** For each domain, an editor stores unsent input under the family of its changes. */
export const draftKind = z.enum(changeFamilies);

/** A domain in the portfolio, as the user entered it. The API cannot list domains: all of them were added here. */
export const domainEntry = z.object({
  accountId,
  /** The full name as A-labels, lower case. */
  name: fullName,
  addedAt: instant,
  addedBy: z.enum(['typed', 'import', 'registration', 'command line', 'change']),
  tags,
  /** Whose the domain is, in the user's own words. */
  client: texts.client,
  note: texts.note,
  archivedAt: instant.nullable(),
});

/** What is known of a domain, each value with its time and source. */
export const domainValues = z.object({
  lock: known(lockState),
  /** Lower case, in order. */
  nameservers: known(hosts),
  /** The registrant's company or name, for display. */
  registrant: known(text(500)),
  /** The one of its expiries that is shown (`shownExpiry`). */
  expiresOn: known(day),
  /** What its registry showed last, beside the expiry. */
  registry: known(registryFacts),
  /** Whether the service said that the domain was transferred away from us. */
  transferredAway: known(z.boolean()),
});

/** A domain with what is known of it. */
export const domain = domainEntry.extend({
  ...domainValues.shape,
  /** The errors of the last reading, by part; a part that was read successfully since is removed. */
  troubles: z
    .array(z.object({ part: domainPart, error: appError, at: instant }))
    .max(domainParts.length)
    .readonly(),
});

/** A host below a domain, with its addresses. The API cannot list them: they were created here or entered by hand. */
export const childNameserver = z.object({
  host: fullName,
  addresses: z.array(text(64)).max(20).readonly(),
  at: instant,
  source: z.enum(['change', 'typed']),
});

/** What happened to a domain beside its changes. */
export const domainEvent = z.object({
  kind: z.enum(eventKinds),
  at: instant,
  /** Of an import: the file's name, and whether it added the domain. */
  source: text(260).exactOptional(),
  isAdded: z.literal(true).exactOptional(),
  /** Who in the team has edited it; null where that was done here. */
  by: text(63).nullable().optional(),
  /** Of what may have been paid for elsewhere: by whom, and since when nobody knows. */
  earlier: earlierPayment.exactOptional(),
  /** Empty texts stand for nothing. Of a note and of archiving, only whether there was one. Days are `YYYY-MM-DD`. */
  changes: z
    .array(z.object({ field: z.enum(eventFields), before: text(1_000), after: text(1_000) }))
    .max(eventFields.length),
});

/** A stored template. Contact templates hold personal data and are encrypted. */
export const template = z.discriminatedUnion('kind', [
  /** The fields under the documented names, such as `Contact_Name`. */
  z.object({ id: z.uuid(), name: text(80).min(1), kind: z.literal('contact'), fields: namedFields }),
  z.object({ id: z.uuid(), name: text(80).min(1), kind: z.literal('nameservers'), nameservers: hosts }),
]);

/** The templates that orders and batches of a client propose, by their ids. One that was removed is as none. */
export const clientTemplates = z.object({ contact: z.uuid().nullable(), nameservers: z.uuid().nullable() });

/** A client: whose domains are, in the user's own words. `domains`: of all accounts, without the archived ones. */
export const client = z.object({ name: texts.client.min(1), domains: count, ...clientTemplates.shape });

/** Progress of reading the present state of many domains. */
export const reading = z.object({
  id: z.uuid(),
  accountId,
  total: count,
  done: count,
  /** Of `done`: what the service does not have, in its own words; of registries, those that show no expiry. */
  notShown: count,
  /** Of `done`, and at the end of `total`: what was not read (`not-read.ts`). */
  notRead: count,
  /** At the end, where there are any: their names, and how many and why in a sentence. */
  unread: z.object({ names: z.array(fullName).max(20_000), why: text(4_000) }).exactOptional(),
  isFinished: z.boolean(),
  /** The registries are read, not the service. */
  isOfRegistry: z.literal(true).exactOptional(),
  /** Of those of `notShown` at a registry, at the end: why, by TLD (`withoutExpiryText`). */
  without: text(4_000).exactOptional(),
  /** Why it waits or ended early; null if neither. */
  error: appError.nullable(),
});

export const portfolioEvents = {
  /** For one account: `domains` with their present values, `removed` by name. */
  'domains.changed': z.object({
    accountId: accountId,
    domains: z.array(domain),
    removed: z.array(fullName),
  }),
  'domains.reading': reading,
} as const;

/** An import of a file into a portfolio, which can be undone as a whole. */
export const domainImport = z.object({
  id: z.uuid(),
  at: instant,
  /** The file's name, or `pasted`. */
  source: text(260),
  /** The registrar's panel that writes such files; null where it was not recognised. */
  panel: text(40).nullable(),
  added: count,
  changed: count,
  unchanged: count,
  skipped: count,
  /** Of those that are not skipped, the rows of which not all was taken. */
  partly: count,
  undoneAt: instant.nullable(),
  /** Of how many domains it can still be undone. */
  left: count,
});
