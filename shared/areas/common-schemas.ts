import { z } from 'zod';
import { appError } from './error-schema.ts';
import { accountId, count, instant, keyState, text, tld } from './startup-schemas.ts';
import { accountColours } from '../domain/choices.ts';
import { findingKinds, unknownCauses } from '../domain/finding-kinds.ts';
import { longestInAccount, longestViewName, mostSavedViews } from '../domain/bounds.ts';

export * from './startup-schemas.ts';

export const accountDraft = z.object({
  label: text(longestInAccount.label),
  colour: z.enum(accountColours),
  baseUrl: text(longestInAccount.baseUrl),
  username: text(longestInAccount.username),
});

/** Counts of an account's contents, all of which are removed with it. */
export const accountContents = z.object({
  domains: count,
  /** Of the domains, those with a note or a tag. */
  annotated: count,
  sessions: count,
  drafts: count,
  batches: count,
});

/** An account that was removed, listed while the removal can be undone. */
export const removedAccount = z.object({
  id: accountId,
  label: text(80),
  colour: z.enum(accountColours),
  removedAt: instant,
});

/** How many lists are remembered; the last saved stay. */
export const mostListViews = 200;

/** How a list was left. `accountId` is null for a list that is not of one account; `body` is text in the page's own format. */
export const listView = z.object({
  list: text(80).min(1),
  accountId: accountId.nullable(),
  body: text(4_000),
});
export const listViews = z.array(listView).max(mostListViews);

/** Which saved view it is. `accountId` is null for one that is shown with every account. */
export const savedViewName = listView.omit({ body: true }).extend({ name: text(longestViewName).min(1) });
/** A view of a list that a person has saved under a name. */
export const savedView = listView.extend({ name: savedViewName.shape.name });
export const savedViews = z.array(savedView).max(mostSavedViews);

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

/** One field of an answer as text, for a person to read. `path` is dotted, as in `pricing.1.register`. */
const answerField = z.object({ path: text(500), value: text(4_000) });

export const findingDetails = z.object({
  finding,
  /** Every field of the lookup result as received; empty if there was no usable result. */
  fields: z.array(answerField).max(2_000),
  /** The whole answer as JSON text, masked and cut to 64 KiB. */
  answer: text(70_000),
  accountLabel: text(80),
});

/** One read operation of a connection test. `error` is an `AppError` if the operation did not answer. */
export const probe = z.object({
  operation: z.enum(['credits', 'tlds', 'version']),
  verdict: z.enum(['answered', 'not-permitted', 'failed']),
  /** The credit, the number of TLDs or the version, as text; empty if it did not answer. */
  answer: text(200),
  error: appError.nullable(),
});

export const connectionReport = z.object({
  probes: z.array(probe).max(3),
  /** As of the service's last answer; that one is from before this test where `isClockEarlier`. */
  clockSkewMs: z.number().nullable(),
  isClockEarlier: z.boolean(),
  testedAt: instant,
  /**
   * Given where nothing answers as the API does: the HTTP status of what did, and an address of the same server at which the API has answered.
   */
  address: z
    .object({ status: z.int().nullable(), found: text(longestInAccount.baseUrl).nullable() })
    .nullable(),
});

/**
 * A key that was taken. `tried`: why the former one is still in use, though another was given; refused by the service, or not to be tried
 * now, which a person decides on.
 */
export const keyTaken = z.object({
  key: keyState,
  tried: z.object({ isRefused: z.boolean(), error: appError }).nullable(),
});
