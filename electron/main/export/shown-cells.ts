import { type CellOffers, createSessionPrices, pricedCells } from '#shared/domain/session-prices.ts';
import { cellsOfDomains, viewOf } from '#shared/domain/session-rows.ts';
import {
  asYours,
  type SessionFilter,
  type SessionMatrix,
  type SessionSort,
  type SessionView,
} from '#shared/domain/session.ts';

/** The cells of a session and the view of an export, as sent to the thread that finds the cells. */
export interface ExportView extends Omit<SessionMatrix, 'names'> {
  /** A-labels, joined by line feeds. */
  readonly names: string;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
  /** For an order or a limit by price: of the cells of {@link pricedCells}. */
  readonly offers: CellOffers | null;
  /** The user's own domains, as A-labels. */
  readonly own: readonly string[];
  /** Whether {@link ExportedCells.names} is wanted. */
  readonly asNames?: boolean;
}

/** As text, for the clipboard. */
export const mostCellsAsText = 200_000;

interface ExportedCells {
  /** As {@link shownCells}. */
  readonly cells: Uint32Array<ArrayBuffer>;
  /** Those of them whose names are the user's own. */
  readonly own: ReadonlySet<number>;
  /** Their domains as A-labels, one to a line; empty where they are not wanted, and of more than {@link mostCellsAsText}. */
  readonly names: string;
}

/** The cells of an export, with the user's own names told apart as on the grid. */
export function cellsOf({
  names,
  filter,
  sort,
  offers,
  own,
  asNames = false,
  ...rest
}: ExportView): ExportedCells {
  const matrix = { ...rest, names: names === '' ? [] : names.split('\n') };
  const prices = offers === null ? null : createSessionPrices(matrix.codes.length);
  if (offers !== null) prices?.put(pricedCells(matrix.codes), offers);
  const ownCells = cellsOfDomains(own, matrix);
  for (const cell of ownCells) matrix.codes[cell] = asYours(matrix.codes[cell] ?? 0);
  const cells = shownCells(viewOf(matrix, filter, sort, prices), matrix.tlds.length);
  return {
    cells,
    own: new Set(cells.filter((cell) => ownCells.has(cell))),
    names: asNames && cells.length <= mostCellsAsText ? domainsAt(cells, matrix) : '',
  };
}

const domainsAt = (cells: Uint32Array, { names, tlds }: Pick<SessionMatrix, 'names' | 'tlds'>): string =>
  Array.from(
    cells,
    (cell) => `${names[Math.floor(cell / tlds.length)] ?? ''}.${tlds[cell % tlds.length] ?? ''}`,
  ).join('\n');

/**
 * The cells that a view shows, in reading order: rows in display order, columns in order. Cell numbers are `row * tlds
 * + column`.
 */
export function shownCells(view: SessionView, tlds: number): Uint32Array<ArrayBuffer> {
  const cells = new Uint32Array(view.cells);
  let shown = 0;
  for (const row of view.rows) {
    for (const column of view.columns) {
      const cell = row * tlds + column;
      if (!view.fits(cell)) continue;
      cells[shown] = cell;
      shown += 1;
    }
  }
  return cells;
}
