import { z } from 'zod';
import * as p from '#shared/areas/batches.ts';
import * as c from '#shared/areas/change-schemas.ts';
import { changeId, consent, fullName, serviceIdentity } from '#shared/areas/change-schemas.ts';
import * as s from '#shared/areas/common-schemas.ts';
import { appError, overLimits } from '#shared/areas/error-schema.ts';
import * as j from '#shared/areas/journal-schemas.ts';
import { request } from '#shared/areas/startup-schemas.ts';
import { changeFamilies } from '#shared/domain/change.ts';
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

const ofBatch = z.object({ id: p.planId });
const changedAt = { at: s.instant };
const leftOut = p.batchRow.shape.leftOut;
const index = p.batchRow.shape.index;

/** `isDone`: false where the plan was not in a state for it, and stayed as it was. */
const moved = z.object({ isDone: z.boolean(), plan: p.plan }).nullable();

/** A row that is to be read, with what is known of it without asking the service. */
const rowToRead = z.object({
  index,
  domain: fullName,
  leftOut,
  /** Of the family, the number of the last change that took effect, and when it was sent; 0 and null where there is none. */
  lastEffect: z.int(),
  changedAt: s.instant.nullable(),
  expiresOn: p.batchRow.shape.renewal.unwrap().shape.expiresOn,
});
export type RowToRead = z.output<typeof rowToRead>;

const readRow = p.batchRow
  .pick({ index: true, before: true, leftOut: true, error: true, renewal: true })
  .extend({
    lastEffect: z.int(),
    /** What it is compared with before it is changed. */
    seen: z.string(),
  });
export type ReadRow = z.output<typeof readRow>;

const rowToDo = z.object({
  index,
  domain: fullName,
  /** What was agreed to of this row. */
  consent,
  /** A change of this row that was written down and never sent. */
  plannedId: changeId.nullable(),
});
export type RowToDo = z.output<typeof rowToDo>;

/** Many changes that are looked at as one. A plan that is not there is null; its counts are what rows and journal say now. */
export const batchesRequests = {
  /** The newest first. */
  list: request(z.object({ accountId: s.accountId }), z.array(p.plan)),
  some: request(z.object({ ids: z.array(p.planId) }), z.array(p.plan)),
  /** Of all accounts, those that are being read or applied. */
  underWay: request(s.nothing, z.array(p.plan)),
  /** `domains`: A-labels in lower case, each once, joined by line feeds. Null where there is no such account any more. */
  create: request(
    ofBatch.extend({
      ...changedAt,
      accountId: s.accountId,
      service: serviceIdentity,
      ask: p.batchAsk,
      after: p.batchRow.shape.after,
      domains: z.string(),
    }),
    p.plan.nullable(),
  ),
  rows: request(
    p.batchRequests.plans.rows.input,
    z.object({ rows: z.array(p.batchRow), total: z.int() }).nullable(),
  ),
  /** Rows after one of them that are not read yet, in order. `after`: -1 for all of them. */
  unread: request(ofBatch.extend({ after: z.int(), limit: z.int() }), z.array(rowToRead)),
  noteRead: request(ofBatch.extend({ rows: z.array(readRow) }), s.nothing),
  /** From `reading` to `ready`, with its digest, once every row is read. */
  endReading: request(ofBatch.extend(changedAt), moved),
  /**
   * To `reading`, with nothing read of the rows that have no change yet. Of a plan that does not run; what was agreed to does not
   * hold any more. What was left out by hand stays so.
   */
  readAnew: request(ofBatch.extend({ ...changedAt, service: serviceIdentity }), moved),
  /** At a start: what was agreed to in an earlier run does not hold any more. Says which plans were running: they are paused now. */
  endConsents: request(z.object(changedAt), z.array(p.planId)),
  /** Of a plan that does not run. `reason`: why the row cannot be taken in, or is not there. */
  leaveOut: request(
    ofBatch.extend({ ...changedAt, index, isLeftOut: z.boolean() }),
    z.object({ reason: z.enum(['not-now', 'no-row', 'otherwise']).nullable(), plan: p.plan }).nullable(),
  ),
  /**
   * From `ready` to `running`. `reason`: why not: it is not `ready`, the digest or the count is not the present one, it was read
   * longer ago than `validForMs`, or limits would be gone over that were not typed (`limit`).
   */
  apply: request(
    ofBatch.extend({
      ...changedAt,
      digest: z.string(),
      typedCount: z.int().nullable(),
      goesOn: z.boolean(),
      typedLimit: z.string().nullable(),
      validForMs: z.number(),
      dayStartsAt: s.instant,
    }),
    z
      .object({
        reason: z.enum(['not-now', 'digest', 'count', 'limit']).nullable(),
        limits: overLimits,
        plan: p.plan,
      })
      .nullable(),
  ),
  /**
   * From a rest to `running`. `reason`: it does not rest; what was agreed to does not hold any more (`consent`), be it because it
   * rested for longer than `mostRestMs`; or it halted at a limit, and what the rest would go over (`limits`) was not typed.
   * What is confirmed then holds for the rest, beside what was confirmed before.
   */
  resume: request(
    ofBatch.extend({
      ...changedAt,
      goesOn: z.boolean(),
      typedLimit: z.string().nullable(),
      mostRestMs: z.number(),
      dayStartsAt: s.instant,
    }),
    z
      .object({
        reason: z.enum(['not-now', 'consent', 'limit']).nullable(),
        limits: overLimits,
        plan: p.plan,
      })
      .nullable(),
  ),
  /** The limits that the rest of it would go over, but for what was confirmed. */
  over: request(ofBatch.extend({ dayStartsAt: s.instant }), overLimits),
  /** To another state, from one of some. `waitingFor` does not stay. */
  move: request(
    ofBatch.extend({
      ...changedAt,
      from: z.array(p.plan.shape.state),
      to: p.plan.shape.state,
      waitingFor: appError.nullable(),
    }),
    moved,
  ),
  /** Of a plan under way: why it waits, or that it does not. */
  wait: request(ofBatch.extend({ waitingFor: appError.nullable() }), s.nothing),
  /** Of a plan that runs: the first row from one on that is to be done and has no change that was sent or is on its way. */
  next: request(ofBatch.extend({ from: index }), rowToDo.nullable()),
  leaveRow: request(
    ofBatch.extend({ index, leftOut: leftOut.unwrap(), error: appError.nullable() }),
    s.nothing,
  ),
  /** Its changes that were written down and never sent. */
  planned: request(ofBatch, z.array(changeId)),
  /** Says whether it was there and did not run. Its changes stay in the journal. */
  remove: request(ofBatch, z.boolean()),
} as const;
