import { z } from 'zod';
import { type Batch, type BatchRow, batchStates, leftOutReasons, mostBatchRows } from '../domain/batch.ts';
import { changeStates } from '../domain/change.ts';
import { changeId, fullName, hosts, lockState, periodYears } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import { appError } from './error-schema.ts';
import { known } from './portfolio-schemas.ts';
import { request, type Same } from './startup-schemas.ts';

const count = z.number().int().min(0);
export const planId = z.uuid();

export const batchAsk = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lock'), state: lockState }),
  z.object({ kind: z.literal('nameservers'), nameservers: hosts }),
  z.object({ kind: z.literal('renew'), periodYears }),
]);

export const plan = z.object({
  id: planId,
  accountId: s.accountId,
  ask: batchAsk,
  state: z.enum(batchStates),
  createdAt: s.instant,
  changedAt: s.instant,
  counts: z.object({
    rows: count,
    read: count,
    leftOut: count,
    toDo: count,
    remaining: count,
    confirmed: count,
    refused: count,
    uncertain: count,
  }),
  digest: z.string().max(64).nullable(),
  typedCount: count.nullable(),
  goesOnAfterUncertain: z.boolean(),
  waitingFor: appError.nullable(),
  stoppedBy: z.literal('restore').nullable(),
});

export const batchRow = z.object({
  index: count,
  domain: fullName,
  before: z.string().max(4_000).nullable(),
  after: z.string().max(4_000),
  leftOut: z.enum(leftOutReasons).nullable(),
  error: appError.nullable(),
  renewal: z
    .object({ renewedAt: s.instant.nullable(), expiresOn: known(z.string().max(10)), price: s.price })
    .nullable(),
  changeId: changeId.nullable(),
  state: z.enum(changeStates).nullable(),
});

const ofBatch = z.object({ id: planId });
/** The amount typed to confirm exceeded limits. */
const typedLimit = z.string().max(40).nullable();

/** Requests for batches; part of the contract. */
export const batchRequests = {
  plans: {
    list: request(z.object({ accountId: s.accountId }), z.object({ plans: z.array(plan).max(1_000) })),
    find: request(ofBatch, plan),
    /**
     * Creates a batch and reads the present state of each domain, limited by the throttle; progress arrives as
     * `plans.changed`. Changes nothing at the service.
     */
    prepare: request(
      z.object({
        accountId: s.accountId,
        ask: batchAsk,
        domains: z.array(fullName).min(1).max(mostBatchRows),
      }),
      plan,
    ),
    rows: request(
      ofBatch.extend({
        /** `to-do`: those that are not excluded. `odd`: excluded, refused, uncertain, or not readable. */
        which: z.enum(['all', 'to-do', 'left-out', 'odd']),
        offset: count,
        limit: z.number().int().min(1).max(1_000),
      }),
      z.object({ rows: z.array(batchRow).max(1_000), total: count }),
    ),
    /** Excludes a row manually, or includes it again; this changes the digest. */
    leaveOut: request(ofBatch.extend({ index: count, isLeftOut: z.boolean() }), plan),
    /** Reads everything again, for a batch that is not applied yet. */
    readAgain: request(ofBatch, plan),
    /**
     * Applies the batch as it was reviewed: fails if the digest is no longer `digest`, or `typedCount` is not what the
     * batch requires.
     */
    apply: request(
      ofBatch.extend({
        digest: z.string().max(64),
        typedCount: count.nullable(),
        goOnAfterUncertain: z.boolean(),
        typedLimit,
      }),
      plan,
    ),
    pause: request(ofBatch, plan),
    /**
     * Continues. If the user's agreement no longer applies, the remaining rows are read again instead, to be reviewed
     * and applied.
     */
    resume: request(ofBatch.extend({ goOnAfterUncertain: z.boolean(), typedLimit }), plan),
    stop: request(ofBatch, plan),
    /** Removes a batch that is not running. Its changes stay in the journal. */
    remove: request(ofBatch, s.nothing),
  },
} as const;

export const batchEvents = {
  'plans.changed': z.object({ plans: z.array(plan), removed: z.array(planId) }),
} as const;

/** Does not compile unless the schemas match the domain's types. */
export const batchSchemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof plan>, Batch>,
  Same<z.output<typeof batchRow>, BatchRow>,
] = [true, true];
