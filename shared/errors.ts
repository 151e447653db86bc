import type { FindingKind } from './domain/finding.ts';
import type { OverLimit } from './domain/limits.ts';

/** How a connection failed. The first six happen before a byte of the request has left. */
export const reachFailures = [
  'offline',
  'name-not-resolved',
  'connection-refused',
  'tls-failed',
  'connect-timeout',
  /** Close to the turn of the hour while the service's clock is unknown: the token might be for the wrong hour. */
  'clock-unknown',
  'no-answer-in-time',
  'connection-lost',
] as const;
export type ReachFailure = (typeof reachFailures)[number];

/**
 * Whether only this one request failed on an otherwise working connection; all other failures affect the connection
 * itself.
 */
export const isOnTheWay = (why: ReachFailure): boolean =>
  why === 'no-answer-in-time' || why === 'connection-lost';

/** Why a service refused, as far as its answer tells. For `other`, only the service's words are known. */
export const refusalReasons = [
  'credentials',
  'address',
  'permission',
  'rate',
  'credit',
  'exists',
  'not-found',
  'validation',
  'server',
  'redirect',
  'other',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Why an answer could not be used. */
export const unreadableReasons = [
  'empty',
  'not-json',
  'wrong-shape',
  'too-large',
  'too-deep',
  'cut-short',
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/**
 * What prevents the operating system's keychain from answering.
 * Source: the states in which keytar was tested; see docs/threat-model.md, "Keychain".
 */
export const keychainFaults = [
  'no-bus',
  'no-service',
  'no-collection',
  'locked',
  'no-answer',
  'denied',
] as const;
export type KeychainFault = (typeof keychainFaults)[number];

export const storageFaults = ['full', 'read-only', 'newer-version', 'damaged', 'busy'] as const;
export type StorageFault = (typeof storageFaults)[number];

/** Why a write may or may not have happened. */
export const doubts = [
  'no-complete-answer',
  'answer-not-understood',
  'server-error',
  'redirected',
  /** A refusal whose words do not rule out that it was done: a timeout, a gateway, or unknown words. */
  'unclear-refusal',
  /** The service may still do it. */
  'pending',
  /** For a registration: an earlier attempt may have bought the name. */
  'exists',
] as const;
export type Doubt = (typeof doubts)[number];

/**
 * What has changed since a person reviewed it. `earlier-change`: another change of the same family took effect since.
 * `login`: the account's address or user. `consent`: the review is too old. `price`: the known price of a renewal.
 */
export const changedParts = [
  'lock',
  'nameservers',
  'contacts',
  'finding',
  'price',
  'plan',
  'review',
  'earlier-change',
  'login',
  'consent',
] as const;
export type ChangedPart = (typeof changedParts)[number];

export const breakableJournals = ['changes', 'accesses'] as const;
export type BreakableJournal = (typeof breakableJournals)[number];

/** Every expected failure. Closed: a new kind does not compile until it has a sentence for the user. */
export type AppError =
  | { readonly kind: 'invalid-input'; readonly field: string; readonly reason: string; readonly at?: number }
  | { readonly kind: 'no-account' }
  | { readonly kind: 'no-key' }
  | { readonly kind: 'keychain'; readonly fault: KeychainFault }
  | {
      readonly kind: 'refused';
      readonly why: RefusalReason;
      /** The HTTP status; 200 if the refusal came in an answer with that status. */
      readonly status: number;
      /** The service's own words, shortened and masked; empty when it gave none. */
      readonly said: string;
    }
  /** A read that got no answer. Nothing was changed, because it was a read. */
  | { readonly kind: 'unreachable'; readonly why: ReachFailure }
  | { readonly kind: 'unreadable'; readonly status: number; readonly why: UnreadableReason }
  /** A write of which no byte left: nothing was changed. */
  | { readonly kind: 'not-sent'; readonly why: ReachFailure }
  /**
   * A write that may have happened. It is read back, never sent again. `said`: as in `refused`; missing if there are no
   * words.
   */
  | { readonly kind: 'uncertain'; readonly why: Doubt; readonly said?: string }
  /** A change of this family is planned, being sent or uncertain; the next one waits for it. Nothing was sent. */
  | { readonly kind: 'open-change'; readonly changeId: string; readonly number: number }
  /** It has changed since it was reviewed. Nothing was sent. */
  | {
      readonly kind: 'changed-since';
      readonly what: ChangedPart;
      /** The number of the change that took effect since. */
      readonly number?: number;
    }
  /**
   * All spending limits that would be exceeded: it is sent once a person has confirmed them by typing. Nothing was
   * sent.
   */
  | { readonly kind: 'over-limit'; readonly limits: readonly OverLimit[] }
  /**
   * The account's throttle had no free slot in time, for example because the service asked for a pause. Nothing was
   * sent.
   */
  | { readonly kind: 'rate-limited'; readonly retryAfterS: number | null }
  /** A change of this account is open, or one of its batches is being read or applied. Nothing was changed. */
  | {
      readonly kind: 'account-in-use';
      readonly why: 'change' | 'batch';
      /** The id of the change or of the batch. */
      readonly id: string;
      /** The number of the change; null for a batch. */
      readonly number: number | null;
      /** The domain of the change, for display; null for a batch. */
      readonly domain: string | null;
    }
  /** The lookup just before ordering showed that the name is not available. Nothing was sent. */
  | { readonly kind: 'not-available'; readonly finding: FindingKind }
  /**
   * The hash chain of a journal is broken. For the journal of changes: nothing is changed at a service until it is
   * repaired. For that of accesses to transfer codes: no code is requested.
   */
  | { readonly kind: 'journal-broken'; readonly journal: BreakableJournal; readonly seq: number }
  /** The workspace was restored and nobody has reviewed yet what may have changed since: no paid change is sent. */
  | { readonly kind: 'restore-unacknowledged' }
  /**
   * Why a change was withdrawn: it was planned in a backup that was restored. `mayBeDone`: it is not fully known what
   * was done after the backup was made, so the change may have been sent.
   */
  | { readonly kind: 'from-backup'; readonly mayBeDone: boolean }
  | { readonly kind: 'storage'; readonly fault: StorageFault }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'bug'; readonly incidentId: string };

export type AppErrorKind = AppError['kind'];
