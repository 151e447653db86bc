import type * as schemas from '../areas/sessions.ts';
import type { TypeOf } from '../schema-type.ts';
import type { FindingKind, ShownKind, UnknownCause } from './finding.ts';
import { findingKinds, unknownCauses } from './finding-kinds.ts';

export type Session = TypeOf<typeof schemas.session>;
export type SessionState = Session['state'];
export type KindCounts = Session['counts'];
/** Where own names are not told apart from the others, none is counted as `yours`. */
export type ShownCounts = KindCounts & { readonly yours?: number };
export type CauseCounts = Session['causes'];
export type Pace = TypeOf<typeof schemas.pace>;
export type Estimate = TypeOf<typeof schemas.estimate>;
export type AskAgain = TypeOf<typeof schemas.askAgain>;
export type SessionFilter = TypeOf<typeof schemas.sessionFilter>;
export type SessionSort = TypeOf<typeof schemas.sessionSort>;

/**
 * A finding as one byte, for a session's cells. 0 is `unchecked`, so that an array of zeros is a session without
 * findings. The numbers are stored in files: new ones may be added, existing ones never change.
 *
 * | bits | meaning |
 * |---|---|
 * | 0–3 | the kind: 0 unchecked, 1 available, 2 premium, 3 taken, 4 reserved, 5 invalid, 6 unknown |
 * | 4–6 | for `unknown` only, its cause: 0 not-in-answer … 7 cancelled, in the order of `unknownCauses` |
 * | 7 | the cell is on the shortlist; only in memory, the workspace stores the shortlist separately |
 *
 * In memory only, a cell that is shown has the kind 7 where its name is the user's own: see {@link asYours}.
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
const yoursBits = 0x07;
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
  shownKindOf(code) === 'unknown' ? (unknownCauses[(code >> causeShift) & causeMask] ?? null) : null;

/**
 * The code of a cell whose name is the user's own: it takes the place of the finding, so that a filter, an order, counts, prices,
 * marks, words, copies and exports treat the cell as what it is, and none of them as available. The shortlist stays.
 */
export const asYours = (code: CellCode): CellCode => yoursBits | (code & shortlistBit);

const isYours = (code: CellCode): boolean => (code & kindMask) === yoursBits;

/** The kind of a cell as it is shown: as {@link kindOfCell}, or `yours`. */
export const shownKindOf = (code: CellCode): ShownKind => (isYours(code) ? 'yours' : kindOfCell(code));

export const isShortlisted = (code: CellCode): boolean => (code & shortlistBit) !== 0;

/** The finding alone, without the shortlist. */
export const findingBits = (code: CellCode): CellCode => code & ~shortlistBit;

/**
 * The counts of a session as they are shown, in a list or a line: own names are `yours`, as in its cells, not what was found of them.
 * Where these could not be read, all is counted as it was found.
 */
export function shownCountsOf({ counts, own }: Pick<Session, 'counts' | 'own'>): Record<ShownKind, number> {
  const shown = { ...counts, yours: 0 };
  for (const kind of findingKinds) {
    shown[kind] -= own?.[kind] ?? 0;
    shown.yours += own?.[kind] ?? 0;
  }
  return shown;
}

/** Said where something waits because the user's own names could not be read. */
export const unreadNamesReason =
  'your domains couldn’t be loaded, so we don’t know which names are already yours';

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

export const noFilter: SessionFilter = {
  text: '',
  minLength: null,
  maxLength: null,
  noDigits: false,
  noHyphens: false,
  tlds: null,
  kinds: null,
  causes: null,
  checkedBefore: null,
  checkedAfter: null,
  shortlistedOnly: false,
  mostPrice: null,
  cells: null,
};

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
