import { type FindingKind, findingKinds, type UnknownCause, unknownCauses } from './finding.ts';

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
