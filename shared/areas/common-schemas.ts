import { z } from 'zod';
import { accountColours } from '../domain/account.ts';
import { findingKinds, unknownCauses } from '../domain/finding.ts';
import { appError } from './error-schema.ts';
import { accountId, instant, text, tld } from './startup-schemas.ts';

export * from './startup-schemas.ts';

export const accountDraft = z.object({
  label: text(80),
  colour: z.enum(accountColours),
  baseUrl: text(2_048),
  username: text(320),
});

const count = z.number().int().min(0);

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

/** What is known of the connection to the service; the screen has a text for each. */
const connectionState = z.enum(['unknown', 'online', 'offline', 'refused', 'no-key']);

export const accountStatus = z.object({
  accountId: accountId.nullable(),
  connection: connectionState,
  /** Why the last call failed; null if it did not. */
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
  clockSkewMs: z.number().nullable(),
  testedAt: instant,
});
