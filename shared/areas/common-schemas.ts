import { z } from 'zod';
import { findingKinds, unknownCauses } from '../domain/finding-kinds.ts';
import {
  limitSumPattern,
  longestPeriodYears,
  longestViewName,
  longestInAccount,
  mostLimitCount,
  mostListedTlds,
  mostNameservers,
} from '../domain/bounds.ts';
import { accountColours } from '../domain/choices.ts';
import { isSafeAddress } from '../domain/registry-names.ts';

/** Limits for input from the page. Longer input is rejected by the schema guard, not truncated. */
export const text = (max: number) => z.string().max(max);

export const count = z.int().min(0);

export const accountId = text(64).min(1);
export const domainText = text(2_048);
export const tld = text(253).min(1);
export const tldList = z.array(tld).max(mostListedTlds);
export const instant = z.iso.datetime();
export const nothing = z.object({});

const decimal = z.string().regex(limitSumPattern);
const paidChanges = z.number().int().min(0).max(mostLimitCount);

/**
 * What may be spent before a person has to confirm it by typing: a sum for known prices, a count of paid changes for
 * unknown ones. Null is no limit.
 */
export const spendingLimits = z.object({
  /** For one change whose price is known. Decimal text, as prices are. */
  changeSum: decimal.nullable(),
  /**
   * For one batch: the prices of each currency are added up separately. Unknown: the currency of prices that name none;
   * they form one sum.
   */
  batchSum: decimal.nullable(),
  /** For one batch: the number of paid changes whose price is not known. */
  batchCount: paidChanges.nullable(),
  /** From midnight to midnight in the user's time zone. */
  daySum: decimal.nullable(),
  dayCount: paidChanges.nullable(),
});

/** Options that may differ between two servers of the same API, with cautious defaults. See docs/decisions/0005. */
export const accountOptions = z.object({
  /** Assumed: without a dot, as in the published request. The field notes contradict each other. */
  tldNotation: z.enum(['without-dot', 'with-dot']),
  /** The user's ceilings, in requests a second and at once. Null is automatic: what the service allows is found out. */
  requestsPerSecond: z.number().min(0.1).max(1_000).nullable(),
  concurrency: z.number().int().min(1).max(64).nullable(),
  /** The maximum number of TLDs in one lookup request. */
  tldsPerRequest: z.number().int().min(1).max(500),
  premiumEnabled: z.boolean(),
  /** For the whole request, from connecting to the last byte, in milliseconds. */
  timeoutMs: z.number().int().min(1_000).max(300_000),
  /** Assumed off: the optional `timestamp` header is not in the API document. */
  sendTimestamp: z.boolean(),
  /** Assumed: only the registrant may be written; the document models no other role. */
  writableRoles: z.array(text(64)).max(16).readonly(),
  /** Assumed `postcode`; one provider says `zipcode`. Used when registering. */
  postcodeField: z.enum(['postcode', 'zipcode']),
  /** Assumed on: the date that a sync returns is the expiry. Unknown: what a sync alters; the API document does not say. */
  expiryFromSync: z.boolean(),
  /** Assumed five (field notes, “Nameservers write”); the API document gives no number. */
  mostNameservers: z.number().int().min(2).max(mostNameservers),
  /** What its amounts are in, as the user says; null where that is not said. Unknown: the API document names none. Only shown. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  /** Applied in addition to the workspace's limits; null if the account has none. */
  limits: spendingLimits.nullable(),
  /** Set where `limits` were taken over from an earlier account of the same login; a person who changes them takes it out. */
  limitsKept: z.literal(true).exactOptional(),
  /** What a new order begins with. Templates by their ids; one that was removed is as none. Nothing is sent by it. */
  orderDefaults: z.object({
    contact: z.uuid().nullable(),
    nameservers: z.uuid().nullable(),
    periodYears: z.number().int().min(1).max(longestPeriodYears),
    /** The lock of a domain is offered first once it is registered. It is a change of its own, with its own review. */
    locksAfter: z.boolean(),
  }),
});

/** Where an account's key is stored. `memory`, chosen by the user, lasts until the application ends. */
export const keyState = z.object({
  hasKey: z.boolean(),
  place: z.enum(['keychain', 'memory', 'none']),
  savedAt: instant.nullable(),
});

export const accountSummary = z.object({
  id: accountId,
  kind: z.enum(['practice', 'reseller']),
  label: text(longestInAccount.label),
  colour: z.enum(accountColours),
  baseUrl: text(longestInAccount.baseUrl),
  username: text(longestInAccount.username),
  options: accountOptions,
  key: keyState,
});

export const tldSet = z.object({ id: text(64), name: text(80), tlds: tldList, builtIn: z.boolean() });

const hour = z.int().min(0).max(23);

export const settings = z.object({
  colourScheme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** How long findings are stored, in days; 0 stores them until they are removed manually. */
  keepFindingsDays: z.number().int().min(0).max(3_650),
  /** Whether a domain that is opened is refreshed where what is known of it is older than an hour. */
  refreshOnOpen: z.boolean(),
  /** Whether registries are asked for the expiry of domains: off at first. */
  registryEnabled: z.boolean(),
  /** Where the list of their servers is: https, or plain http on this computer. */
  registryBootstrap: text(2_048).refine(isSafeAddress),
  /** Whether nameservers are checked before a domain is sent to them. */
  checkNameservers: z.boolean(),
  /** Whether assistants may read and propose (`namedesk mcp`): off at first. */
  assistantsEnabled: z.boolean(),
  /** The TLDs that Search looks up: the id of a set, or a custom list. */
  searchTldSetId: text(64),
  onboarded: z.boolean(),
  /** How long a transfer code stays in the clipboard. */
  clearClipboardAfterS: z.int().min(5).max(60),
  /** Whether windows with a key or a code are excluded from screen captures, where the system supports it. */
  protectSecretWindows: z.boolean(),
  /** Whether the application locks itself: when nobody uses the computer, when it sleeps, with its screen, at each start. */
  appLock: z.boolean(),
  /** Time without keyboard or mouse input until it is locked. */
  appLockAfterMin: z.int().min(1).max(240),
  /**
   * Whether a person is told what needs them: long work that ends while another window is looked at, expiries that come near, what
   * registries show, watched names that became available.
   */
  notifications: z.boolean(),
  /** Whether domains are refreshed by themselves while the application runs. */
  backgroundRefresh: z.boolean(),
  /** Hours of the day, in the user's time zone, in which nothing is told of; the end may be before the start. Null: none. */
  quietHours: z.object({ from: hour, to: hour }).nullable(),
  /** Whether to check for new versions automatically, where updates are built in. */
  checkForUpdates: z.boolean(),
  limits: spendingLimits,
});

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
