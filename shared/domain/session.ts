import type { AppError } from '../errors.ts';
import { type FindingKind, findingKinds, type Price, type UnknownCause, unknownCauses } from './finding.ts';

/**
 * The state of a session.
 *
 * - `running`: it sends lookups.
 * - `waiting`: it cannot send at the moment; `waitingFor` says why. It continues automatically (also after a restart).
 * - `paused`: paused by the user or by the end of a command line; it continues on request.
 * - `stopped`: ended by the user with cells left; it can be resumed like a paused one.
 * - `finished`: every cell was looked up.
 */
export const sessionStates = ['running', 'waiting', 'paused', 'stopped', 'finished'] as const;
export type SessionState = (typeof sessionStates)[number];

/** The speed of a session, and how much is left. */
export interface Pace {
  /** Measured over the last seconds, for this session only. */
  readonly requestsPerSecond: number;
  readonly cellsPerSecond: number;
  /** What the throttle allows the account now, and the ceilings that the user set; null if there is none. */
  readonly allowedPerSecond: number | null;
  readonly ceilingPerSecond: number | null;
  readonly concurrency: number;
  /** Why it is slower than its ceiling; null if it is not. */
  readonly slowedBy: 'rate' | 'server' | 'timeouts' | 'latency' | 'retry-after' | null;
  /** The estimated time left; null if it cannot be estimated. */
  readonly left: Estimate | null;
}

/** The most likely value and its probable range, in seconds. */
export interface Estimate {
  readonly likely: number;
  readonly low: number;
  readonly high: number;
}

/** A bulk lookup: names × TLDs, its findings and its progress. It belongs to one account and survives restarts. */
export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly state: SessionState;
  /** UTC, ISO 8601, like all instants. */
  readonly createdAt: string;
  /** The time of the last finding or of the last action on the session. */
  readonly changedAt: string;
  readonly finishedAt: string | null;
  /** The source of its names: a file's name, `pasted`, `generated`, `command line`. */
  readonly source: string;
  readonly names: number;
  /** Without leading dots, in the order of the columns. */
  readonly tlds: readonly string[];
  readonly counts: KindCounts;
  readonly causes: CauseCounts;
  /** Cells that are still to be looked up; 0 when it is finished. */
  readonly left: number;
  readonly shortlisted: number;
  readonly waitingFor: AppError | null;
  /** Null unless it runs. */
  readonly pace: Pace | null;
  /** The session whose names and TLDs it looks up again; null if it has its own. */
  readonly rerunOf: string | null;
  /** How the page displays it (columns, density, filter): text in the page's own format, 20,000 characters at most. */
  readonly view: string;
}

/** The difference of one finding between two runs over the same names and TLDs. */
export interface SessionChange {
  readonly domain: string;
  readonly before: FindingKind;
  readonly after: FindingKind;
  /** The price to register for the shortest period. */
  readonly priceBefore: Price;
  readonly priceAfter: Price;
}

/** Which cells are looked up again. */
export type AskAgain =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'cause'; readonly cause: UnknownCause }
  /** Checked longer ago than `seconds`. */
  | { readonly kind: 'older-than'; readonly seconds: number }
  | { readonly kind: 'shortlist' }
  | { readonly kind: 'everything' };

/** The maximum number of cells in a session of `names` × `tlds`. The index of a cell is `row * tlds + column`. */
export const mostCells = 20_000_000;
export const mostNames = 1_000_000;
export const mostTlds = 2_000;
/** The maximum number of changes that a comparison lists individually. */
export const mostChanges = 5_000;

/**
 * A finding as one byte, for a session's cells. 0 is `unchecked`, so that an array of zeros is a session without
 * findings. The numbers are stored in files: new ones may be added, existing ones never change.
 *
 * | bits | meaning |
 * |---|---|
 * | 0–3 | the kind: 0 unchecked, 1 available, 2 premium, 3 taken, 4 reserved, 5 invalid, 6 unknown |
 * | 4–6 | for `unknown` only, its cause: 0 not-in-answer … 7 cancelled, in the order of `unknownCauses` |
 * | 7 | the cell is on the shortlist; only in memory, the workspace stores the shortlist separately |
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

/** Undefined bits mean `unknown`: what cannot be read is never available and never taken. */
export const kindOfCell = (code: CellCode): FindingKind => kindByBits[code & kindMask] ?? 'unknown';

/** Null for every kind but `unknown`. */
export const causeOfCell = (code: CellCode): UnknownCause | null =>
  kindOfCell(code) === 'unknown' ? (unknownCauses[(code >> causeShift) & causeMask] ?? null) : null;

export const isShortlisted = (code: CellCode): boolean => (code & shortlistBit) !== 0;

/** The finding alone, without the shortlist. */
export const findingBits = (code: CellCode): CellCode => code & ~shortlistBit;

/** The number of cells of each kind, with every kind present. */
export type KindCounts = Readonly<Record<FindingKind, number>>;

/** The number of unknown cells by cause; a cause without cells is missing. */
export type CauseCounts = Readonly<Partial<Record<UnknownCause, number>>>;

export const noCounts = (): Record<FindingKind, number> => {
  const counts: Partial<Record<FindingKind, number>> = {};
  for (const kind of findingKinds) counts[kind] = 0;
  return counts as Record<FindingKind, number>; // The loop has just set every kind.
};

/** Kinds and causes of cells, from the number of cells with each code; codes without the shortlist bit. */
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

/** The findings of a session, packed: for the grid, exports and the engine. Rows are names, columns are TLDs. */
export interface SessionMatrix {
  /** Second-level labels as A-labels, in the order in which they were entered. */
  readonly names: readonly string[];
  /** Without leading dots. */
  readonly tlds: readonly string[];
  /** One {@link CellCode} for each cell, row by row; with the shortlist bit. */
  readonly codes: Uint8Array;
  /** Unix seconds for each cell; 0 for an unchecked one. */
  readonly checkedAt: Uint32Array;
}

/** Which cells are shown. A row is shown if its name matches and at least one of its cells does. */
export interface SessionFilter {
  /** Part of the name in either form; `*` matches anything. Empty: every name. */
  readonly text: string;
  /** Of the Unicode form, in characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Columns; null: all of them. */
  readonly tlds: readonly string[] | null;
  /** Null: every kind. */
  readonly kinds: readonly FindingKind[] | null;
  /** Shows only unknown cells with one of these causes; null: every cause. */
  readonly causes: readonly UnknownCause[] | null;
  /** Unix seconds; null: any age. An unchecked cell has no age and matches neither. */
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

/** `available` counts the available and premium cells of the shown columns. Ties keep the order of entry. */
export interface SessionSort {
  readonly by: (typeof sessionSorts)[number];
  readonly descending: boolean;
}

export const asEntered: SessionSort = { by: 'entered', descending: false };

/** The result of applying a filter and a sort to a matrix. */
export interface SessionView {
  /** Indices into `names`, in the order in which they are shown. */
  readonly rows: Uint32Array;
  /** Indices into `tlds`, in the order of the matrix. */
  readonly columns: Uint32Array;
  /** The number of shown cells: those of shown rows and columns that match the filter. */
  readonly cells: number;
  /** Whether the cell `row * tlds + column` matches the filter; its row is not checked. */
  readonly fits: (cell: number) => boolean;
}
