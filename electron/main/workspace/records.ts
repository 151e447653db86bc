import { z } from 'zod';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import * as s from '#shared/ipc/schemas.ts';

/** The nouns as the workspace keeps them. Rows are parsed with these: a file can have been changed by anyone. */

export const ofAccount = z.object({ accountId: s.accountId });

/** Where the account's key is kept for longer than this run, and since when. Never the key. */
export const storedKey = z.object({ place: z.enum(['keychain', 'none']), savedAt: s.instant.nullable() });

export const accountRecord = s.accountSummary.omit({ key: true }).extend({
  /** Options of a later or an earlier version are filled up with the defaults. */
  options: z.preprocess(
    (stored) => (typeof stored === 'object' ? { ...defaultAccountOptions, ...stored } : stored),
    s.accountOptions,
  ),
  key: storedKey,
});
export type AccountRecord = z.output<typeof accountRecord>;

export const tldRecord = z.object({ tlds: s.tldList, readAt: s.instant.nullable() });

export const ownTldSet = s.tldSet.omit({ builtIn: true });

/** A finding that was really asked for: with its time, and never `unchecked`. */
export const checkedFinding = s.finding.extend({
  kind: s.finding.shape.kind.exclude(['unchecked']),
  checkedAt: s.instant,
});

/** An answer that was not as the API document has it. Paths and kinds only: no value of an answer is kept. */
export const seenDeviation = z.object({
  operation: z.string().max(64),
  path: z.string().max(500),
  expected: z.string().max(100),
  seen: z.string().max(100),
});

export const deviation = seenDeviation.extend({ count: z.number().int(), lastSeenAt: s.instant });
