import type { AppError } from '../errors.ts';
import type { ChangeState, LockState } from './change.ts';
import type { Price } from './finding.ts';
import type { Known } from './portfolio.ts';

/** What is done to many domains, the same to each. */
export type BatchAsk =
  | { readonly kind: 'lock'; readonly state: LockState }
  | { readonly kind: 'nameservers'; readonly nameservers: readonly string[] }
  | { readonly kind: 'renew'; readonly periodYears: number };

/**
 * Where a plan stands.
 *
 * - `reading`: the present state of each domain is being read. - `ready`: it can be looked at and applied.
 * - `running`, `paused`: change by change. - `halted`: it has come to an uncertain change and waits for a person.
 * - `done`: every row has its change or was left out. - `stopped`: a person ended it with rows left.
 */
export const batchStates = ['reading', 'ready', 'running', 'paused', 'halted', 'done', 'stopped'] as const;
export type BatchState = (typeof batchStates)[number];

/** Why a row is not applied. */
export const leftOutReasons = [
  'already-so',
  'not-readable',
  'open-change',
  'archived',
  'transferred-away',
  'changed-since',
  /** Renewed here within 60 days, or since its expiry was last known: a person can include it, one by one. */
  'renewed',
  'by-hand',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface BatchRow {
  /** From 0. */
  readonly index: number;
  readonly domain: string;
  /** For people; null where it could not be read. */
  readonly before: string | null;
  readonly after: string;
  readonly leftOut: LeftOutReason | null;
  /** Why it could not be read. */
  readonly error: AppError | null;
  /** Of a renewal; null for the other kinds and before it is read. */
  readonly renewal: RenewalFacts | null;
  readonly changeId: string | null;
  /** Of its change; null before it has one. */
  readonly state: ChangeState | null;
}

/** What is known of a domain that is to be renewed. */
export interface RenewalFacts {
  /** When it was last renewed here, as far as the journal knows. */
  readonly renewedAt: string | null;
  readonly expiresOn: Known<string> | null;
  /** For the whole period, as it was last looked up. */
  readonly price: Price;
}

export interface BatchCounts {
  readonly rows: number;
  /** Of the rows, those whose present state is read, or could not be. */
  readonly read: number;
  readonly leftOut: number;
  /** Not left out. */
  readonly toDo: number;
  /** Of those, the ones that have no change yet. */
  readonly remaining: number;
  readonly confirmed: number;
  readonly refused: number;
  readonly uncertain: number;
}

/** An ordered set of changes that is reviewed as one and applied change by change. */
export interface Batch {
  readonly id: string;
  readonly accountId: string;
  readonly ask: BatchAsk;
  readonly state: BatchState;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly counts: BatchCounts;
  /** SHA-256 over what is asked and every row's present state; null while reading. It is applied as it was looked at, or not. */
  readonly digest: string | null;
  /** How many changes must be typed before it is applied; null where a click is enough. */
  readonly typedCount: number | null;
  readonly goesOnAfterUncertain: boolean;
  /** Why it waits; null where it does not. */
  readonly waitingFor: AppError | null;
  /** Why it was stopped by the program; null where a person stopped it, or nobody. */
  readonly stoppedBy: 'restore' | null;
}

/** Above so many rows, or this share of the portfolio, the count is typed. */
export const rowsWithoutTyping = 25;
export const shareWithoutTyping = 0.2;
export const mostBatchRows = 20_000;
