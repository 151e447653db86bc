import { z } from 'zod';
import { changeFamilies } from '#shared/domain/change.ts';
import * as c from '#shared/ipc/change-schemas.ts';
import * as j from '#shared/ipc/journal-schemas.ts';
import { overLimits } from '#shared/ipc/error-schema.ts';
import { request } from '#shared/ipc/request.ts';
import * as s from '#shared/ipc/schemas.ts';
import { bytes } from './session-records.ts';

const ofChange = z.object({ id: c.changeId });

/** `sending` is written by the gate's transaction alone. */
const laterEvent = j.journalEvent.refine(({ type }) => type !== 'sending', 'Only the gate writes `sending`');

/**
 * What became of a write. `open`: another change of the same account, domain and family is not finished: that one.
 * `moved`: the change is not in the state that the entry was made for: as it is now. `broken`: the chain does not hold, and
 * nothing is added to it. `changed`: it is not as the person saw it; `over-limit`: it is more than may be spent without being
 * confirmed by typing. In all of them but the first nothing was written.
 */
export const written = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), change: c.change }),
  z.object({ kind: z.literal('open'), change: c.change }),
  z.object({ kind: z.literal('moved'), change: c.change }),
  z.object({ kind: z.literal('broken'), seq: z.int() }),
  z.object({
    kind: z.literal('changed'),
    what: z.enum(['earlier-change', 'login', 'consent']),
    number: z.int().nullable(),
  }),
  z.object({ kind: z.literal('over-limit'), limits: overLimits }),
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
  /**
   * The gate's transaction: adds `sending` where nothing has come in between since the person looked, and nowhere else (see
   * docs/decisions/0020). `validForMs`: how long what was agreed to holds. `dayStartsAt`: midnight in the user's time zone.
   */
  send: {
    ...request(
      ofChange.extend({
        at: s.instant,
        attempt: z.int(),
        before: c.beforeState,
        consent: c.consent,
        /** Of the connection over which it goes. */
        service: c.serviceIdentity,
        validForMs: z.number(),
        dayStartsAt: s.instant,
      }),
      written,
    ),
    inPieces: true,
  },
  /** Adds an entry to a change, any but `sending`. The machine says what state follows; an event that cannot happen now is answered `moved`. */
  append: { ...request(ofChange.extend({ at: s.instant, event: laterEvent }), written), inPieces: true },
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
  lastOf: request(z.object({ service: c.serviceIdentity, domain: c.fullName }), z.array(c.change)),
  /** The last one of a family that took effect. */
  lastEffectOf: request(
    z.object({ service: c.serviceIdentity, domain: c.fullName, family: z.enum(changeFamilies) }),
    c.change.nullable(),
  ),
  /** The prices of paid changes that were sent, and did not come to nothing as far as is known. Null is not asked for. */
  spent: request(
    z.object({
      accountId: s.accountId.nullable(),
      planId: z.uuid().nullable(),
      since: s.instant.nullable(),
    }),
    z.array(s.price),
  ),
  sealed: request(ofChange, bytes.nullable()),
  /** Entries in their order, after one of them, for export and check. */
  page: request(z.object({ after: z.int(), limit: z.int() }), z.array(j.journalEntry)),
  /** `check` walks the whole chain; without it, what the last walk found. */
  health: { ...request(z.object({ check: z.boolean() }), j.journalHealth), inPieces: true },
} as const;
