import { z } from 'zod';
import { askingDeeds, codeOutcomes } from '#shared/domain/code.ts';
import { codeAccess } from '#shared/ipc/code-requests.ts';
import { request } from '#shared/ipc/request.ts';
import * as s from '#shared/ipc/schemas.ts';

const seq = codeAccess.shape.seq;
const ofAccess = codeAccess.omit({ seq: true, deed: true, outcome: true });

/**
 * One line of the chain. `access`: the line that this one tells the outcome of; its own number where it has none, and where a
 * code that was shown was copied, which is one line.
 */
export const accessLine = codeAccess.extend({ access: seq, hash: z.string().length(64) });
export type AccessLine = z.output<typeof accessLine>;

/** `broken`: the chain does not hold, and nothing was added to it. */
export const accessWritten = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), seq }),
  z.object({ kind: z.literal('broken'), seq: z.int() }),
]);
export type AccessWritten = z.output<typeof accessWritten>;

/** The state of the chain; `checkedAt` is null before the first walk of this start. */
export const accessesHealth = z.object({
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
    ...request(ofAccess.extend({ deed: z.enum(askingDeeds) }), accessWritten),
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
