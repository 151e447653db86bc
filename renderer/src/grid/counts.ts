import {
  type CauseCounts,
  causeOfCell,
  isShortlisted,
  type KindCounts,
  kindOfCell,
  noCounts,
} from '#shared/domain/cell.ts';
import { findingKinds, type UnknownCause, unknownCauses } from '#shared/domain/finding.ts';

/** How many cells there are of everything, kept while cells change, so that nobody counts a million of them again. */
export interface CellCounts {
  readonly all: () => KindCounts;
  readonly ofColumn: (column: number) => KindCounts;
  readonly causes: () => CauseCounts;
  readonly shortlisted: () => number;
  /** A cell of `column` was `before` and is `after`. */
  readonly change: (column: number, before: number, after: number) => void;
}

const kinds = findingKinds.length;
const kindByCode = Uint8Array.from({ length: 256 }, (_, code) => findingKinds.indexOf(kindOfCell(code)));

/** @param codes Row by row, `width` to a row. */
export function countCells(codes: Uint8Array, width: number): CellCounts {
  const byColumn = new Uint32Array(width * kinds);
  const byCode = new Uint32Array(256);
  for (let start = 0; start < codes.length; start += width)
    for (let column = 0; column < width; column += 1) add(column, codes[start + column] ?? 0, 1);

  function add(column: number, code: number, by: 1 | -1): void {
    const place = column * kinds + (kindByCode[code] ?? 0);
    byColumn[place] = (byColumn[place] ?? 0) + by;
    byCode[code] = (byCode[code] ?? 0) + by;
  }

  const sumOf = (wanted: (code: number) => boolean): number =>
    byCode.reduce((sum, count, code) => (wanted(code) ? sum + count : sum), 0);

  return {
    all: () => named((kind) => sumOf((code) => kindByCode[code] === kind)),
    ofColumn: (column) => named((kind) => byColumn[column * kinds + kind] ?? 0),
    causes: () => {
      const counts: Partial<Record<UnknownCause, number>> = {};
      for (const cause of unknownCauses) {
        const count = sumOf((code) => causeOfCell(code) === cause);
        if (count > 0) counts[cause] = count;
      }
      return counts;
    },
    shortlisted: () => sumOf(isShortlisted),
    change(column, before, after) {
      add(column, before, -1);
      add(column, after, 1);
    },
  };
}

function named(countOf: (kind: number) => number): KindCounts {
  const counts = noCounts();
  findingKinds.forEach((kind, index) => (counts[kind] = countOf(index)));
  return counts;
}
