import { z } from 'zod';
import { accountColours } from '../domain/account.ts';
import { mostNameservers } from '../domain/change.ts';
import { findingKinds, unknownCauses } from '../domain/finding.ts';
import { appError } from './error-schema.ts';

/** Limits on what may cross from the page. Longer input is refused by the guard, not cut. */
const text = (max: number) => z.string().max(max);

export const accountId = text(64).min(1);
export const domainText = text(2_048);
export const tld = text(253).min(1);
export const tldList = z.array(tld).max(2_000);
export const instant = z.iso.datetime();
export const nothing = z.object({});

export const accountOptions = z.object({
  tldNotation: z.enum(['without-dot', 'with-dot']),
  requestsPerSecond: z.number().min(0.1).max(1_000),
  concurrency: z.number().int().min(1).max(64),
  tldsPerRequest: z.number().int().min(1).max(500),
  premiumEnabled: z.boolean(),
  timeoutMs: z.number().int().min(1_000).max(300_000),
  sendTimestamp: z.boolean(),
  writableRoles: z.array(text(64)).max(16).readonly(),
  postcodeField: z.enum(['postcode', 'zipcode']),
  mostNameservers: z.number().int().min(2).max(mostNameservers),
});

/** Where an account's key is. `memory` lasts until the application ends, by the user's choice. */
export const keyState = z.object({
  hasKey: z.boolean(),
  place: z.enum(['keychain', 'memory', 'none']),
  savedAt: instant.nullable(),
});

export const accountSummary = z.object({
  id: accountId,
  kind: z.enum(['practice', 'reseller']),
  label: text(80),
  colour: z.enum(accountColours),
  baseUrl: text(2_048),
  username: text(320),
  options: accountOptions,
  key: keyState,
});

export const accountDraft = z.object({
  label: text(80),
  colour: z.enum(accountColours),
  baseUrl: text(2_048),
  username: text(320),
});

/** What is known of the way to the service; in words on the screen. */
export const connectionState = z.enum(['unknown', 'online', 'offline', 'refused', 'no-key']);

export const accountStatus = z.object({
  accountId: accountId.nullable(),
  connection: connectionState,
  /** Why the last call failed; null when it did not. */
  error: appError.nullable(),
  credit: z.object({ amount: text(64), readAt: instant }).nullable(),
  /** The service's clock minus ours, in milliseconds; null before the first answer. */
  clockSkewMs: z.number().nullable(),
});

export const price = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-given') }),
  z.object({ kind: z.literal('given'), amount: text(64), currency: text(16).nullable() }),
  z.object({ kind: z.literal('unreadable') }),
]);

export const finding = z.object({
  domain: text(255),
  tld,
  kind: z.enum(findingKinds),
  cause: z.enum(unknownCauses).nullable(),
  message: text(1_000),
  checkedAt: instant.nullable(),
  prices: z
    .array(z.object({ period: z.number(), register: price, transfer: price, renew: price }))
    .max(100)
    .readonly(),
});

/** One field of an answer as text, for a person to read. `path` is dotted, as in `pricing.1.register`. */
export const answerField = z.object({ path: text(500), value: text(4_000) });

export const findingDetails = z.object({
  finding,
  /** Every field of the lookup result as it was answered; empty where nothing usable came. */
  fields: z.array(answerField).max(2_000),
  /** The whole answer as JSON text, masked and cut at 64 KiB. */
  answer: text(70_000),
  accountLabel: text(80),
});

export const tldSet = z.object({ id: text(64), name: text(80), tlds: tldList, builtIn: z.boolean() });

/** One read operation of a connection test. `error` is an `AppError` when the operation did not answer. */
export const probe = z.object({
  operation: z.enum(['credits', 'tlds', 'version']),
  verdict: z.enum(['answered', 'not-permitted', 'failed']),
  /** The credit, the number of TLDs or the version, as text; empty when it did not answer. */
  answer: text(200),
  error: appError.nullable(),
});

export const connectionReport = z.object({
  probes: z.array(probe).max(3),
  clockSkewMs: z.number().nullable(),
  testedAt: instant,
});

export const settings = z.object({
  colourScheme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** How long findings are kept, in days; 0 keeps them until removed by hand. */
  keepFindingsDays: z.number().int().min(0).max(3_650),
  /** The TLDs that Search asks for: a set's id, or an own list. */
  searchTldSetId: text(64),
  onboarded: z.boolean(),
  /** How long a transfer code stays in the clipboard. */
  clearClipboardAfterS: z.int().min(5).max(60),
  /** Whether windows with a key or a code are kept out of screen captures, where the system can. */
  protectSecretWindows: z.boolean(),
  /** Whether a new version is looked for by itself, where updates are built in. */
  checkForUpdates: z.boolean(),
  updateChannel: z.enum(['stable', 'beta']),
});
