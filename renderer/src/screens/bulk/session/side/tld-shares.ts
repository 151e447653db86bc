import type { KindCounts } from '#shared/domain/cell.ts';
import type { GridModel } from '../../../../grid/grid-model.ts';

/** What was found under one TLD. */
export interface TldShare {
  readonly tld: string;
  readonly counts: KindCounts;
  /** Available and premium together: what can be bought. */
  readonly buyable: number;
}

/** Each TLD of the session with its findings, the one with the most to buy first; equals stand as the columns do. */
export function tldShares(model: Pick<GridModel, 'matrix' | 'countsOfColumn'>): readonly TldShare[] {
  return model.matrix.tlds
    .map((tld, column) => {
      const counts = model.countsOfColumn(column);
      return { tld, counts, buyable: counts.available + counts.premium };
    })
    .sort((a, b) => b.buyable - a.buyable);
}
