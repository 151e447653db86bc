import type { AppError } from '../app-error.ts';
import type { CauseCounts, KindCounts } from './cell.ts';
import type { FindingKind, UnknownCause } from './finding.ts';
import type { Price } from './price.ts';

/**
 * Where a session stands.
 *
 * - `running`: it asks.
 * - `waiting`: it would ask and cannot; `waitingFor` says why, and it goes on by itself (also after a restart).
 * - `paused`: the user, or the end of a command line, holds it; it goes on when told to.
 * - `stopped`: ended by the user with cells left; it can be taken up again like a paused one.
 * - `finished`: every cell was asked.
 */
export const sessionStates = ['running', 'waiting', 'paused', 'stopped', 'finished'] as const;
export type SessionState = (typeof sessionStates)[number];

/** How fast a session is asked, and what is left of the way. */
export interface Pace {
  /** As measured over the last seconds, of this session alone. */
  readonly requestsPerSecond: number;
  readonly cellsPerSecond: number;
  /** What the throttle allows the account now, and the user's ceilings; null where there is none. */
  readonly allowedPerSecond: number | null;
  readonly ceilingPerSecond: number | null;
  readonly concurrency: number;
  /** Why it is slower than its ceiling; null where it is not. */
  readonly slowedBy: 'rate' | 'server' | 'timeouts' | 'latency' | 'retry-after' | null;
  /** The time left, in seconds, and the range in which it will probably lie; null where it cannot be told. */
  readonly left: Estimate | null;
}

/** Seconds. */
export interface Estimate {
  readonly likely: number;
  readonly low: number;
  readonly high: number;
}

/** A bulk look-up: names × TLDs, its findings and its progress. It belongs to one account and outlives the program. */
export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly state: SessionState;
  /** UTC, ISO 8601, like all instants. */
  readonly createdAt: string;
  /** Of the last finding, or the last thing that was done to it. */
  readonly changedAt: string;
  readonly finishedAt: string | null;
  /** Where its names came from: a file's name, `pasted`, `generated`, `command line`. */
  readonly source: string;
  readonly names: number;
  /** Without leading dots, in the order of the columns. */
  readonly tlds: readonly string[];
  readonly counts: KindCounts;
  readonly causes: CauseCounts;
  /** Cells that are still to be asked; 0 when it is finished. */
  readonly left: number;
  readonly shortlisted: number;
  readonly waitingFor: AppError | null;
  /** Null unless it runs. */
  readonly pace: Pace | null;
  /** The session whose names and TLDs it asks again; null for one of its own. */
  readonly rerunOf: string | null;
  /** What the page wants kept of how it is looked at (columns, density, filter): its own text, 20,000 characters at most. */
  readonly view: string;
}

/** How a finding differs between two runs over the same names and TLDs. */
export interface SessionChange {
  readonly domain: string;
  readonly before: FindingKind;
  readonly after: FindingKind;
  /** To register for the shortest period. */
  readonly priceBefore: Price;
  readonly priceAfter: Price;
}

/** Which cells are asked again. */
export type AskAgain =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'cause'; readonly cause: UnknownCause }
  /** Checked longer ago than so many seconds. */
  | { readonly kind: 'older-than'; readonly seconds: number }
  | { readonly kind: 'shortlist' }
  | { readonly kind: 'everything' };

/** Cells of a session of `names` × `tlds`. The index of a cell is `row * tlds + column`. */
export const mostCells = 20_000_000;
export const mostNames = 1_000_000;
export const mostTlds = 2_000;
/** Of a comparison's changes, as many are listed one by one. */
export const mostChanges = 5_000;
