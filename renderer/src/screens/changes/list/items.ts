import type { Change } from '#shared/domain/change.ts';
import { rowAt, type PagedState } from '../paged.ts';
import { type Cursor, pageSize } from './list-store.ts';

/** One line of the list: a change, or the heading of what follows. */
export type Item =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'heading'; readonly of: 'uncertain' | 'rest' };

/** Uncertain changes stand first under a heading of their own, and the others under theirs; where there are none, no heading stands. */
export const itemCount = (total: number, uncertain: number): number => {
  if (uncertain === 0) return total;
  return total + (total > uncertain ? 2 : 1);
};

export function itemAt(index: number, uncertain: number): Item {
  if (uncertain === 0) return { kind: 'row', row: index };
  if (index === 0) return { kind: 'heading', of: 'uncertain' };
  if (index <= uncertain) return { kind: 'row', row: index - 1 };
  return index === uncertain + 1 ? { kind: 'heading', of: 'rest' } : { kind: 'row', row: index - 2 };
}

/** The line that a change stands on. */
export const itemOfRow = (row: number, uncertain: number): number => {
  if (uncertain === 0) return row;
  return row < uncertain ? row + 1 : row + 2;
};

/** Where the cursor is: at its change wherever that has moved to, or else where it was; -1 where there is none. */
export function cursorRow(
  cursor: Cursor | null,
  { pages, total }: Pick<PagedState<Change, unknown>, 'pages' | 'total'>,
): number {
  if (cursor === null || total === null || total === 0) return -1;
  if (rowAt(pages, pageSize, cursor.index)?.id === cursor.id) return cursor.index;
  for (const [page, rows] of pages) {
    const at = rows.findIndex(({ id }) => id === cursor.id);
    if (at !== -1) return page * pageSize + at;
  }
  return Math.min(cursor.index, total - 1);
}
