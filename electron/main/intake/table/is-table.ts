import { looksLikeHeader } from './header.ts';
import { likenessOf } from './name-likeness.ts';
import type { Table } from './table-row.ts';

/**
 * Whether delimited text of which nobody said what it is is a table, and not a list with several names on a line: its
 * rows are of one length, and it has titles or a column that holds no names.
 */
export function isTable({ head }: Table, knownTlds: ReadonlySet<string>): boolean {
  const [first] = head;
  if (first === undefined || head.length < 2) return false;
  const width = first.cells.length;
  const even = head.filter(({ cells }) => cells.length === width).length;
  if (width < 2 || even < head.length * 0.9) return false;
  if (looksLikeHeader(first.cells)) return true;
  const likenesses = first.cells.map((_, index) =>
    likenessOf(
      head.map(({ cells }) => cells[index] ?? ''),
      knownTlds,
    ),
  );
  const hasOther = likenesses.some(({ score }) => score < 0.5);
  const isMixed =
    likenesses.some(({ withTld }) => withTld === 0) &&
    likenesses.some(({ withTld }) => withTld >= head.length * 0.8);
  return hasOther || isMixed;
}
