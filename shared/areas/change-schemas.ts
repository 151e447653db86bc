import { z } from 'zod';
import { changeWhat } from '../changes/index.ts';
import { changeLine, namedFields } from '../changes/kind.ts';
import { beforeState } from '../changes/parts.ts';
import { changeKinds, changeStates, sharingStates } from '../domain/change-kinds.ts';
import { cannotReasons, notYetReasons } from '../domain/registry-names.ts';
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
  /** Left out where it was not said. */
  cancelled: z.boolean().exactOptional(),
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
  /** The present state as text; for contacts, an HMAC under a key that only the keychain has. Empty if nothing could be read. */
  present: text(8_000),
  /**
   * The last change of the family that had taken effect, of a paid one at any service; null where there was none.
   */
  lastEffect: changeId.nullable(),
  /**
   * The same of the whole team, in its database; missing where there was no team, or its database could not be reached. They differ:
   * a desk's journal has no changes of other people, and the database none from before the desk joined.
   */
  teamEffect: changeId.nullable().exactOptional(),
  /** Null if the change has no known cost. */
  price: price.nullable(),
  premiumAccepted: z.boolean(),
  /**
   * The limits that the person saw and confirmed by typing, each up to the amount shown. No other limit may be exceeded.
   */
  limits: confirmedLimits,
});

/** The source that proves the state of a closed change. */
export const proof = z.enum(['answer', 'read-back', 'person', 'registry']);

/** What the registry's last reading says of a change: see `shared/domain/renewal-proof.ts`. */
const registryVerdict = z.object({
  at: instant,
  proof: z.enum(['proven', 'not-yet', 'cannot']),
  why: z.enum([...notYetReasons, ...cannotReasons]).nullable(),
});

/** Whether the credit was seen to fall for a paid change, within 30 s of its answer or later; `not-yet`: it was read, and had not. */
const charge = z.enum(['fell', 'not-yet']);

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
  service: serviceIdentity,
  /** As A-labels. */
  domain: fullName,
  what: changeWhat,
  state: changeState,
  batchId: z.uuid().nullable(),
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
  /** When the registry, or a reading of the service, showed it; missing where neither did. Later readings do not move it. */
  provenAt: instant.exactOptional(),
  evidence: manyEvidence,
  /** When it was last read back, even if the reading failed. */
  readBackAt: instant.nullable(),
  charge: charge.exactOptional(),
  registry: registryVerdict.exactOptional(),
  /** The result of a sync. */
  syncAnswer: syncAnswer.nullable(),
  /** The note of the person who resolved it. */
  note: text(2_000),
  /** The outcome that a person set; null unless `settled`. */
  settledAs: z.enum(['applied', 'not-applied']).nullable(),
  next: z.array(nextStep).max(4).readonly(),
});

/** Why a row of a batch is not applied. */
export const leftOutReason = z.enum([
  'already-so',
  /** No answer that can be read came for its domain, or the service refused to show it. */
  'not-readable',
  /** Its domain was read, and what is wanted cannot be sent for it: the error says why. */
  'unsendable',
  /** The account’s portfolio does not have it, or the lookup of the review finds it free. A person can include each such row individually. */
  'not-in-portfolio',
  'open-change',
  'archived',
  'transferred-away',
  /** The service does not have it, in its own words, of a kind that reads nothing itself when it was last asked for. */
  'not-found',
  /** Its registry is about to delete it, by its last answer: a renewal does not bring it back (`deletionText`). */
  'being-deleted',
  'changed-since',
  /** It has no field for a value of the wanted contacts. */
  'fields-differ',
  /**
   * Renewed here within 60 days, or since its expiry was last known; or planned in a backup that was restored, and perhaps sent since (the
   * error says so). A person can include each such row individually.
   */
  'renewed',
  /** A name that can’t be ordered: the error says what the lookup found. */
  'not-available',
  /** A name to be registered is in the portfolio. */
  'yours',
  /** It is offered as a premium name. A person can include each such row individually, which accepts its price. */
  'premium',
  /** Registered from here before, or perhaps since the backup that was restored. A person can include each such row individually. */
  'registered',
  /** It would empty contact fields that hold something now. A person can include each such row individually. */
  'erases',
  /** Of a batch that puts back: the domain has something else now than the change had set. */
  'changed-after',
  /** Of a batch that puts back: what was there before is not known, or no longer stored. */
  'not-kept',
  /** Of a domain with several steps: the one before was not done. */
  'step-before',
  /** A domain that was not locked before its steps is not locked after them. */
  'was-unlocked',
  'by-hand',
]);

/**
 * What is to be known of a change of a domain before it is sent, made once by `weigh` for every way in. `weight`: what it does to a row of a
 * batch; a single change is warned of each. `says`: nothing more. `excludes`: the row is excluded; some a person can include
 * (`overridable`). `forbids`: it cannot be sent so. `step`: what shows more of it first.
 */
export const remark = z.object({
  id: z.enum([
    'not-read-before',
    'registrant-change-may-need-approval',
    'host-inside-without-child',
    'host-in-use',
    'nothing-changes',
    'unusual-value',
    'missing-value',
    'renewed-before',
    'paid-elsewhere',
    'tried-before',
    'may-be-renewed',
    'from-backup',
    'price-not-given',
    'credit-may-not-do',
    'effects-unknown',
    'no-expiry-published',
    'ipv6-unknown',
    'transferable',
    'registered-before',
    'done-in-team',
    'team-unavailable',
    ...leftOutReason.options,
  ]),
  weight: z.enum(['says', 'excludes', 'forbids']),
  text: text(2_000),
  step: z.literal('sync').exactOptional(),
  /** Of something that was done before: when. */
  at: instant.exactOptional(),
});

const mostRemarks = 50;
export const remarks = z.array(remark).max(mostRemarks).readonly();

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
  remarks,
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
  /** Of all accounts, only of those that are counted together: without practice. */
  counted: z.boolean().optional(),
  states: z.array(changeState).max(changeStates.length).readonly().nullable(),
  /** Without those that are shown so, although `states` has their state. */
  without: z.array(z.enum(sharingStates)).max(sharingStates.length).readonly().optional(),
  kinds: z.array(changeKind).max(changeKinds.length).readonly().nullable(),
  /** Searched in the domain's name. */
  text: text(255),
  domain: fullName.nullable(),
  batchId: z.uuid().nullable(),
  /** When it was sent, or created where it was not: from this instant on, and before that one. */
  from: instant.nullable().optional(),
  until: instant.nullable().optional(),
  /** Whose the domain is, or will be once it is registered. */
  client: text(255).nullable().optional(),
  /** In a team, whose changes: a name, or empty for those of the person at this workspace. Null: everybody's. */
  by: text(63).nullable().optional(),
});

/**
 * The outcome of an attempt, decided once, in `reseller/decode.ts`. `done`: the service reported success, and nothing in its answer
 * says otherwise. `refused`: a no with a defined reason: credit, validation, credentials, permission, not found (F2).
 * `refused-unconfirmed`: any other clear no. `uncertain`: anything else. `unsent`: not a byte left.
 */
export const writeOutcome = z.enum(['done', 'refused', 'refused-unconfirmed', 'uncertain', 'unsent']);

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
    service: serviceIdentity,
    domain: fullName,
    what: changeWhat,
    batchId: z.uuid().nullable(),
    /**
     * Over everything that will be sent, hexadecimal: a change is only ever sent as it was recorded. SHA-256; where personal
     * values are sent, HMAC under a key that only the keychain has.
     */
    digest: text(64),
    /** What was agreed to when the change was recorded. */
    consent: consent.optional(),
  }),
  /** Flushed to disk before a connection is opened. */
  z.object({
    type: z.literal('sending'),
    attempt: count,
    before: beforeState,
    /** What was agreed to for this attempt. */
    consent: consent.optional(),
  }),
  z.object({
    type: z.literal('answered'),
    attempt: count,
    outcome: writeOutcome,
    error: appError.nullable(),
    /** The HTTP status; null if no complete answer came. */
    status: z.number().int().nullable(),
    /** The answer, masked, 64 KiB at most; empty if none came. */
    answer: text(70_000),
    syncAnswer: syncAnswer.nullable(),
  }),
  /** The program ended before the request was answered. */
  z.object({ type: z.literal('interrupted') }),
  z.object({
    type: z.literal('read-back'),
    verdict: readBackVerdict,
    evidence: manyEvidence,
    error: appError.nullable(),
    /** Missing where nothing was to be charged or the credit could not be read. */
    charge: charge.exactOptional(),
    /** Given where the registry was read. */
    registry: registryVerdict.exactOptional(),
  }),
  z.object({ type: z.literal('settled'), as: z.enum(['applied', 'not-applied']), note: text(2_000) }),
  z.object({ type: z.literal('withdrawn'), error: appError.nullable() }),
]);

/** One entry and its position in the hash chain. */
export const journalEntry = z.object({
  /** From 1, without gaps, over the whole journal. */
  seq: count,
  changeId: changeId,
  at: instant,
  /** The state of the change after this entry. */
  state: changeState,
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
  /** How many entries that check covered; those added since are not in it. */
  checkedEntries: count,
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
