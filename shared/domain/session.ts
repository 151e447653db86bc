import type { AppError } from '../errors.ts';
import { type FindingKind, findingKinds, type Price, type UnknownCause, unknownCauses } from './finding.ts';

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

/**
 * A finding as one byte, for a session's cells. 0 is `unchecked`, so that an array of zeros is a session of which
 * nothing is known. The numbers are in files: they are added to, never changed.
 *
 * | bits | meaning |
 * |---|---|
 * | 0–3 | the kind: 0 unchecked, 1 available, 2 premium, 3 taken, 4 reserved, 5 invalid, 6 unknown |
 * | 4–6 | of `unknown` alone, its cause: 0 not-in-answer … 7 cancelled, in the order of `unknownCauses` |
 * | 7 | the cell is on the shortlist; only in memory, the workspace keeps the shortlist apart |
 */
export type CellCode = number;

const kindByBits: readonly FindingKind[] = [
  'unchecked',
  'available',
  'premium',
  'taken',
  'reserved',
  'invalid',
  'unknown',
];

export const shortlistBit = 0x80;
const causeShift = 4;
const kindMask = 0x0f;
const causeMask = 0x07;

export const cellCode = (kind: FindingKind, cause: UnknownCause | null): CellCode =>
  kindByBits.indexOf(kind) |
  (kind === 'unknown' && cause !== null ? unknownCauses.indexOf(cause) << causeShift : 0);

/** Bits that no kind has are `unknown`: what cannot be read is never available and never taken. */
export const kindOfCell = (code: CellCode): FindingKind => kindByBits[code & kindMask] ?? 'unknown';

/** Null for every kind but `unknown`. */
export const causeOfCell = (code: CellCode): UnknownCause | null =>
  kindOfCell(code) === 'unknown' ? (unknownCauses[(code >> causeShift) & causeMask] ?? null) : null;

export const isShortlisted = (code: CellCode): boolean => (code & shortlistBit) !== 0;

/** The finding alone, without the shortlist. */
export const findingBits = (code: CellCode): CellCode => code & ~shortlistBit;

/** How many cells there are of each kind, every kind named. */
export type KindCounts = Readonly<Record<FindingKind, number>>;

/** How many unknown cells there are of each cause; a cause without cells is left out. */
export type CauseCounts = Readonly<Partial<Record<UnknownCause, number>>>;

export const noCounts = (): Record<FindingKind, number> => {
  const counts: Partial<Record<FindingKind, number>> = {};
  for (const kind of findingKinds) counts[kind] = 0;
  return counts as Record<FindingKind, number>; // The loop has just set every kind.
};

/** What cells are, from how many have each code; codes without the shortlist's bit. */
export function countsOf(tallies: Iterable<readonly [code: CellCode, count: number]>): {
  readonly counts: KindCounts;
  readonly causes: CauseCounts;
} {
  const counts = noCounts();
  const causes: Partial<Record<UnknownCause, number>> = {};
  for (const [code, count] of tallies) {
    if (count === 0) continue;
    counts[kindOfCell(code)] += count;
    const cause = causeOfCell(code);
    if (cause !== null) causes[cause] = (causes[cause] ?? 0) + count;
  }
  return { counts, causes };
}

/** What is known of a session, packed: for the grid, for an export, for the engine. Rows are names, columns are TLDs. */
export interface SessionMatrix {
  /** Second-level labels as A-labels, in the order in which they were entered. */
  readonly names: readonly string[];
  /** Without leading dots. */
  readonly tlds: readonly string[];
  /** One {@link CellCode} for each cell, row by row; with the shortlist's bit. */
  readonly codes: Uint8Array;
  /** Unix seconds for each cell; 0 for an unchecked one. */
  readonly checkedAt: Uint32Array;
}

/** Which cells are shown. A row is shown when its name fits and at least one of its cells does. */
export interface SessionFilter {
  /** Part of the name in either form; `*` stands for anything. Empty: every name. */
  readonly text: string;
  /** Of the Unicode form, in characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Columns; null: all of them. */
  readonly tlds: readonly string[] | null;
  /** Null: every kind. */
  readonly kinds: readonly FindingKind[] | null;
  /** Of the unknown cells, those with one of these causes; null: every cause. */
  readonly causes: readonly UnknownCause[] | null;
  /** Unix seconds; null: any age. An unchecked cell has no age and fits neither. */
  readonly checkedBefore: number | null;
  readonly checkedAfter: number | null;
  readonly shortlistedOnly: boolean;
}

export const noFilter: SessionFilter = {
  text: '',
  minLength: null,
  maxLength: null,
  tlds: null,
  kinds: null,
  causes: null,
  checkedBefore: null,
  checkedAfter: null,
  shortlistedOnly: false,
};

export const sessionSorts = ['entered', 'name', 'length', 'available'] as const;

/** `available` counts the available and premium cells of the shown columns. Ties stand in the order of entering. */
export interface SessionSort {
  readonly by: (typeof sessionSorts)[number];
  readonly descending: boolean;
}

export const asEntered: SessionSort = { by: 'entered', descending: false };

/** What a filter and an order leave of a matrix. */
export interface SessionView {
  /** Indices into `names`, in the order in which they are shown. */
  readonly rows: Uint32Array;
  /** Indices into `tlds`, in the order of the matrix. */
  readonly columns: Uint32Array;
  /** How many cells are shown: those of shown rows and columns that fit the filter. */
  readonly cells: number;
  /** Whether the cell `row * tlds + column` fits the filter; its row is not looked at. */
  readonly fits: (cell: number) => boolean;
}
