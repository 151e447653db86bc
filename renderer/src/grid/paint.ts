import { shortlistBit } from '#shared/domain/cell.ts';
import type { SessionMatrix, SessionView } from '#shared/domain/session-view.ts';
import { contentHeight, type Hit, type Layout, type ShownWindow, type Sight, windowIn } from './layout.ts';
import type { Look } from './look.ts';
import type { MarkSprite } from './mark-sprite.ts';
import type { ShownRange } from './selection.ts';
import type { Strips } from './strips.ts';

/** Everything that a picture of the grid is made of. */
export interface Scene {
  readonly matrix: SessionMatrix;
  readonly view: SessionView;
  readonly layout: Layout;
  readonly sight: Sight;
  readonly look: Look;
  readonly sprite: MarkSprite;
  /** By the matrix' rows and columns. */
  readonly names: Strips;
  readonly headings: Strips;
  readonly hover: Hit;
  readonly range: ShownRange | null;
}

/** Draws the whole pane, in device pixels, so that no edge is blurred. */
export function paint(onto: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, sight, look } = scene;
  const pen = penOf(onto, layout, sight, look.scale);
  const shown = windowIn(layout, sight);
  pen.fill(look.colours.ground, 0, 0, sight.width, sight.height);
  paintBands(pen, scene);
  paintLines(pen, scene, shown);
  paintRangeEdge(pen, scene);
  paintMarks(onto, pen, scene, shown);
  paintNames(onto, pen, scene, shown);
  paintHeadings(onto, pen, scene, shown);
}

/** Turns px of the pane into device pixels. */
interface Pen {
  readonly x: (column: number) => number;
  readonly y: (row: number) => number;
  readonly fill: (colour: string, left: number, top: number, width: number, height: number) => void;
  readonly columnWidth: number;
  readonly rowHeight: number;
}

function penOf(onto: CanvasRenderingContext2D, layout: Layout, sight: Sight, scale: number): Pen {
  const { nameWidth, columnWidth, headingHeight, rowHeight } = layout;
  const at = (px: number): number => Math.round(px * scale);
  return {
    x: (column) => at(nameWidth + column * columnWidth - sight.left),
    y: (row) => at(headingHeight + row * rowHeight - sight.top),
    fill(colour, left, top, width, height) {
      onto.fillStyle = colour;
      onto.fillRect(at(left), at(top), at(left + width) - at(left), at(top + height) - at(top));
    },
    columnWidth: at(columnWidth),
    rowHeight: at(rowHeight),
  };
}

/** The row and the column under the mouse, and over them what is selected. */
function paintBands(pen: Pen, { layout, sight, look, hover, range }: Scene): void {
  const { nameWidth, columnWidth, headingHeight, rowHeight } = layout;
  const left = (column: number): number => nameWidth + column * columnWidth - sight.left;
  const top = (row: number): number => headingHeight + row * rowHeight - sight.top;
  if (hover !== null && hover.row >= 0)
    pen.fill(look.colours.hover, 0, top(hover.row), sight.width, rowHeight);
  if (hover !== null && hover.column >= 0)
    pen.fill(look.colours.hover, left(hover.column), 0, columnWidth, sight.height);
  if (range === null) return;
  pen.fill(
    look.colours.selected,
    left(range.left),
    top(range.top),
    (range.right - range.left + 1) * columnWidth,
    (range.bottom - range.top + 1) * rowHeight,
  );
}

/** Around more than one cell: the ring shows the one with the focus. */
function paintRangeEdge(pen: Pen, { layout, sight, look, range }: Scene): void {
  if (range === null || (range.top === range.bottom && range.left === range.right)) return;
  const { nameWidth, columnWidth, headingHeight, rowHeight } = layout;
  const left = nameWidth + range.left * columnWidth - sight.left;
  const top = headingHeight + range.top * rowHeight - sight.top;
  const width = (range.right - range.left + 1) * columnWidth;
  const height = (range.bottom - range.top + 1) * rowHeight;
  const { range: colour } = look.colours;
  pen.fill(colour, left, top - 1, width, 1);
  pen.fill(colour, left, top + height - 1, width, 1);
  pen.fill(colour, left, top, 1, height);
  pen.fill(colour, left + width - 1, top, 1, height);
}

function paintLines(pen: Pen, { layout, sight, look }: Scene, { firstRow, endRow }: ShownWindow): void {
  const { headingHeight, rowHeight } = layout;
  for (let row = firstRow; row < endRow; row += 1)
    pen.fill(look.colours.line, 0, headingHeight + (row + 1) * rowHeight - sight.top - 1, sight.width, 1);
}

function paintMarks(onto: CanvasRenderingContext2D, pen: Pen, scene: Scene, shown: ShownWindow): void {
  const { matrix, view, sprite } = scene;
  const { side, image, leftOf, faintTop } = sprite;
  const width = matrix.tlds.length;
  const insetX = Math.floor((pen.columnWidth - side) / 2);
  const insetY = Math.floor((pen.rowHeight - side) / 2);
  for (let row = shown.firstRow; row < shown.endRow; row += 1) {
    const top = pen.y(row) + insetY;
    const start = (view.rows[row] ?? 0) * width;
    for (let column = shown.firstColumn; column < shown.endColumn; column += 1) {
      const cell = start + (view.columns[column] ?? 0);
      const code = matrix.codes[cell] ?? 0;
      const from = view.fits(cell) ? 0 : faintTop;
      const left = pen.x(column) + insetX;
      onto.drawImage(image, leftOf[code] ?? 0, from, side, side, left, top, side, side);
      if ((code & shortlistBit) !== 0) paintStar(onto, sprite, from, left, top);
    }
  }
}

/** Over the mark's upper right corner, two thirds of its size. */
function paintStar(
  onto: CanvasRenderingContext2D,
  { side, image, starLeft }: MarkSprite,
  from: number,
  left: number,
  top: number,
): void {
  const small = Math.round((side * 9) / 14);
  onto.drawImage(
    image,
    starLeft,
    from,
    side,
    side,
    left + side - Math.round(small / 4),
    top - Math.round(small / 3),
    small,
    small,
  );
}

function paintNames(onto: CanvasRenderingContext2D, pen: Pen, scene: Scene, shown: ShownWindow): void {
  const { view, layout, sight, look, names, hover, range } = scene;
  const { headingHeight, rowHeight, nameWidth } = layout;
  pen.fill(look.colours.ground, 0, 0, nameWidth, sight.height);
  for (let row = shown.firstRow; row < shown.endRow; row += 1) {
    const top = headingHeight + row * rowHeight - sight.top;
    const isSelected = range !== null && row >= range.top && row <= range.bottom;
    if (isSelected) pen.fill(look.colours.selected, 0, top, nameWidth, rowHeight);
    else if (row === hover?.row) pen.fill(look.colours.hover, 0, top, nameWidth, rowHeight);
    pen.fill(look.colours.line, 0, top + rowHeight - 1, nameWidth, 1);
    names.copy(onto, row, view.rows[row] ?? 0, 0, pen.y(row));
  }
}

function paintHeadings(onto: CanvasRenderingContext2D, pen: Pen, scene: Scene, shown: ShownWindow): void {
  const { view, layout, sight, look, headings, hover } = scene;
  const { headingHeight, columnWidth, nameWidth } = layout;
  const [first, last] = selectedColumns(scene);
  pen.fill(look.colours['heading-ground'], 0, 0, sight.width, headingHeight);
  for (let column = shown.firstColumn; column < shown.endColumn; column += 1) {
    const left = nameWidth + column * columnWidth - sight.left;
    if (column >= first && column <= last)
      pen.fill(look.colours.selected, left, 0, columnWidth, headingHeight);
    else if (column === hover?.column) pen.fill(look.colours.hover, left, 0, columnWidth, headingHeight);
    headings.copy(onto, column, view.columns[column] ?? 0, pen.x(column), 0);
  }
  pen.fill(look.colours['heading-ground'], 0, 0, nameWidth, headingHeight);
  pen.fill(look.colours.line, 0, headingHeight - 1, sight.width, 1);
  pen.fill(look.colours.edge, nameWidth - 1, 0, 1, contentHeight(layout) - sight.top);
}

/** The first and the last; of whole rows none, since that would be all. */
function selectedColumns({ layout, range }: Scene): readonly [number, number] {
  if (range === null || (range.left === 0 && range.right === layout.columns - 1)) return [0, -1];
  return [range.left, range.right];
}
