import { z } from 'zod';
import { changeId, consent, fullName, serviceIdentity } from '#shared/ipc/change-schemas.ts';
import { appError, overLimits } from '#shared/ipc/error-schema.ts';
import * as p from '#shared/ipc/plan-requests.ts';
import { request } from '#shared/ipc/request.ts';
import * as s from '#shared/ipc/schemas.ts';

const ofPlan = z.object({ id: p.planId });
const changedAt = { at: s.instant };
const leftOut = p.planRow.shape.leftOut;
const index = p.planRow.shape.index;

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
  expiresOn: p.planRow.shape.renewal.unwrap().shape.expiresOn,
});
export type RowToRead = z.output<typeof rowToRead>;

const readRow = p.planRow
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
export const plansRequests = {
  /** The newest first. */
  list: request(z.object({ accountId: s.accountId }), z.array(p.plan)),
  some: request(z.object({ ids: z.array(p.planId) }), z.array(p.plan)),
  /** Of all accounts, those that are being read or applied. */
  underWay: request(s.nothing, z.array(p.plan)),
  /** `domains`: A-labels in lower case, each once, joined by line feeds. Null where there is no such account any more. */
  create: request(
    ofPlan.extend({
      ...changedAt,
      accountId: s.accountId,
      service: serviceIdentity,
      ask: p.planAsk,
      after: p.planRow.shape.after,
      domains: z.string(),
    }),
    p.plan.nullable(),
  ),
  rows: request(
    p.planRequests.plans.rows.input,
    z.object({ rows: z.array(p.planRow), total: z.int() }).nullable(),
  ),
  /** Rows after one of them that are not read yet, in order. `after`: -1 for all of them. */
  unread: request(ofPlan.extend({ after: z.int(), limit: z.int() }), z.array(rowToRead)),
  noteRead: request(ofPlan.extend({ rows: z.array(readRow) }), s.nothing),
  /** From `reading` to `ready`, with its digest, once every row is read. */
  endReading: request(ofPlan.extend(changedAt), moved),
  /**
   * To `reading`, with nothing read of the rows that have no change yet. Of a plan that does not run; what was agreed to does not
   * hold any more. What was left out by hand stays so.
   */
  readAnew: request(ofPlan.extend({ ...changedAt, service: serviceIdentity }), moved),
  /** At a start: what was agreed to in an earlier run does not hold any more. Says which plans were running: they are paused now. */
  endConsents: request(z.object(changedAt), z.array(p.planId)),
  /** Of a plan that does not run. `reason`: why the row cannot be taken in, or is not there. */
  leaveOut: request(
    ofPlan.extend({ ...changedAt, index, isLeftOut: z.boolean() }),
    z.object({ reason: z.enum(['not-now', 'no-row', 'otherwise']).nullable(), plan: p.plan }).nullable(),
  ),
  /**
   * From `ready` to `running`. `reason`: why not: it is not `ready`, the digest or the count is not the present one, it was read
   * longer ago than `validForMs`, or limits would be gone over that were not typed (`limit`).
   */
  apply: request(
    ofPlan.extend({
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
    ofPlan.extend({
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
  over: request(ofPlan.extend({ dayStartsAt: s.instant }), overLimits),
  /** To another state, from one of some. `waitingFor` does not stay. */
  move: request(
    ofPlan.extend({
      ...changedAt,
      from: z.array(p.plan.shape.state),
      to: p.plan.shape.state,
      waitingFor: appError.nullable(),
    }),
    moved,
  ),
  /** Of a plan under way: why it waits, or that it does not. */
  wait: request(ofPlan.extend({ waitingFor: appError.nullable() }), s.nothing),
  /** Of a plan that runs: the first row from one on that is to be done and has no change that was sent or is on its way. */
  next: request(ofPlan.extend({ from: index }), rowToDo.nullable()),
  leaveRow: request(
    ofPlan.extend({ index, leftOut: leftOut.unwrap(), error: appError.nullable() }),
    s.nothing,
  ),
  /** Its changes that were written down and never sent. */
  planned: request(ofPlan, z.array(changeId)),
  /** Says whether it was there and did not run. Its changes stay in the journal. */
  remove: request(ofPlan, z.boolean()),
} as const;
