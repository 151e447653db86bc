import { z } from 'zod';
import { codeAccess } from '#shared/areas/codes.ts';
import * as s from '#shared/areas/common-schemas.ts';
import { accountInUse } from '#shared/areas/error-schema.ts';
import { request } from '#shared/areas/startup-schemas.ts';
import { codeOutcomes, requestActions } from '#shared/domain/code.ts';

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

const seq = codeAccess.shape.seq;
const ofAccess = codeAccess.omit({ seq: true, deed: true, outcome: true });

/**
 * One line of the chain. `access`: the line that this one tells the outcome of; its own number where it has none, and where a
 * code that was shown was copied, which is one line.
 */
export const accessLine = codeAccess.extend({ access: seq, hash: z.string().length(64) });
export type AccessLine = z.output<typeof accessLine>;

/** `broken`: the chain does not hold, and nothing was added to it. */
const accessWritten = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), seq }),
  z.object({ kind: z.literal('broken'), seq: z.int() }),
]);
export type AccessWritten = z.output<typeof accessWritten>;

/** The state of the chain; `checkedAt` is null before the first walk of this start. */
const accessesHealth = z.object({
  lines: z.int().min(0),
  head: z.string(),
  checkedAt: s.instant.nullable(),
  broken: z.object({ seq: z.int(), why: z.string() }).nullable(),
});
export type AccessesHealth = z.output<typeof accessesHealth>;

/**
 * Which transfer codes were asked for: lines that are added and never changed, each with a hash over itself and the one
 * before. What is answered outlives a power cut.
 */
export const codeAccessesRequests = {
  /** The line that has to be there before the service is asked. */
  ask: {
    ...request(ofAccess.extend({ deed: z.enum(requestActions) }), accessWritten),
    inPieces: true,
  },
  /** What came of it. Once for each access. */
  conclude: {
    ...request(z.object({ access: seq, at: s.instant, outcome: z.enum(codeOutcomes) }), accessWritten),
    inPieces: true,
  },
  /** The code that is shown is about to be copied: a line that is whole by itself, since the service is not asked. */
  noteCopy: { ...request(ofAccess, accessWritten), inPieces: true },
  /**
   * Accesses, the newest first, each once: as it was asked for, with what came of it; null where that was never written.
   * Null and the empty text leave nothing out; `text` stands in the domain's name.
   */
  list: request(
    z.object({
      accountId: s.accountId.nullable(),
      domain: codeAccess.shape.domain.nullable(),
      text: z.string(),
      limit: z.int().min(1),
    }),
    z.array(codeAccess),
  ),
  /** Lines in their order, after one of them, for export and check. */
  page: request(z.object({ after: z.int(), limit: z.int() }), z.array(accessLine)),
  /** `check` walks the whole chain; without it, what the last walk found. */
  health: { ...request(z.object({ check: z.boolean() }), accessesHealth), inPieces: true },
} as const;

type AccessEvent = Pick<AccessLine, 'accountId' | 'accountLabel' | 'domain' | 'deed'>;

/** What stands where an entry of the journal of changes has its event, in hashes and in exports. */
export const accessEvent = ({ accountId, accountLabel, domain, deed }: AccessEvent): AccessEvent => ({
  accountId,
  accountLabel,
  domain,
  deed,
});
