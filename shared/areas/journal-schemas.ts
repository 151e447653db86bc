import { z } from 'zod';
import type { JournalEntry, JournalHealth } from '../domain/journal.ts';
import * as c from './change-schemas.ts';
import { accountId, instant } from './common-schemas.ts';
import { appError } from './error-schema.ts';
import type { Same } from './startup-schemas.ts';

const text = (max: number) => z.string().max(max);
const count = z.number().int().min(0);

const digestedRoles = z
  .array(
    z.object({
      name: text(200),
      fields: z
        .array(z.object({ name: text(200), digest: text(128) }))
        .max(200)
        .readonly(),
    }),
  )
  .max(16)
  .readonly();

const personalDigests = z.object({
  salt: text(128),
  roles: digestedRoles,
  before: digestedRoles.optional(),
});

export const answerVerdict = z.enum(['claimed', 'refused', 'refused-unconfirmed', 'uncertain', 'not-sent']);

export const journalEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('planned'),
    accountId,
    accountLabel: text(80),
    service: c.serviceIdentity.optional(),
    domain: c.fullName,
    what: c.changeWhat,
    planId: z.uuid().nullable(),
    digest: text(64),
    consent: c.consent.optional(),
    personal: personalDigests.nullable(),
  }),
  z.object({
    type: z.literal('sending'),
    attempt: count,
    before: c.beforeState,
    consent: c.consent.optional(),
  }),
  z.object({
    type: z.literal('answered'),
    attempt: count,
    verdict: answerVerdict,
    error: appError.nullable(),
    status: z.number().int().nullable(),
    answer: text(70_000),
    told: c.syncAnswer.nullable(),
  }),
  z.object({ type: z.literal('interrupted') }),
  z.object({
    type: z.literal('read-back'),
    verdict: z.enum(['agrees', 'as-before', 'differs', 'no-proof', 'unreadable']),
    evidence: c.manyEvidence,
    error: appError.nullable(),
  }),
  z.object({ type: z.literal('settled'), as: z.enum(['applied', 'not-applied']), note: text(2_000) }),
  z.object({ type: z.literal('withdrawn'), error: appError.nullable() }),
]);

export const journalEntry = z.object({
  seq: count,
  changeId: c.changeId,
  at: instant,
  state: c.changeState,
  event: journalEvent,
  hash: text(64),
});

export const journalHealth = z.object({
  entries: count,
  changes: count,
  head: text(64),
  checkedAt: instant.nullable(),
  broken: z.object({ seq: count, why: text(500) }).nullable(),
  accesses: z.object({
    lines: count,
    head: text(64),
    broken: z.object({ seq: count, why: text(500) }).nullable(),
  }),
});

/** Does not compile unless the schemas match the domain's types. */
export const journalSchemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof journalEntry>, JournalEntry>,
  Same<z.output<typeof journalHealth>, JournalHealth>,
] = [true, true];
