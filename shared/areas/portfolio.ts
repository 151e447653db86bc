import { z } from 'zod';
import { namedFields } from '../changes/kind.ts';
import { hosts, lockState } from '../changes/parts.ts';
import { changeFamilies } from '../domain/change-kinds.ts';
import { fullName } from './change-schemas.ts';
import { accountId, amount, count, instant, nothing, request, text, tld } from './common-schemas.ts';
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

export const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** The expiry of a domain as one source has it. */
export const expiry = z.object({
  source: z.enum(expirySources),
  date: day,
  at: instant,
  by: observer,
  /** The registry has renewed the domain by itself after it expired, and may delete it all the same. */
  isAutoRenewed: z.literal(true).exactOptional(),
});

export const tag = text(40).min(1);
export const tags = z.array(tag).max(20).readonly();
/** See `ownTexts`. */
const texts = { client: text(longestOwnTexts.client), note: text(longestOwnTexts.note) };
const someTexts = z.object({ client: texts.client.exactOptional(), note: texts.note.exactOptional() });
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

/** What renewing for a year cost when it was looked up. */
const renewal = z.object({ ...amount.shape, at: instant });
export const renewalPrices = z.object({
  /** Of the account's domains, as far as it was said of that very name. */
  known: z.array(renewal.extend({ name: fullName })).max(200_000),
  /** Of each TLD, that of the name found available last. Another name may cost otherwise: it is shown, and never counted. */
  similar: z.array(renewal.extend({ tld })).max(20_000),
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
  /** Left out where the page that asked for it knows whose domains they are. */
  accountId: accountId.exactOptional(),
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
  /** Why it waits or ended early; null if neither. */
  error: appError.nullable(),
});

/** The page's id of a local edit, under which it can be undone. Requests with the same one are undone together. */
const edit = z.uuid().optional();

/**
 * Undoes a local edit or does it again. What was changed since by something else is not overwritten: `kept` of them. Fails
 * where the edit is not in memory any more: only the newest ones are.
 */
const revert = request(
  z.object({ edit: z.uuid(), direction: z.enum(['undo', 'redo']) }),
  z.object({ changed: count, kept: count }),
);

const ofAccount = z.object({ accountId: accountId });
const ofDomain = ofAccount.extend({ domain: fullName });
const someDomains = z.array(fullName).max(20_000);

/**
 * Requests for the portfolio; part of the contract. Each names its account: input typed just before another account is
 * chosen belongs to the previous one (F8).
 */
export const portfolioRequests = {
  domains: {
    /** Includes archived ones. */
    list: request(ofAccount, z.object({ domains: z.array(domain).max(200_000) })),
    /** The names alone, without the archived ones. */
    names: request(ofAccount, z.object({ names: z.array(fullName).max(200_000) })),
    /** What renewals cost. They follow from look-ups, and are read again after `today.changed`. */
    prices: request(ofAccount, renewalPrices),
    find: request(ofDomain, domain),
    /**
     * One name or many, separated by line feeds, spaces, commas or semicolons; for a URL, its host. Sends nothing to
     * the service.
     */
    add: request(
      ofAccount.extend({ text: z.string().max(2_000_000), tags: tags }),
      z.object({
        added: z.array(fullName).max(200_000),
        /** Already in the portfolio, and unchanged. */
        already: z.array(fullName).max(200_000),
        /** Archived before, and restored now. */
        restored: z.array(fullName).max(200_000),
        /** Hosts below a domain, of which the domain was taken; the first of them. */
        shortened: z.array(z.object({ typed: z.string().max(300), name: fullName })).max(100),
        refused: z
          .array(z.object({ line: z.number().int(), text: z.string().max(300), reason: z.string().max(300) }))
          .max(20_000),
      }),
    ),
    tag: request(ofAccount.extend({ domains: someDomains, add: tags, remove: tags, edit }), nothing),
    /** Replaces these of the texts that a person writes about a domain. */
    setTexts: request(ofDomain.extend({ texts: someTexts, edit }), domain),
    /** Sets whose the domains are; an empty text removes it. */
    setClient: request(ofAccount.extend({ domains: someDomains, client: texts.client, edit }), nothing),
    /** Sets an expiry date entered by hand, and marks it so; null removes it. */
    setExpiry: request(ofDomain.extend({ expiresOn: day.nullable() }), domain),
    archive: request(ofAccount.extend({ domains: someDomains, archived: z.boolean(), edit }), nothing),
    /** Removes the domains and everything stored about them from the portfolio. The journal is kept. */
    remove: request(ofAccount.extend({ domains: someDomains, edit }), nothing),
    /** Of `tag`, `setTexts`, `setClient`, `archive` and `remove`. */
    revert,
    /**
     * Reads the present state, limited by the throttle. Results arrive as `domains.changed`, progress as
     * `domains.reading`.
     */
    readAgain: request(
      ofAccount.extend({
        domains: someDomains.min(1),
        parts: z.array(domainPart).min(1).max(domainParts.length),
      }),
      reading,
    ),
    /**
     * Looks the domains up at their registries, where that is switched on. Results and progress arrive as those of `readAgain`.
     */
    readRegistry: request(ofAccount.extend({ domains: someDomains.min(1) }), reading),
    cancelReading: request(z.object({ id: z.uuid() }), nothing),
    /**
     * Reads the present contacts from the service, in clear text, for the editor. Only the registrant's name is stored,
     * encrypted. Roles and fields are in the order and under the names of the answer.
     */
    readContacts: request(
      ofDomain,
      z.object({
        readAt: instant,
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
    /** What happened to it beside its changes, the newest first. */
    history: request(ofDomain, z.object({ events: z.array(domainEvent).max(200) })),
    children: request(ofDomain, z.object({ children: z.array(childNameserver).max(1_000) })),
    /** Adds a child nameserver that was created elsewhere; sends nothing. */
    setChild: request(
      ofDomain.extend({ host: fullName, addresses: z.array(z.string().max(64)).max(20) }),
      z.object({ children: z.array(childNameserver).max(1_000) }),
    ),
    forgetChild: request(
      ofDomain.extend({ host: fullName }),
      z.object({ children: z.array(childNameserver).max(1_000) }),
    ),
    /** The domains of the portfolio that use `host` as a nameserver, as far as is known. */
    usersOf: request(
      ofAccount.extend({ host: fullName }),
      z.object({ domains: z.array(fullName).max(1_000) }),
    ),
  },
} as const;

export const portfolioEvents = {
  /** For one account: `domains` with their present values, `removed` by name. */
  'domains.changed': z.object({
    accountId: accountId,
    domains: z.array(domain),
    removed: z.array(fullName),
  }),
  'domains.reading': reading,
} as const;
