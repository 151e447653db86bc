import { z } from 'zod';
import { appError } from './error-schema.ts';
import { accountId, instant, text, tld } from './startup-schemas.ts';
import { findingKinds, unknownCauses } from '../domain/finding-kinds.ts';
import { longestViewName } from '../domain/bounds.ts';

export * from './startup-schemas.ts';

/** Null means the account that is active in main at that time; screens pass the id of the account that they show. */
export const ofAccountOrActive = z.object({ accountId: accountId.nullable() });

/** How many lists are remembered; the last saved stay. */
export const mostListViews = 200;

/** How a list was left. `accountId` is null for a list that is not of one account; `body` is text in the page's own format. */
export const listView = z.object({
  list: text(80).min(1),
  accountId: accountId.nullable(),
  body: text(4_000),
});

/** Which saved view it is. `accountId` is null for one that is shown with every account. */
export const savedViewName = listView.omit({ body: true }).extend({ name: text(longestViewName).min(1) });
/** A view of a list that a person has saved under a name. */
export const savedView = listView.extend({ name: savedViewName.shape.name });

/** What is known of the connection to the service; the screen has a text for each. */
const connectionState = z.enum(['unknown', 'online', 'offline', 'no-api', 'refused', 'no-key']);

export const accountStatus = z.object({
  accountId: accountId.nullable(),
  connection: connectionState,
  /** Why the last call failed; null if it did not. */
  error: appError.nullable(),
  credit: z.object({ amount: text(64), readAt: instant }).nullable(),
  /** The service's clock minus ours, in milliseconds; null before the first answer. */
  clockSkewMs: z.number().nullable(),
});

/** `amount` is the decimal text as received, never a float. `currency` is null if the answer names none. */
export const amount = z.object({ amount: text(64), currency: text(16).nullable() });

/**
 * A price as the service gave it. Three states, because "not given" is not 0 and "unreadable" is not "not given".
 *
 * `atLeast`: what limits and warnings count where only the price of one year is known; it is no price. `raw`: what was
 * given instead of a price, cut; missing in what earlier versions stored.
 */
export const price = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-given'), atLeast: amount.optional() }),
  z.object({ kind: z.literal('given'), ...amount.shape }),
  z.object({ kind: z.literal('unreadable'), raw: text(200).optional() }),
]);

/** The prices of one period. Assumed: the period key counts years (field notes; the API document gives no unit). */
const periodPrices = z.object({ period: z.number(), register: price, transfer: price, renew: price });

export const finding = z.object({
  /** The full name as A-labels in lower case, without a final dot. */
  domain: text(255),
  /** The TLD without a leading dot, lower case. */
  tld,
  kind: z.enum(findingKinds),
  /** Set for `unknown` only. */
  cause: z.enum(unknownCauses).nullable(),
  /** The service's own words about this name (`domainErrorMessage`, an `error`), or empty. */
  message: text(1_000),
  /** UTC, ISO 8601; null for `unchecked`. */
  checkedAt: instant.nullable(),
  /** All periods in the answer, shortest first; empty if it has none. */
  prices: z.array(periodPrices).max(100).readonly(),
});
