import { z } from 'zod';
import { codeAccess } from '#shared/areas/codes.ts';
import * as s from '#shared/areas/common-schemas.ts';
import { accountInUse } from '#shared/areas/error-schema.ts';
import { request } from '#shared/areas/startup-schemas.ts';
import { codeOutcomes, requestActions } from '#shared/domain/code.ts';

/** Stored records. Rows are parsed with these schemas: anyone can have changed the file. */

export const ofAccount = z.object({ accountId: s.accountId });

/** `inUse`: why the account was not changed; null where it was. */
export const unlessInUse = z.object({ inUse: accountInUse.nullable() });

export const accountContents = s.accountContents.extend(unlessInUse.shape);

export const tldRecord = z.object({ tlds: s.tldList, readAt: s.instant.nullable() });

/** A finding that was asked for: with its time, and never `unchecked`. */
export const checkedFinding = s.finding.extend({
  kind: s.finding.shape.kind.exclude(['unchecked']),
  checkedAt: s.instant,
});

/** A difference between an answer and the API document. Only paths and kinds: no value of an answer is stored. */
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
 * One line of the chain. `access`: for an outcome, the number of the line that it belongs to; otherwise its own number.
 * Copying a shown code is one line.
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
 * The log of accesses to transfer codes: append-only lines, each with a hash over itself and the previous one. A result
 * survives a power cut.
 */
export const codeAccessesRequests = {
  /** Adds the line that has to exist before the service is asked. */
  ask: {
    ...request(ofAccess.extend({ deed: z.enum(requestActions) }), accessWritten),
    inPieces: true,
  },
  /** Adds the outcome. Once for each access. */
  conclude: {
    ...request(z.object({ access: seq, at: s.instant, outcome: z.enum(codeOutcomes) }), accessWritten),
    inPieces: true,
  },
  /**
   * Records that a shown code is about to be copied: a line that is complete by itself, since the service is not asked.
   */
  noteCopy: { ...request(ofAccess, accessWritten), inPieces: true },
  /**
   * Accesses, the newest first, each once with its outcome; null where that was never written. Null and the empty text
   * match everything; `text` is a part of the domain's name.
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
  /** Lines in order after `after`, for export and check. */
  page: request(z.object({ after: z.int(), limit: z.int() }), z.array(accessLine)),
  /** `check` walks the whole chain; without it, the result of the last walk. */
  health: { ...request(z.object({ check: z.boolean() }), accessesHealth), inPieces: true },
} as const;

type AccessEvent = Pick<AccessLine, 'accountId' | 'accountLabel' | 'domain' | 'deed'>;

/** The part of a line that hashes and exports use in place of the event of a journal entry. */
export const accessEvent = ({ accountId, accountLabel, domain, deed }: AccessEvent): AccessEvent => ({
  accountId,
  accountLabel,
  domain,
  deed,
});
