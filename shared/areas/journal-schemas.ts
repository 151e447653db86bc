import { z } from 'zod';
import { changeWhat } from '../changes/index.ts';
import { beforeState } from '../changes/kind.ts';
import * as c from './change-schemas.ts';
import { accountId, count, instant, text } from './common-schemas.ts';
import { appError } from './error-schema.ts';

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

export const personalDigests = z.object({
  /** Hexadecimal, generated for this change only. */
  salt: text(128),
  roles: digestedRoles,
  /** The same roles as read before the attempt; missing if they could not be read. */
  before: digestedRoles.optional(),
});

/**
 * The outcome of an attempt. `claimed`: the service reported success. `refused`: a refusal with a defined reason:
 * credit, validation, credentials, permission, not found (F2). `refused-unconfirmed`: a refusal by the HTTP status
 * alone. `uncertain`: anything else. `not-sent`: not a byte left.
 */
export const answerVerdict = z.enum(['claimed', 'refused', 'refused-unconfirmed', 'uncertain', 'not-sent']);

/**
 * The result of reading back. `agrees`: the state is what the change wanted. `as-before`: it has not changed.
 * `differs`: neither. `no-proof`: nothing that can be read decides it. `unreadable`: it could not be read now.
 */
export const readBackVerdict = z.enum(['agrees', 'as-before', 'differs', 'no-proof', 'unreadable']);

export const journalEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('planned'),
    accountId,
    accountLabel: text(80),
    /** Missing in entries of versions before 0.2. */
    service: c.serviceIdentity.optional(),
    domain: c.fullName,
    what: changeWhat,
    planId: z.uuid().nullable(),
    /** SHA-256 over everything that will be sent, hexadecimal: a change is only ever sent as it was recorded. */
    digest: text(64),
    /** What was agreed to when the change was recorded; missing in entries of versions before 0.2. */
    consent: c.consent.optional(),
    /**
     * Salted digests, by role and field, of what a contact change or a registration sends. Later reads are compared
     * with them.
     */
    personal: personalDigests.nullable(),
  }),
  /** Flushed to disk before a connection is opened. */
  z.object({
    type: z.literal('sending'),
    attempt: count,
    before: beforeState,
    /** What was agreed to for this attempt; missing in entries of versions before 0.2. */
    consent: c.consent.optional(),
  }),
  z.object({
    type: z.literal('answered'),
    attempt: count,
    verdict: answerVerdict,
    error: appError.nullable(),
    /** The HTTP status; null if no complete answer came. */
    status: z.number().int().nullable(),
    /** The answer, masked, 64 KiB at most; empty if none came. */
    answer: text(70_000),
    told: c.syncAnswer.nullable(),
  }),
  /** The program ended before the request was answered. */
  z.object({ type: z.literal('interrupted') }),
  z.object({
    type: z.literal('read-back'),
    verdict: readBackVerdict,
    evidence: c.manyEvidence,
    error: appError.nullable(),
  }),
  z.object({ type: z.literal('settled'), as: z.enum(['applied', 'not-applied']), note: text(2_000) }),
  z.object({ type: z.literal('withdrawn'), error: appError.nullable() }),
]);

/** One entry and its position in the hash chain. */
export const journalEntry = z.object({
  /** From 1, without gaps, over the whole journal. */
  seq: count,
  changeId: c.changeId,
  at: instant,
  /** The state of the change after this entry. */
  state: c.changeState,
  event: journalEvent,
  /** SHA-256 over the entry and the previous hash, hexadecimal. */
  hash: text(64),
});

/**
 * Whether the journal's hash chain is intact. If not, nothing is written to the service until a person has reviewed it.
 */
export const journalHealth = z.object({
  entries: count,
  changes: count,
  /** The last entry's hash; empty if there is none. */
  head: text(64),
  /** Null before the first check after a start. */
  checkedAt: instant.nullable(),
  broken: z.object({ seq: count, why: text(500) }).nullable(),
  /**
   * The separate hash chain of accesses to transfer codes; checked together with that of the changes. If it is broken, no
   * code is requested; changes continue.
   */
  accesses: z.object({
    lines: count,
    head: text(64),
    broken: z.object({ seq: count, why: text(500) }).nullable(),
  }),
});
