import { z } from 'zod';
import { accountInUse } from '#shared/ipc/error-schema.ts';
import * as s from '#shared/ipc/schemas.ts';

/** The nouns as the workspace keeps them. Rows are parsed with these: a file can have been changed by anyone. */

export const ofAccount = z.object({ accountId: s.accountId });

/** What keeps the account as it is; null where it was done. */
export const unlessInUse = z.object({ inUse: accountInUse.nullable() });

export const accountContents = s.accountContents.extend(unlessInUse.shape);

export const tldRecord = z.object({ tlds: s.tldList, readAt: s.instant.nullable() });

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
