import type { ShownKind } from '#shared/domain/finding.ts';
import { cheapestOffer, type PriceKind, type SessionPrices } from '#shared/domain/session-prices.ts';
import { type SessionMatrix, type SessionView, shortlistBit, shownKindOf } from '#shared/domain/session.ts';
import type { PriceChange } from '#shared/domain/seen-prices.ts';
import { findingShapes, markSize } from '../ui/Marks.tsx';
import { changesOf } from '../watching/price-words.ts';
import { contentHeight, type Hit, type Layout, type ShownWindow, type Sight, windowIn } from './layout.ts';
import { isAsCheap } from './prices.ts';
import type { ShownRange } from './selection.ts';
import type { Strips } from './strips.ts';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

/** Everything needed to paint one frame of the grid. */
interface Scene {
  readonly matrix: SessionMatrix;
  readonly view: SessionView;
  readonly layout: Layout;
  readonly sight: Sight;
  readonly theme: GridTheme;
  readonly sprite: MarkSprite;
  /** Keyed by the matrix' rows and columns. */
  readonly names: Strips;
  readonly headings: Strips;
  /** Null: marks alone. */
  readonly priced: Priced | null;
  readonly hover: Hit;
  readonly range: ShownRange | null;
}

/** The prices beside the marks. */
interface Priced {
  readonly kind: PriceKind;
  /** How the prices of a cell differ from what was seen before. */
  readonly flagsAt: (cell: number) => readonly PriceChange[] | undefined;
  /** Null until the first ones were read. */
  readonly prices: SessionPrices | null;
  /** Keyed by offer; at 0 the word for the user's own. */
  readonly texts: Strips;
  /** The same, of the cheapest ones of a name. */
  readonly cheapest: Strips;
}

/** Draws the whole pane in device pixels, so that edges stay sharp. */
export function paint(onto: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, sight, theme } = scene;
  const pen = penOf(onto, layout, sight, theme.scale);
  const shown = windowIn(layout, sight);
  pen.fill(theme.colours.ground, 0, 0, sight.width, sight.height);
  paintBands(pen, scene);
  paintLines(pen, scene, shown);
  paintRangeEdge(pen, scene);
  if (scene.priced === null) paintMarks(onto, pen, scene, shown);
  else paintPrices(onto, pen, scene, scene.priced, shown);
  paintNames(onto, pen, scene, shown);
  paintHeadings(onto, pen, scene, shown);
}

/** Converts px of the pane to device pixels. */
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

/** Highlights the row and the column under the mouse, then the selection on top of them. */
function paintBands(pen: Pen, { layout, sight, theme, hover, range }: Scene): void {
  const { nameWidth, columnWidth, headingHeight, rowHeight } = layout;
  const left = (column: number): number => nameWidth + column * columnWidth - sight.left;
  const top = (row: number): number => headingHeight + row * rowHeight - sight.top;
  if (hover !== null && hover.row >= 0)
    pen.fill(theme.colours.hover, 0, top(hover.row), sight.width, rowHeight);
  if (hover !== null && hover.column >= 0)
    pen.fill(theme.colours.hover, left(hover.column), 0, columnWidth, sight.height);
  if (range === null) return;
  pen.fill(
    theme.colours.selected,
    left(range.left),
    top(range.top),
    (range.right - range.left + 1) * columnWidth,
    (range.bottom - range.top + 1) * rowHeight,
  );
}

/** Outlines a selection of more than one cell. A single cell has only the focus ring. */
function paintRangeEdge(pen: Pen, { layout, sight, theme, range }: Scene): void {
  if (range === null || (range.top === range.bottom && range.left === range.right)) return;
  const { nameWidth, columnWidth, headingHeight, rowHeight } = layout;
  const left = nameWidth + range.left * columnWidth - sight.left;
  const top = headingHeight + range.top * rowHeight - sight.top;
  const width = (range.right - range.left + 1) * columnWidth;
  const height = (range.bottom - range.top + 1) * rowHeight;
  const { range: colour } = theme.colours;
  pen.fill(colour, left, top - 1, width, 1);
  pen.fill(colour, left, top + height - 1, width, 1);
  pen.fill(colour, left, top, 1, height);
  pen.fill(colour, left + width - 1, top, 1, height);
}

function paintLines(pen: Pen, { layout, sight, theme }: Scene, { firstRow, endRow }: ShownWindow): void {
  const { headingHeight, rowHeight } = layout;
  for (let row = firstRow; row < endRow; row += 1)
    pen.fill(theme.colours.line, 0, headingHeight + (row + 1) * rowHeight - sight.top - 1, sight.width, 1);
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

/** Draws the star beside the upper right corner of the mark, at two thirds of its size. */
function paintStar(
  onto: CanvasRenderingContext2D,
  sprite: MarkSprite,
  from: number,
  left: number,
  top: number,
): void {
  const { side, image, starLeft } = sprite;
  const small = Math.round((side * 9) / 14);
  const x = left + side;
  onto.drawImage(image, starLeft, from, side, side, x, top - Math.round(small / 3), small, small);
}

/** Each cell with a small mark, and its price where the name can be bought. The cheapest ones of a name are bold. */
function paintPrices(
  onto: CanvasRenderingContext2D,
  pen: Pen,
  scene: Scene,
  priced: Priced,
  shown: ShownWindow,
): void {
  const { matrix, view, sprite, theme } = scene;
  const { kind, prices } = priced;
  const small = smallSide(sprite);
  const inset = Math.round(8 * theme.scale);
  const insetY = Math.floor((pen.rowHeight - small) / 2);
  const width = matrix.tlds.length;
  for (let row = shown.firstRow; row < shown.endRow; row += 1) {
    const top = pen.y(row);
    const start = (view.rows[row] ?? 0) * width;
    const lowest = prices === null ? 0 : cheapestOffer(prices, kind, matrix.codes, start, view.columns);
    for (let column = shown.firstColumn; column < shown.endColumn; column += 1) {
      const cell = start + (view.columns[column] ?? 0);
      const left = pen.x(column);
      paintSmallMark(onto, scene, cell, left + inset, top + insetY);
      paintPrice(onto, pen, scene, priced, cell, lowest, left, top);
    }
  }
}

const smallSide = ({ side }: MarkSprite): number => Math.round((side * 10) / 14);

function paintSmallMark(
  onto: CanvasRenderingContext2D,
  { matrix, view, sprite }: Scene,
  cell: number,
  left: number,
  top: number,
): void {
  const { side, image, leftOf, faintTop } = sprite;
  const small = smallSide(sprite);
  const code = matrix.codes[cell] ?? 0;
  const from = view.fits(cell) ? 0 : faintTop;
  onto.drawImage(image, leftOf[code] ?? 0, from, side, side, left, top, small, small);
  // Beside the mark, which it would hide otherwise.
  if ((code & shortlistBit) !== 0) paintStar(onto, sprite, from, left - (side - small), top);
}

const yoursCodes = Uint8Array.from({ length: 256 }, (_, code) => (shownKindOf(code) === 'yours' ? 1 : 0));

/** @param lowest The lowest offer of the name. */
function paintPrice(
  onto: CanvasRenderingContext2D,
  pen: Pen,
  { matrix, view, theme }: Scene,
  { kind, prices, texts, cheapest, flagsAt }: Priced,
  cell: number,
  lowest: number,
  left: number,
  top: number,
): void {
  const offer = prices?.offerOf[cell] ?? 0;
  if (offer === 0 && yoursCodes[matrix.codes[cell] ?? 0] !== 1) return;
  onto.globalAlpha = view.fits(cell) ? 1 : theme.faintness;
  const isCheapest = prices !== null && isAsCheap(prices, kind, offer, lowest);
  (isCheapest ? cheapest : texts).copy(onto, offer, offer, left, top);
  const flags = changesOf(flagsAt(cell) ?? [], kind);
  if (flags.length > 0)
    paintFlag(
      onto,
      theme,
      flags.some(({ isRise }) => isRise),
      left + pen.columnWidth,
      top,
    );
  onto.globalAlpha = 1;
}

/** A small triangle in the upper right corner of a cell whose price was another one: it points to where the price went. */
function paintFlag(
  onto: CanvasRenderingContext2D,
  { colours, scale }: GridTheme,
  isRise: boolean,
  right: number,
  top: number,
): void {
  const side = Math.round(6 * scale);
  const gap = Math.round(5 * scale);
  const [left, upper, lower] = [right - gap - side, top + gap, top + gap + Math.round(side * 0.8)];
  onto.fillStyle = isRise ? colours.rise : colours.muted;
  onto.beginPath();
  onto.moveTo(left + side / 2, isRise ? upper : lower);
  onto.lineTo(left, isRise ? lower : upper);
  onto.lineTo(left + side, isRise ? lower : upper);
  onto.fill();
}

function paintNames(onto: CanvasRenderingContext2D, pen: Pen, scene: Scene, shown: ShownWindow): void {
  const { view, layout, sight, theme, names, hover, range } = scene;
  const { headingHeight, rowHeight, nameWidth } = layout;
  pen.fill(theme.colours.ground, 0, 0, nameWidth, sight.height);
  for (let row = shown.firstRow; row < shown.endRow; row += 1) {
    const top = headingHeight + row * rowHeight - sight.top;
    const isSelected = range !== null && row >= range.top && row <= range.bottom;
    if (isSelected) pen.fill(theme.colours.selected, 0, top, nameWidth, rowHeight);
    else if (row === hover?.row) pen.fill(theme.colours.hover, 0, top, nameWidth, rowHeight);
    pen.fill(theme.colours.line, 0, top + rowHeight - 1, nameWidth, 1);
    names.copy(onto, row, view.rows[row] ?? 0, 0, pen.y(row));
  }
}

function paintHeadings(onto: CanvasRenderingContext2D, pen: Pen, scene: Scene, shown: ShownWindow): void {
  const { view, layout, sight, theme, headings, hover } = scene;
  const { headingHeight, columnWidth, nameWidth } = layout;
  const [first, last] = selectedColumns(scene);
  pen.fill(theme.colours['heading-ground'], 0, 0, sight.width, headingHeight);
  for (let column = shown.firstColumn; column < shown.endColumn; column += 1) {
    const left = nameWidth + column * columnWidth - sight.left;
    if (column >= first && column <= last)
      pen.fill(theme.colours.selected, left, 0, columnWidth, headingHeight);
    else if (column === hover?.column) pen.fill(theme.colours.hover, left, 0, columnWidth, headingHeight);
    headings.copy(onto, column, view.columns[column] ?? 0, pen.x(column), 0);
  }
  pen.fill(theme.colours['heading-ground'], 0, 0, nameWidth, headingHeight);
  pen.fill(theme.colours.line, 0, headingHeight - 1, sight.width, 1);
  pen.fill(theme.colours.edge, nameWidth - 1, 0, 1, contentHeight(layout) - sight.top);
}

/**
 * The first and the last selected column; an empty range if whole rows are selected, since that would be every column.
 */
function selectedColumns({ layout, range }: Scene): readonly [number, number] {
  if (range === null || (range.left === 0 && range.right === layout.columns - 1)) return [0, -1];
  return [range.left, range.right];
}

/** All marks in one image, drawn once for each theme, so that painting a cell is a single copy. */
export interface MarkSprite {
  /** Size of one square mark, in device pixels. */
  readonly side: number;
  readonly image: ImageBitmap;
  /** The left offset of the mark for each of the 256 cell codes. */
  readonly leftOf: Uint16Array;
  /** The left offset of the shortlist star, which comes last. */
  readonly starLeft: number;
  /**
   * The top offset of the faint marks, used for cells that do not match the filter: one `side` below the normal ones.
   */
  readonly faintTop: number;
}

/**
 * Five-pointed star in a 14 × 14 box. Its shape differs from every mark, so that it can be recognised without colour.
 */
const star = 'M7 0.6 8.9 5 13.6 5.4 10 8.5 11.1 13.1 7 10.6 2.9 13.1 4 8.5 0.4 5.4 5.1 5Z';

export function drawMarkSprite(theme: GridTheme): MarkSprite {
  const side = Math.round(markSize * theme.scale);
  const canvas = new OffscreenCanvas(side * (shownKinds.length + 1), side * 2);
  const context = canvas.getContext('2d');
  if (context !== null) {
    drawRow(context, theme, side, 0, 1);
    drawRow(context, theme, side, side, theme.faintness);
  }
  return {
    side,
    image: canvas.transferToImageBitmap(),
    leftOf: Uint16Array.from({ length: 256 }, (_, code) => shownKinds.indexOf(shownKindOf(code)) * side),
    starLeft: shownKinds.length * side,
    faintTop: side,
  };
}

function drawRow(
  context: OffscreenCanvasRenderingContext2D,
  theme: GridTheme,
  side: number,
  top: number,
  alpha: number,
): void {
  const scale = side / markSize;
  context.globalAlpha = alpha;
  shownKinds.forEach((kind, index) => {
    context.setTransform(scale, 0, 0, scale, index * side, top);
    context.fillStyle = theme.marks[kind];
    context.strokeStyle = theme.marks[kind];
    for (const { d, stroke, round } of findingShapes[kind]) {
      if (stroke === undefined) context.fill(new Path2D(d));
      else {
        context.lineWidth = stroke;
        context.lineCap = round === true ? 'round' : 'butt';
        context.stroke(new Path2D(d));
      }
    }
  });
  context.setTransform(scale, 0, 0, scale, shownKinds.length * side, top);
  context.fillStyle = theme.colours.star;
  context.fill(new Path2D(star));
}

const colourNames = [
  'ground',
  'heading-ground',
  'hover',
  'selected',
  'range',
  'line',
  'edge',
  'text',
  'muted',
  'star',
  'rise',
] as const;

/** Colours, fonts and scale that the canvas draws with, as read from the page's current styles. */
export interface GridTheme {
  readonly colours: Readonly<Record<(typeof colourNames)[number], string>>;
  readonly marks: Readonly<Record<ShownKind, string>>;
  /** The opacity of a cell that does not match the filter. */
  readonly faintness: number;
  readonly nameFont: string;
  readonly headingFont: string;
  /** Each of its characters has the same width. */
  readonly priceFont: string;
  /** Device pixels per px. */
  readonly scale: number;
}

/**
 * Reads the variables that `findings-grid.module.css` sets. They are resolved through an element's colour, because only
 * that turns a variable or a system colour (as in forced colours) into a value that a canvas accepts.
 *
 * @param probe An invisible element of the grid.
 */
export function readGridTheme(probe: HTMLElement): GridTheme {
  const style = getComputedStyle(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--grid-${name})`;
    return style.color;
  };
  const faintness = Number.parseFloat(style.getPropertyValue('--grid-faintness'));
  return {
    colours: byName(colourNames, colour),
    marks: byName(shownKinds, (kind) => colour(`mark-${kind}`)),
    faintness: Number.isNaN(faintness) ? 0.3 : faintness,
    nameFont: fontIn(style, '--grid-name-font'),
    headingFont: fontIn(style, '--grid-heading-font'),
    priceFont: fontIn(style, '--grid-price-font'),
    scale: devicePixelRatio,
  };
}

function byName<N extends string>(names: readonly N[], valueOf: (name: N) => string): Record<N, string> {
  const values: Partial<Record<N, string>> = {};
  for (const name of names) values[name] = valueOf(name);
  return values as Record<N, string>; // The loop has just set every name.
}

const fontIn = (style: CSSStyleDeclaration, name: string): string =>
  style.getPropertyValue(name).trim() || '13px monospace';

const mediaQueries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'];

/**
 * Calls `onChange` when the theme may have changed: colour scheme, forced colours, zoom, or a font that was loaded.
 * Returns the function that stops watching.
 */
export function watchGridTheme(onChange: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  for (const query of mediaQueries) matchMedia(query).addEventListener('change', onChange, { signal });
  // Undefined in test environments that do not support fonts.
  (document.fonts as FontFaceSet | undefined)?.addEventListener('loadingdone', onChange, { signal });
  const scheme = new MutationObserver(onChange);
  scheme.observe(document.documentElement, { attributeFilter: ['class', 'data-mantine-color-scheme'] });
  return () => {
    ending.abort();
    scheme.disconnect();
  };
}
