import { z } from 'zod';
import { mostFlaggedNames, mostSeenPrices, mostWatchedNames } from '../domain/bounds.ts';
import {
  accountId,
  count,
  domainText,
  finding,
  instant,
  price,
  request,
  text,
  tld,
} from './common-schemas.ts';

/** A name of somebody else that is looked up once a day. */
export const watchedName = z.object({
  accountId,
  domain: domainText,
  addedAt: instant,
  /** What is known of it; `unchecked` where nothing is. */
  finding,
});

/** What a person is told of while nobody looks: counts and no names, since others may see it. */
export const notice = z.object({
  /** What it is about, so that a click leads there. */
  about: z.enum(['registries', 'expiries', 'watched-names']),
  title: text(100),
  body: text(300),
});

/** What a name cost when it was first seen so. */
export const seenPrice = z.object({
  seenAt: instant,
  kind: finding.shape.kind,
  prices: finding.shape.prices,
});

/** How what a name costs now differs from what was seen before. */
export const priceChange = z.object({
  of: z.enum(['register', 'renew', 'premium']),
  /** Null of a name that became a premium one. */
  before: price.nullable(),
  /** When it was first seen so. */
  beforeAt: instant.nullable(),
  after: price.nullable(),
  isRise: z.boolean(),
  /** When the present price was first seen. */
  since: instant,
});

export const namedPriceChange = priceChange.extend({
  domain: domainText,
  /** Of the finding that says what the name costs now. */
  checkedAt: instant,
});

const ofAccount = z.object({ accountId });
const names = z.array(domainText).min(1).max(mostWatchedNames);

/** Requests about what is watched while nobody looks; part of the contract. */
export const watchingRequests = {
  watching: {
    /** Asks for a file and writes the expiries of these accounts as a calendar; `path` is null if the dialog was cancelled. */
    saveCalendar: request(
      z.object({ accountIds: z.array(accountId).min(1).max(1_000) }),
      z.object({ path: text(4_096).nullable(), events: count }),
    ),
    names: request(ofAccount, z.object({ names: z.array(watchedName).max(mostWatchedNames) })),
    /** Names that are watched already stay as they are; those beyond the most that an account can watch are left out. */
    add: request(
      ofAccount.extend({
        names: z
          .array(z.object({ domain: domainText, tld }))
          .min(1)
          .max(mostWatchedNames),
      }),
      z.object({ added: count }),
    ),
    remove: request(ofAccount.extend({ domains: names }), z.object({ removed: count })),
    /** What was seen of a name’s prices, in that order: each price list once, until another one was seen. */
    prices: request(
      ofAccount.extend({ domain: domainText }),
      z.object({ seen: z.array(seenPrice).max(mostSeenPrices) }),
    ),
    /** How what these names cost by their latest findings differs from what was seen before; names without a difference are omitted. */
    priceChanges: request(
      ofAccount.extend({ domains: z.array(domainText).min(1).max(mostFlaggedNames) }),
      z.object({ changes: z.array(namedPriceChange).max(3 * mostFlaggedNames) }),
    ),
    /** Looks all watched names up now. `available`: how many became available. */
    run: request(ofAccount, z.object({ lookedUp: count, failed: count, available: count })),
  },
} as const;

export const watchingEvents = {
  /** Names were added, removed or looked up. */
  'watching.changed': ofAccount,
  /** A notice for a person who looks at the window; others get one of the system. */
  'watching.notice': notice,
  /** A notice of the system was clicked: the page shows what it is about. */
  'watching.opened': notice.pick({ about: true }),
} as const;
