import { causeOfCell, isShortlisted, kindOfCell } from './cell.ts';
import { nameFormsOf } from './name-forms.ts';
import type { SessionFilter, SessionMatrix } from './session-view.ts';
import { bareTld } from './tld.ts';

/** For each of the 256 codes 1 where such a cell fits by its finding and the shortlist: no cell is reasoned about twice. */
export function fittingCodes({ kinds, causes, shortlistedOnly }: SessionFilter): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const cause = causeOfCell(code);
    const fits =
      (kinds === null || kinds.includes(kindOfCell(code))) &&
      (causes === null || cause === null || causes.includes(cause)) &&
      (!shortlistedOnly || isShortlisted(code));
    return fits ? 1 : 0;
  });
}

/** For each column 1 where it is shown. */
export function fittingColumns({ tlds }: SessionFilter, matrix: SessionMatrix): Uint8Array {
  const wanted = tlds === null ? null : new Set(tlds.map(bareTld));
  return Uint8Array.from(matrix.tlds, (tld) => (wanted === null || wanted.has(bareTld(tld)) ? 1 : 0));
}

/** Unix seconds; a checked cell fits between the two, both left out. Null where every age fits. */
export interface Ages {
  readonly after: number;
  readonly before: number;
}

/** An unchecked cell stands at 0, and `after` is never below that: so it fits no age at all. */
export const fittingAges = ({ checkedAfter, checkedBefore }: SessionFilter): Ages | null =>
  checkedAfter === null && checkedBefore === null
    ? null
    : { after: Math.max(0, checkedAfter ?? 0), before: checkedBefore ?? Number.POSITIVE_INFINITY };

/** Whether the name of `row` fits; null where every name does. */
export function fittingNames(
  filter: SessionFilter,
  matrix: SessionMatrix,
): ((row: number) => boolean) | null {
  const { minLength, maxLength } = filter;
  const pieces = piecesOf(filter.text);
  if (pieces.length === 0 && minLength === null && maxLength === null) return null;
  const { names } = matrix;
  const { unicode, lengths } = nameFormsOf(names);
  const shortest = minLength ?? 0;
  const longest = maxLength ?? Number.POSITIVE_INFINITY;
  return (row) => {
    const length = lengths[row] ?? 0;
    if (length < shortest || length > longest) return false;
    const name = names[row] ?? '';
    const people = unicode[row] ?? '';
    return holds(name, pieces) || (people !== name && holds(people, pieces));
  };
}

/** Between stars; in the form in which names are kept: lower case, composed. */
const piecesOf = (text: string): readonly string[] =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .split('*')
    .filter((piece) => piece !== '');

function holds(name: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = name.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}
