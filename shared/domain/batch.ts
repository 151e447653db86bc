import type { AppError } from '../errors.ts';
import type { ChangeState, LockState } from './change.ts';
import type { Price } from './finding.ts';
import type { Known } from './portfolio.ts';

/** The change that a batch makes to each of many domains. */
export type BatchAsk =
  | { readonly kind: 'lock'; readonly state: LockState }
  | { readonly kind: 'nameservers'; readonly nameservers: readonly string[] }
  | { readonly kind: 'renew'; readonly periodYears: number };

/**
 * The state of a batch.
 *
 * - `reading`: the present state of each domain is being read. - `ready`: it can be reviewed and applied.
 * - `running`, `paused`: change by change. - `halted`: it has reached an uncertain change and waits for a person.
 * - `done`: every row has its change or was excluded. - `stopped`: a person ended it with rows left.
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
  /**
   * Renewed here within 60 days, or since its expiry was last known: a person can include each such row individually.
   */
  'renewed',
  'by-hand',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface BatchRow {
  /** From 0. */
  readonly index: number;
  readonly domain: string;
  /** For display; null if it could not be read. */
  readonly before: string | null;
  readonly after: string;
  readonly leftOut: LeftOutReason | null;
  /** Why it could not be read. */
  readonly error: AppError | null;
  /** For a renewal; null for the other kinds and before it is read. */
  readonly renewal: RenewalFacts | null;
  readonly changeId: string | null;
  /** The state of its change; null before it has one. */
  readonly state: ChangeState | null;
}

/** What is known of a domain to be renewed. */
export interface RenewalFacts {
  /** When it was last renewed here, according to the journal. */
  readonly renewedAt: string | null;
  readonly expiresOn: Known<string> | null;
  /** For the whole period, from the last lookup. */
  readonly price: Price;
}

export interface BatchCounts {
  readonly rows: number;
  /** Rows whose present state was read, or could not be read. */
  readonly read: number;
  readonly leftOut: number;
  /** Rows that are not excluded. */
  readonly toDo: number;
  /** Of those, the rows without a change so far. */
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
  /**
   * SHA-256 over the requested change and every row's present state; null while reading. The batch is applied only with
   * the digest that was reviewed.
   */
  readonly digest: string | null;
  /** The number of changes that must be typed before it is applied; null if a click is enough. */
  readonly typedCount: number | null;
  readonly goesOnAfterUncertain: boolean;
  /** Why it waits; null if it does not. */
  readonly waitingFor: AppError | null;
  /** Why the program stopped it; null if a person stopped it, or if it was not stopped. */
  readonly stoppedBy: 'restore' | null;
}

/** The count must be typed for more rows than this, or for more than this share of the portfolio. */
export const rowsWithoutTyping = 25;
export const shareWithoutTyping = 0.2;
export const mostBatchRows = 20_000;
