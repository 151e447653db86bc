import { z } from 'zod';
import * as c from '#shared/ipc/change-schemas.ts';
import * as j from '#shared/ipc/journal-schemas.ts';
import { request } from '#shared/ipc/request.ts';
import * as s from '#shared/ipc/schemas.ts';
import { bytes } from './session-records.ts';

const ofChange = z.object({ id: c.changeId });

/**
 * What became of a write. `open`: another change of the same account, domain and family is not finished: that one.
 * `moved`: the change is not in the state that the entry was made for: as it is now. `broken`: the chain does not hold, and
 * nothing is added to it. In all three nothing was written.
 */
export const written = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), change: c.change }),
  z.object({ kind: z.literal('open'), change: c.change }),
  z.object({ kind: z.literal('moved'), change: c.change }),
  z.object({ kind: z.literal('broken'), seq: z.int() }),
]);
export type Written = z.output<typeof written>;

/**
 * The journal: entries that are added and never changed, each with a hash over itself and the one before; and the changes,
 * which are nothing but what their entries tell. What is answered outlives a power cut (C6, D2, D4).
 */
export const journalRequests = {
  /** Writes a change down. `sealed`: what is to be sent and is personal, encrypted; gone when the change closes (D10). */
  begin: {
    ...request(
      z.object({ id: c.changeId, at: s.instant, event: j.journalEvent, sealed: bytes.nullable() }),
      written,
    ),
    inPieces: true,
  },
  /** Adds an entry to a change. The machine says what state follows; an event that cannot happen now is answered `moved`. */
  append: { ...request(ofChange.extend({ at: s.instant, event: j.journalEvent }), written), inPieces: true },
  find: request(ofChange, c.change.nullable()),
  entries: request(ofChange, z.array(j.journalEntry)),
  /** Uncertain ones first, then the newest. */
  list: request(
    z.object({ filter: c.changeFilter, offset: z.int(), limit: z.int() }),
    z.object({
      changes: z.array(c.change),
      total: z.int(),
      byState: z.partialRecord(c.changeState, z.int()),
    }),
  ),
  /** Those that are not finished, the oldest first. */
  open: request(z.object({ accountId: s.accountId.nullable() }), z.array(c.change)),
  /** The last change of each family on a domain. */
  lastOf: request(z.object({ accountId: s.accountId, domain: c.fullName }), z.array(c.change)),
  sealed: request(ofChange, bytes.nullable()),
  /** Entries in their order, after one of them, for export and check. */
  page: request(z.object({ after: z.int(), limit: z.int() }), z.array(j.journalEntry)),
  /** `check` walks the whole chain; without it, what the last walk found. */
  health: { ...request(z.object({ check: z.boolean() }), j.journalHealth), inPieces: true },
} as const;
