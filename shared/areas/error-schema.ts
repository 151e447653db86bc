import { z } from 'zod';
import { comparedParts } from '../changes/parts.ts';
import {
  claimStates,
  doubts,
  keychainFaults,
  reachFailures,
  refusalReasons,
  storageFaults,
  teamFaults,
  unreadableReasons,
} from '../domain/failures.ts';
import { findingKinds } from '../domain/finding-kinds.ts';

/** A limit that a change, a batch or a day would exceed. */
export const overLimit = z.object({
  span: z.enum(['change', 'batch', 'day']),
  /** Whose limit it is: the account's, or that of the whole workspace. */
  scope: z.enum(['workspace', 'account']),
  measure: z.enum(['sum', 'count']),
  /** The currency of a sum, if its prices name one; null otherwise. */
  currency: z.string().max(16).nullable(),
  allowed: z.string().max(40),
  /** The total that it would reach. */
  wouldBe: z.string().max(40),
});

/** What is known of a payment that the journal does not prove; null where it is not known. */
export const earlierPayment = z.object({
  /** From when on nobody knows. */
  since: z.string().max(40),
  /** The change's number in the file that names it. */
  number: z.number().int().nullable(),
  kind: z.string().max(40).nullable(),
  sentAt: z.string().max(40).nullable(),
  price: z.string().max(100).nullable(),
  accountLabel: z.string().max(80).nullable(),
  /** The folder of another workspace that pays with the same login. */
  place: z.string().max(4_096).nullable(),
  /** When a person said that it was done (a domain of another workspace's login); missing where nobody has. */
  saidAt: z.string().max(40).exactOptional(),
  /** The mark that the journal does not contain. */
  mark: z.string().max(200).exactOptional(),
});

/**
 * One for each span, scope, measure and currency. Entries stored while there was only a single limit are read as none.
 */
export const overLimits = z.array(overLimit).max(1_000).readonly();

/** What prevents an account from being removed, or from getting another login. */
export const accountInUse = z.object({
  why: z.enum(['change', 'batch']),
  /** The id of the change or of the batch. */
  id: z.string().max(64),
  /** The number of the change; null for a batch. */
  number: z.number().int().nullable(),
  /** The domain of the change, for display; null for a batch. */
  domain: z.string().max(255).nullable(),
});

/**
 * What has changed since a person reviewed it. `earlier-change`: another change of the same family took effect since.
 * `login`: the account's address or user. `consent`: the review is too old. `start`: it was reviewed before the program was started.
 * `price`: the known price of a renewal.
 */
const changedPart = z.enum([
  ...comparedParts,
  'price',
  'batch',
  'review',
  'earlier-change',
  'unasked',
  'login',
  'consent',
  'start',
]);

/** Every expected failure, as it is sent to the page: exactly these fields, so that no other data is sent with it. */
export const appError = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invalid-input'),
    field: z.string().max(200),
    reason: z.string().max(1_000),
    at: z.number().int().exactOptional(),
  }),
  z.object({ kind: z.literal('no-account') }),
  z.object({ kind: z.literal('no-key') }),
  z.object({ kind: z.literal('keychain'), fault: z.enum(keychainFaults) }),
  z.object({
    kind: z.literal('refused'),
    why: z.enum(refusalReasons),
    /** The HTTP status; 200 if the refusal came in an answer with that status. */
    status: z.number().int(),
    /** The service's own words, shortened and masked; empty when it gave none. */
    said: z.string().max(1_000),
  }),
  /** A read that got no answer. Nothing was changed, because it was a read. */
  z.object({ kind: z.literal('unreachable'), why: z.enum(reachFailures) }),
  /** `said`: what a page or a text in the answer's place says of itself, as in `refused`; missing where it says nothing. */
  z.object({
    kind: z.literal('unreadable'),
    status: z.number().int(),
    why: z.enum(unreadableReasons),
    said: z.string().max(1_000).exactOptional(),
  }),
  /** A write of which no byte left: nothing was changed. */
  z.object({ kind: z.literal('not-sent'), why: z.enum(reachFailures) }),
  /**
   * A write that may have happened. It is read back, never sent again. `said`: as in `refused`; missing if there are no
   * words. `yes`, `no`: what the answer says on each side, where it says both.
   */
  z.object({
    kind: z.literal('uncertain'),
    why: z.enum(doubts),
    said: z.string().max(1_000).exactOptional(),
    yes: z.string().max(400).exactOptional(),
    no: z.string().max(400).exactOptional(),
  }),
  /** A change of this family is planned, being sent or uncertain; the next one waits for it. Nothing was sent. */
  z.object({ kind: z.literal('open-change'), changeId: z.string().max(64), number: z.number().int() }),
  /** It has changed since it was reviewed. Nothing was sent. */
  z.object({
    kind: z.literal('changed-since'),
    what: changedPart,
    /** The number of the change that took effect since. */
    number: z.number().int().exactOptional(),
    /**
     * Why it is not certain that this change took effect: it is accepted and not yet charged, or open at another service; or that it had
     * none: the domain expires later by its years.
     */
    unsure: z.enum(['uncharged', 'open', 'later']).exactOptional(),
    /** Of a change by another member of the team: who, of which kind, and when it took effect. A newer version may have more kinds. */
    by: z
      .object({ name: z.string().max(200), change: z.string().max(40), at: z.string().max(40) })
      .exactOptional(),
  }),
  /** Another member of the team has a change of this family under way. Nothing was sent. */
  z.object({
    kind: z.literal('claimed-elsewhere'),
    by: z.string().max(200),
    change: z.string().max(40),
    domain: z.string().max(255),
    since: z.string().max(40),
    /** `uncertain`: it may have been done; until that is known it keeps the domain. `bought`: a registration that took effect. */
    state: z.enum(claimStates),
  }),
  /** The team’s database does not let a change be sent. Nothing was sent. `since`: since when it cannot be reached; else null. */
  z.object({
    kind: z.literal('team-unavailable'),
    why: z.enum(teamFaults),
    since: z.string().max(40).nullable(),
    /** Of `blocked`: whose session it is, where the server says so. */
    by: z.string().max(63).exactOptional(),
  }),
  /**
   * A limit of the team does not let a change be sent. Nothing was sent. `alone`: so many charged changes a day without a second person;
   * `team`: so many of all people together; `approval`: the approval that was asked for does not cover it, or not any more.
   */
  z.object({
    kind: z.literal('team-limit'),
    why: z.enum(['alone', 'team', 'approval']),
    limit: z.number().int().nullable(),
  }),
  /**
   * All spending limits that would be exceeded: it is sent once a person has confirmed them by typing. Nothing was
   * sent.
   */
  z.object({ kind: z.literal('over-limit'), limits: overLimits.default([]) }),
  /**
   * More was taken from the credit for a change than its price, or for all that was still to be charged then. It was done; nothing more
   * was sent.
   */
  z.object({
    kind: z.literal('charged-more'),
    number: z.number().int(),
    agreed: z.string().max(40),
    taken: z.string().max(40),
    currency: z.string().max(40).nullable(),
    isOfAll: z.literal(true).exactOptional(),
  }),
  /**
   * The account's throttle had no free slot in time, for example because the service asked for a pause. Nothing was
   * sent.
   */
  z.object({ kind: z.literal('rate-limited'), retryAfterS: z.number().int().nullable() }),
  /** A change of this account is open, or one of its batches is being read or applied. Nothing was changed. */
  z.object({ kind: z.literal('account-in-use'), ...accountInUse.shape }),
  /** The lookup just before ordering showed that the name is not available. Nothing was sent. */
  z.object({ kind: z.literal('not-available'), finding: z.enum(findingKinds) }),
  /**
   * The hash chain of a journal is broken. For the journal of changes: nothing is changed at a service until it is
   * repaired. For that of accesses to transfer codes: no code is requested.
   */
  z.object({
    kind: z.literal('journal-broken'),
    // Entries stored before there were two journals refer to that of changes.
    journal: z.enum(['changes', 'accesses']).default('changes'),
    seq: z.number().int(),
  }),
  /** The workspace was restored and nobody has reviewed yet what may have changed since: no paid change is sent. */
  z.object({ kind: z.literal('restore-unacknowledged') }),
  /**
   * Why a change was withdrawn: it was planned in a backup that was restored. `mayBeDone`: it is not fully known what
   * was done after the backup was made, so the change may have been sent. Of a row that is excluded for that: `earlier`.
   */
  z.object({
    kind: z.literal('from-backup'),
    mayBeDone: z.boolean(),
    earlier: earlierPayment.exactOptional(),
  }),
  z.object({ kind: z.literal('storage'), fault: z.enum(storageFaults) }),
  z.object({ kind: z.literal('cancelled') }),
  /** The application is locked. The request was not carried out. */
  z.object({ kind: z.literal('app-locked') }),
  z.object({ kind: z.literal('bug'), incidentId: z.string().max(64) }),
]);
