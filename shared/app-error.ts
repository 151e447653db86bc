import type { FindingKind } from './domain/finding.ts';

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
export const doubts = ['no-complete-answer', 'answer-not-understood', 'server-error', 'redirected'] as const;
export type Doubt = (typeof doubts)[number];

/** What was otherwise than when it was looked at. */
export const changedParts = ['lock', 'nameservers', 'contacts', 'finding', 'plan', 'review'] as const;
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
  /** A write that may have happened. It is read back, never sent again. */
  | { readonly kind: 'uncertain'; readonly why: Doubt }
  /** A change of this family is planned, on its way or uncertain; the next one waits for it. Nothing was sent. */
  | { readonly kind: 'open-change'; readonly changeId: string; readonly number: number }
  /** It is otherwise than when it was looked at. Nothing was sent. */
  | { readonly kind: 'changed-since'; readonly what: ChangedPart }
  /** Looked up just before ordering, the name is not available. Nothing was sent. */
  | { readonly kind: 'not-available'; readonly finding: FindingKind }
  /**
   * A journal does not hold together. That of changes: nothing is changed at a service until it does. That of accesses to
   * transfer codes: none is asked for.
   */
  | { readonly kind: 'journal-broken'; readonly journal: BreakableJournal; readonly seq: number }
  | { readonly kind: 'storage'; readonly fault: StorageFault }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'bug'; readonly incidentId: string };

export type AppErrorKind = AppError['kind'];
