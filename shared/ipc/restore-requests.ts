import { z } from 'zod';
import { change, changeKind, changeState } from './change-schemas.ts';
import { request } from './request.ts';
import * as s from './schemas.ts';

const count = z.int().min(0);

/**
 * Something that needs a look after a restore.
 *
 * - `change`: a change that is uncertain, was carried out since the backup was made, or was planned in it and withdrawn.
 * - `batch-row`: a row of a batch of which it is not known whether it was carried out.
 * - `apart`: a change that only the replaced file tells of.
 */
export const restoreRow = z.discriminatedUnion('why', [
  z.object({ why: z.literal('change'), change }),
  z.object({
    why: z.literal('batch-row'),
    planId: z.uuid(),
    domain: s.text(255),
    accountId: s.accountId,
    accountLabel: s.text(80),
    kind: changeKind,
  }),
  z.object({
    why: z.literal('apart'),
    domain: s.text(255),
    accountLabel: s.text(80),
    kind: changeKind,
    state: changeState,
  }),
]);
export type RestoreRow = z.output<typeof restoreRow>;

/** What the page asks of main about a restore that nobody has acknowledged; part of the contract. */
export const restoreRequests = {
  restored: {
    /** Null where there is nothing to acknowledge. */
    read: request(s.nothing, z.object({ notice: s.restoreNotice.nullable() })),
    /** What needs a look, the most pressing first: uncertain, withdrawn, not known, the rest. */
    rows: request(
      z.object({ offset: count, limit: z.int().min(1).max(200) }),
      z.object({ rows: z.array(restoreRow).max(200), total: count }),
    ),
    /** Somebody has looked: paid changes can be sent from now on. */
    acknowledge: request(s.nothing, s.nothing),
  },
} as const;
