import type { FindingKind } from './domain/finding.ts';
import type { OverLimit } from './domain/limits.ts';

/** How a connection failed. The first six happen before a byte of the request has left. */
export const reachFailures = [
  'offline',
  'name-not-resolved',
  'connection-refused',
  'tls-failed',
  'connect-timeout',
  /** The hour is about to turn and the service's clock is not known: a token might be for the wrong hour. */
  'clock-unknown',
  'no-answer-in-time',
  'connection-lost',
] as const;
export type ReachFailure = (typeof reachFailures)[number];

/** The way was there and lost this one request; every other failure is one of the way itself. */
export const isOnTheWay = (why: ReachFailure): boolean =>
  why === 'no-answer-in-time' || why === 'connection-lost';

/** Why a service said no, as far as its answer lets us tell. `other` carries the service's words only. */
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
 * What keeps the operating system's keychain from answering.
 * Source: the states that keytar was measured in; see docs/threat-model.md, "Keychain".
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
  /** A no in words that do not rule out that it was done: a time-out, a gateway, or nothing that is known. */
  'unclear-refusal',
  /** The service may still do it. */
  'pending',
  /** Of a registration: the name may have been bought by an earlier attempt. */
  'exists',
] as const;
export type Doubt = (typeof doubts)[number];

/**
 * What is not as it was when a person looked at it. `earlier-change`: another change of the same family took effect since.
 * `login`: the account's address or user. `consent`: it was looked at too long ago. `price`: the one that is known of a renewal.
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

/** Every way in which something expected can go wrong. Closed: a new kind does not compile until it has a sentence. */
export type AppError =
  | { readonly kind: 'invalid-input'; readonly field: string; readonly reason: string; readonly at?: number }
  | { readonly kind: 'no-account' }
  | { readonly kind: 'no-key' }
  | { readonly kind: 'keychain'; readonly fault: KeychainFault }
  | {
      readonly kind: 'refused';
      readonly why: RefusalReason;
      /** The HTTP status; 200 where the refusal came inside one. */
      readonly status: number;
      /** The service's own words, shortened and masked; empty when it gave none. */
      readonly said: string;
    }
  /** A read that got no answer. Nothing was changed: it was a read. */
  | { readonly kind: 'unreachable'; readonly why: ReachFailure }
  | { readonly kind: 'unreadable'; readonly status: number; readonly why: UnreadableReason }
  /** A write of which no byte left: nothing was changed. */
  | { readonly kind: 'not-sent'; readonly why: ReachFailure }
  /** A write that may have happened. It is read back, never sent again. `said`: as in `refused`; left out where there are no words. */
  | { readonly kind: 'uncertain'; readonly why: Doubt; readonly said?: string }
  /** A change of this family is planned, on its way or uncertain; the next one waits for it. Nothing was sent. */
  | { readonly kind: 'open-change'; readonly changeId: string; readonly number: number }
  /** It is otherwise than when it was looked at. Nothing was sent. */
  | {
      readonly kind: 'changed-since';
      readonly what: ChangedPart;
      /** Of the change that took effect since. */
      readonly number?: number;
    }
  /** Spending limits, all that are gone over: it is sent once a person has confirmed them by typing. Nothing was sent. */
  | { readonly kind: 'over-limit'; readonly limits: readonly OverLimit[] }
  /** The account's throttle had no place in time, as when the service asked to be left alone. Nothing was sent. */
  | { readonly kind: 'rate-limited'; readonly retryAfterS: number | null }
  /** A change of this account is not finished, or one of its batches is being read or applied. Nothing was changed. */
  | {
      readonly kind: 'account-in-use';
      readonly why: 'change' | 'batch';
      /** Of the change or of the batch. */
      readonly id: string;
      /** Of the change; null of a batch. */
      readonly number: number | null;
      /** Of the change, as people read it; null of a batch. */
      readonly domain: string | null;
    }
  /** Looked up just before ordering, the name is not available. Nothing was sent. */
  | { readonly kind: 'not-available'; readonly finding: FindingKind }
  /**
   * A journal does not hold together. That of changes: nothing is changed at a service until it does. That of accesses to
   * transfer codes: none is asked for.
   */
  | { readonly kind: 'journal-broken'; readonly journal: BreakableJournal; readonly seq: number }
  /** The workspace was restored, and nobody has looked yet at what may have changed since: nothing that is paid is sent. */
  | { readonly kind: 'restore-unacknowledged' }
  /**
   * Why a change was withdrawn: it was planned in a backup that was restored. `mayBeDone`: what was done after the backup
   * was made is not known to the end, so it may have been sent.
   */
  | { readonly kind: 'from-backup'; readonly mayBeDone: boolean }
  | { readonly kind: 'storage'; readonly fault: StorageFault }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'bug'; readonly incidentId: string };

export type AppErrorKind = AppError['kind'];
