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

/** `sending` is only written by `send`, which checks everything in the same transaction. */
const laterEvent = j.journalEvent.refine(({ type }) => type !== 'sending', 'Only the gate writes `sending`');

/**
 * The result of a write. `open`: another change of the same service, domain and family is not finished; it is given.
 * `moved`: the change is not in the state that the entry is for; its present state is given. `broken`: the chain does
 * not hold, and is not extended. `changed`: something differs from what the user reviewed. `over-limit`: it costs more
 * than may be spent without confirmation by typing. Only with `written` was anything written.
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
 * The journal: append-only entries, each with a hash over itself and the previous one; and the changes, which are a
 * projection of their entries. A result survives a power cut (C6, D2, D4).
 */
export const journalRequests = {
  /** Plans a change. `sealed`: the personal data to send, encrypted; deleted when the change closes (D10). */
  begin: {
    ...request(
      z.object({ id: c.changeId, at: s.instant, event: j.journalEvent, sealed: bytes.nullable() }),
      written,
    ),
    inPieces: true,
  },
  /**
   * Adds `sending`, only where nothing has changed since the user's review (see docs/decisions/0020). `validForMs`: how
   * long the consent is valid. `dayStartsAt`: midnight in the user's time zone.
   */
  send: {
    ...request(
      ofChange.extend({
        at: s.instant,
        attempt: z.int(),
        before: c.beforeState,
        consent: c.consent,
        /** The service of the connection that is used. */
        service: c.serviceIdentity,
        validForMs: z.number(),
        dayStartsAt: s.instant,
      }),
      written,
    ),
    inPieces: true,
  },
  /**
   * Adds any entry but `sending` to a change. The state machine gives the next state; an event that is not possible now
   * gives `moved`.
   */
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
  /** Changes that are not finished, the oldest first. */
  open: request(z.object({ accountId: s.accountId.nullable() }), z.array(c.change)),
  /** The last change of each family on a domain. */
  lastOf: request(z.object({ service: c.serviceIdentity, domain: c.fullName }), z.array(c.change)),
  /** The last change of a family that took effect. */
  lastEffectOf: request(
    z.object({ service: c.serviceIdentity, domain: c.fullName, family: z.enum(changeFamilies) }),
    c.change.nullable(),
  ),
  /** The prices of paid changes that were sent and are not known to have failed. A null filter matches all. */
  spent: request(
    z.object({
      accountId: s.accountId.nullable(),
      planId: z.uuid().nullable(),
      since: s.instant.nullable(),
    }),
    z.array(s.price),
  ),
  sealed: request(ofChange, bytes.nullable()),
  /** Entries in order after `after`, for export and check. */
  page: request(z.object({ after: z.int(), limit: z.int() }), z.array(j.journalEntry)),
  /** `check` walks the whole chain; without it, the result of the last walk. */
  health: { ...request(z.object({ check: z.boolean() }), j.journalHealth), inPieces: true },
} as const;

const ofBatch = z.object({ id: p.planId });
const changedAt = { at: s.instant };
const leftOut = p.batchRow.shape.leftOut;
const index = p.batchRow.shape.index;

/** `isDone`: false where the batch's state did not allow it, and nothing was changed. */
const moved = z.object({ isDone: z.boolean(), plan: p.plan }).nullable();

/** A row to be read, with what is known without asking the service. */
const rowToRead = z.object({
  index,
  domain: fullName,
  leftOut,
  /**
   * The number of the last change of the family that took effect, and when it was sent; 0 and null where there is none.
   */
  lastEffect: z.int(),
  changedAt: s.instant.nullable(),
  expiresOn: p.batchRow.shape.renewal.unwrap().shape.expiresOn,
});
export type RowToRead = z.output<typeof rowToRead>;

const readRow = p.batchRow
  .pick({ index: true, before: true, leftOut: true, error: true, renewal: true })
  .extend({
    lastEffect: z.int(),
    /** The value that is compared right before the change. */
    seen: z.string(),
  });
export type ReadRow = z.output<typeof readRow>;

const rowToDo = z.object({
  index,
  domain: fullName,
  /** What the user consented to for this row. */
  consent,
  /** A change of this row that was planned and never sent. */
  plannedId: changeId.nullable(),
});
export type RowToDo = z.output<typeof rowToDo>;

/** Batches. A missing batch is null; its counts are computed from rows and journal. */
export const batchesRequests = {
  /** The newest first. */
  list: request(z.object({ accountId: s.accountId }), z.array(p.plan)),
  some: request(z.object({ ids: z.array(p.planId) }), z.array(p.plan)),
  /** The batches of all accounts that are being read or applied. */
  underWay: request(s.nothing, z.array(p.plan)),
  /** `domains`: A-labels in lower case, each once, joined by line feeds. Null where the account no longer exists. */
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
  /** Rows after `after` that are not read yet, in order. `after`: -1 for all of them. */
  unread: request(ofBatch.extend({ after: z.int(), limit: z.int() }), z.array(rowToRead)),
  noteRead: request(ofBatch.extend({ rows: z.array(readRow) }), s.nothing),
  /** From `reading` to `ready`, with its digest, once every row is read. */
  endReading: request(ofBatch.extend(changedAt), moved),
  /**
   * To `reading`; the rows without a sent change become unread. Only where the batch does not run; the consent ends.
   * Rows excluded by hand stay excluded.
   */
  readAnew: request(ofBatch.extend({ ...changedAt, service: serviceIdentity }), moved),
  /** At a start: ends all consents of earlier runs. Returns the batches that were running: they are paused now. */
  endConsents: request(z.object(changedAt), z.array(p.planId)),
  /** Only where the batch does not run. `reason`: why the row cannot be changed, or does not exist. */
  leaveOut: request(
    ofBatch.extend({ ...changedAt, index, isLeftOut: z.boolean() }),
    z.object({ reason: z.enum(['not-now', 'no-row', 'otherwise']).nullable(), plan: p.plan }).nullable(),
  ),
  /**
   * From `ready` to `running`. `reason`: why not: it is not `ready`, the digest or the count is not the present one, it
   * was read longer ago than `validForMs`, or limits would be exceeded that were not confirmed by typing (`limit`).
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
   * From paused or halted to `running`. `reason`: it is not paused or halted; the consent has expired (`consent`),
   * possibly because it rested for longer than `mostRestMs`; or it halted at a limit, and what the rest would exceed
   * (`limits`) was not confirmed by typing. What is confirmed then holds for the rest, in addition to what was
   * confirmed before.
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
  /** The limits that the remaining rows would exceed, without those confirmed. */
  over: request(ofBatch.extend({ dayStartsAt: s.instant }), overLimits),
  /** To another state, from one of `from`. Clears `waitingFor`. */
  move: request(
    ofBatch.extend({
      ...changedAt,
      from: z.array(p.plan.shape.state),
      to: p.plan.shape.state,
      waitingFor: appError.nullable(),
    }),
    moved,
  ),
  /** Sets or clears why a batch that is being read or applied waits. */
  wait: request(ofBatch.extend({ waitingFor: appError.nullable() }), s.nothing),
  /**
   * For a running batch: the first row from `from` on that is to be done and has no change that was sent or is being
   * sent.
   */
  next: request(ofBatch.extend({ from: index }), rowToDo.nullable()),
  leaveRow: request(
    ofBatch.extend({ index, leftOut: leftOut.unwrap(), error: appError.nullable() }),
    s.nothing,
  ),
  /** The batch's changes that were planned and never sent. */
  planned: request(ofBatch, z.array(changeId)),
  /** Returns whether the batch existed and did not run. Its changes stay in the journal. */
  remove: request(ofBatch, z.boolean()),
} as const;
