import { z } from 'zod';
import { changeWhat } from '../changes/index.ts';
import { beforeState, changeLine, namedFields } from '../changes/kind.ts';
import { changeKinds, changeStates } from '../domain/change-kinds.ts';
import { accountId, count, finding, instant, price, text } from './common-schemas.ts';
import { appError, overLimit, overLimits } from './error-schema.ts';

export const changeId = z.uuid();
export const fullName = text(255).min(3);
export const changeKind = z.enum(changeKinds);
export const changeState = z.enum(changeStates);

/** The result of a sync; null for what it did not report. */
export const syncAnswer = z.object({
  active: z.boolean().nullable(),
  expired: z.boolean().nullable(),
  transferredAway: z.boolean().nullable(),
  /** `YYYY-MM-DD`. */
  expiresOn: text(10).nullable(),
});

/** Something that was read and that supports or contradicts that a change happened. Never personal. */
export const evidence = z.object({
  label: text(200),
  before: text(2_000).nullable(),
  after: text(2_000).nullable(),
  /** `for` (supports) and `against` (contradicts) decide nothing by themselves: the verdict does. */
  speaks: z.enum(['for', 'against', 'neither']),
});
export const manyEvidence = z.array(evidence).max(100).readonly();

export const serviceIdentity = z.object({ baseUrl: text(2_048), username: text(320) });

export const confirmedLimits = z
  .array(overLimit.extend({ at: instant }))
  .max(1_000)
  .readonly();

/** What a person was shown and agreed to. Stored with the change; contains no personal data. */
export const consent = z.object({
  /** When it was shown. */
  at: instant,
  service: serviceIdentity,
  /** The present state as text; for contacts, a digest of salted digests. Empty if nothing could be read. */
  present: text(8_000),
  /** The number of the last change of the family that had taken effect; 0 where there was none. */
  lastEffect: count,
  /** Null if the change has no known cost. */
  price: price.nullable(),
  premiumAccepted: z.boolean(),
  /**
   * The limits that the person saw and confirmed by typing, each up to the amount shown. No other limit may be exceeded.
   */
  // Entries stored while a single limit let a change exceed all limits count as confirming none.
  limits: confirmedLimits.default([]),
});

/** The source that proves the state of a closed change. */
export const proof = z.enum(['answer', 'read-back', 'person']);

/** What a person can do next with a change. */
const nextStep = z.enum(['send', 'read-back', 'settle', 'withdraw']);

/** The current status of a change. Its history is in its journal entries. */
export const change = z.object({
  id: changeId,
  /** Counts all changes of the workspace, from 1. */
  number: count,
  accountId,
  /** The account's label when the change was recorded: the journal outlives the account. */
  accountLabel: text(80),
  /** Null for a change of an older version whose account no longer exists: it blocks nothing, and is shown. */
  service: serviceIdentity.nullable(),
  /** As A-labels. */
  domain: fullName,
  what: changeWhat,
  state: changeState,
  planId: z.uuid().nullable(),
  before: beforeState.nullable(),
  /** How often it was sent or attempted. */
  attempts: count,
  createdAt: instant,
  changedAt: instant,
  /** Null before the first attempt. */
  sentAt: instant.nullable(),
  /** Why it is not confirmed; null if it is, or was not sent yet. */
  error: appError.nullable(),
  proof: proof.nullable(),
  evidence: manyEvidence,
  /** When it was last read back, even if the reading failed. */
  readBackAt: instant.nullable(),
  /** The result of a sync. */
  told: syncAnswer.nullable(),
  /** The note of the person who resolved it. */
  note: text(2_000),
  /** The outcome that a person set; null unless `settled`. */
  settledAs: z.enum(['applied', 'not-applied']).nullable(),
  next: z.array(nextStep).max(4).readonly(),
});

/** A reason against sending, or something to know before it. It does not block sending. */
export const changeWarning = z.object({
  id: z.enum([
    'not-read-before',
    'registrant-change-may-need-approval',
    'host-inside-without-child',
    'host-in-use',
    'nothing-changes',
    'unusual-value',
    'missing-value',
    'renewed-before',
    'tried-before',
    'price-not-given',
    'credit-may-not-do',
    'effects-unknown',
    'not-in-portfolio',
    'ipv6-unknown',
    'premium',
  ]),
  text: text(500),
});

/** Everything to know before a change is sent, read just now. */
export const review = z.object({
  reviewId: z.uuid(),
  accountId,
  accountLabel: text(80),
  isPractice: z.boolean(),
  domain: fullName,
  kind: changeKind,
  readAt: instant,
  lines: z.array(changeLine).max(500).readonly(),
  /** The request in order, field by field. */
  sent: z.object({ method: z.literal('POST'), path: text(500), fields: namedFields }),
  warnings: z.array(changeWarning).max(50).readonly(),
  /** For the whole period; null if the change has no known cost. */
  price: price.nullable(),
  credit: z.object({ amount: text(64), readAt: instant }).nullable(),
  /** For a registration: the finding looked up for this review. */
  finding: finding.nullable(),
  /** The last change of this family on this domain; null if there is none. */
  last: change.nullable(),
  /** What must be passed to `apply`. */
  asksFor: z.object({ typedName: z.boolean(), premium: z.boolean(), limits: overLimits }),
});

export const changeFilter = z.object({
  /** Null: all accounts. */
  accountId: accountId.nullable(),
  states: z.array(changeState).max(changeStates.length).readonly().nullable(),
  kinds: z.array(changeKind).max(changeKinds.length).readonly().nullable(),
  /** Searched in the domain's name. */
  text: text(255),
  domain: fullName.nullable(),
  planId: z.uuid().nullable(),
});
