import { z } from 'zod';
import { accountId, domainText, finding, instant, price, text } from './common-schemas.ts';

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

export const watchingEvents = {
  /** Names were added, removed or looked up. */
  'watching.changed': ofAccount,
  /** A notice for a person who looks at the window; others get one of the system. */
  'watching.notice': notice,
  /** A notice of the system was clicked: the page shows what it is about. */
  'watching.opened': notice.pick({ about: true }),
} as const;
