import { priceKindOf } from '#shared/domain/session-prices.ts';
import type { SessionSort } from '#shared/domain/session.ts';
import type { Density, ShownPlace } from './selection.ts';

/** The grid's fixed sizes in px, and its numbers of rows and columns. */
export interface Layout {
  readonly rowHeight: number;
  readonly headingHeight: number;
  readonly nameWidth: number;
  readonly columnWidth: number;
  readonly rows: number;
  readonly columns: number;
}

/** The visible pane: its size, and how far the cells are scrolled under the heading and the names. */
export interface Sight {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** The rows and columns that are at least partly visible; the ends are exclusive. */
export interface ShownWindow {
  readonly firstRow: number;
  readonly endRow: number;
  readonly firstColumn: number;
  readonly endColumn: number;
}

/** Relative to the pane. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is under a point: indices as shown, with -1 for the heading or for the names; null outside the grid. */
export type Hit = ShownPlace | null;

export const isSameHit = (a: Hit, b: Hit): boolean => a?.row === b?.row && a?.column === b?.column;

export const contentWidth = ({ nameWidth, columns, columnWidth }: Layout): number =>
  nameWidth + columns * columnWidth;

export const contentHeight = ({ headingHeight, rows, rowHeight }: Layout): number =>
  headingHeight + rows * rowHeight;

export function windowIn(layout: Layout, sight: Sight): ShownWindow {
  const { rowHeight, columnWidth, headingHeight, nameWidth } = layout;
  const bodyWidth = Math.max(0, sight.width - nameWidth);
  const bodyHeight = Math.max(0, sight.height - headingHeight);
  return {
    firstRow: Math.min(layout.rows, Math.floor(sight.top / rowHeight)),
    endRow: Math.min(layout.rows, Math.ceil((sight.top + bodyHeight) / rowHeight)),
    firstColumn: Math.min(layout.columns, Math.floor(sight.left / columnWidth)),
    endColumn: Math.min(layout.columns, Math.ceil((sight.left + bodyWidth) / columnWidth)),
  };
}

/** The number of fully visible rows; a page is one row less. */
export const rowsInSight = ({ rowHeight, headingHeight }: Layout, sight: Sight): number =>
  Math.max(1, Math.floor((sight.height - headingHeight) / rowHeight));

export function boxOf(layout: Layout, sight: Sight, { row, column }: ShownPlace): Box {
  const isName = column < 0;
  const isHeading = row < 0;
  return {
    left: isName ? 0 : layout.nameWidth + column * layout.columnWidth - sight.left,
    top: isHeading ? 0 : layout.headingHeight + row * layout.rowHeight - sight.top,
    width: isName ? layout.nameWidth : layout.columnWidth,
    height: isHeading ? layout.headingHeight : layout.rowHeight,
  };
}

/** @param x From the left edge of the pane. @param y From its top edge. */
export function hitAt(layout: Layout, sight: Sight, x: number, y: number): Hit {
  if (x < 0 || y < 0 || x >= sight.width || y >= sight.height) return null;
  const column =
    x < layout.nameWidth ? -1 : Math.floor((x - layout.nameWidth + sight.left) / layout.columnWidth);
  const row =
    y < layout.headingHeight ? -1 : Math.floor((y - layout.headingHeight + sight.top) / layout.rowHeight);
  return row >= layout.rows || column >= layout.columns ? null : { row, column };
}

/**
 * The scroll position that makes a place fully visible: moves as little as possible, and not at all if it already is.
 */
export function sightShowing(
  layout: Layout,
  sight: Sight,
  { row, column }: ShownPlace,
): Pick<Sight, 'left' | 'top'> {
  const { rowHeight, columnWidth, headingHeight, nameWidth } = layout;
  return {
    left:
      column < 0
        ? sight.left
        : nearest(sight.left, column * columnWidth, columnWidth, sight.width - nameWidth),
    top: row < 0 ? sight.top : nearest(sight.top, row * rowHeight, rowHeight, sight.height - headingHeight),
  };
}

function nearest(offset: number, start: number, size: number, room: number): number {
  if (start < offset) return start;
  return Math.max(offset, Math.min(start, start + size - room));
}

export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 32, compact: 24 };
export const headingHeights: Readonly<Record<Density, number>> = { comfortable: 36, compact: 28 };

/** Of the first column, in px. */
export const nameWidths = { least: 96, usual: 220, most: 640 } as const;

export const nameWidthWithin = (width: number): number =>
  Math.round(Math.min(nameWidths.most, Math.max(nameWidths.least, width)));

const columnWidths: Readonly<Record<Density, { readonly least: number; readonly beside: number }>> = {
  comfortable: { least: 48, beside: 20 },
  compact: { least: 36, beside: 12 },
};
const widestColumn = 112;
const widestPriceColumn = 176;

/** Beside a price: the small mark with its star, and the space around them. */
export const besidePrice = { left: 32, right: 10 } as const;

/** @param width Of the longest price. */
export const priceColumnWidthFor = (width: number): number =>
  Math.min(widestPriceColumn, Math.ceil(width) + besidePrice.left + besidePrice.right);

/** The width that the longest heading needs. All columns have the same width, which makes them easier to scan. */
export function columnWidthFor(
  headings: readonly string[],
  widthOf: (heading: string) => number,
  density: Density,
): number {
  const { least, beside } = columnWidths[density];
  let widest = 0;
  for (const heading of headings) widest = Math.max(widest, widthOf(heading));
  return Math.min(widestColumn, Math.max(least, Math.ceil(widest) + beside));
}

export const directionSigns = { ascending: '↑', descending: '↓' } as const;

/** In which direction the rows are sorted by the names (null), or by the prices of a TLD; undefined where by something else. */
export function directionOf(
  sort: SessionSort | null,
  tld: string | null | undefined,
): keyof typeof directionSigns | undefined {
  if (sort === null) return undefined;
  const isOfIt = tld === null ? sort.by === 'name' : priceKindOf(sort) !== null && sort.tld === tld;
  if (!isOfIt || tld === undefined) return undefined;
  return sort.descending ? 'descending' : 'ascending';
}
