import { nameFormsOf } from '#shared/domain/domain-name.ts';
import type { SessionSort, SessionView } from '#shared/domain/session.ts';
import type { GridModel } from './grid-model.ts';
import {
  besidePrice,
  columnWidthFor,
  directionOf,
  directionSigns,
  type Hit,
  type Layout,
  priceColumnWidthFor,
  type Sight,
  windowIn,
} from './layout.ts';
import { drawMarkSprite, type GridTheme, type MarkSprite, paint, readGridTheme } from './paint.ts';
import { priceLabel } from './prices.ts';
import type { Density, GridShow, ShownRange } from './selection.ts';
import { createStrips } from './strips.ts';

/** The grid's canvas, with caches of what is drawn repeatedly. */
export function createDrawing(canvas: HTMLCanvasElement, probe: HTMLElement) {
  const context = canvas.getContext('2d', { alpha: false });
  let theme: GridTheme | null = null;
  let sprite: MarkSprite | null = null;
  let strips: ReturnType<typeof stripsFor> | null = null;

  let measured: {
    readonly tlds: readonly string[];
    readonly density: Density;
    readonly priceLength: number;
    readonly width: number;
  } | null = null;

  const last = createLastPicture();

  const themeNow = (): GridTheme => (theme ??= readGridTheme(probe));

  function widthOf(text: string, font: 'headingFont' | 'priceFont' = 'headingFont'): number {
    if (context === null) return text.length * 7;
    context.font = themeNow()[font];
    return context.measureText(text).width;
  }

  function widthFor(tlds: readonly string[], density: Density, priceLength: number): number {
    const forHeadings = columnWidthFor(headingsOf(tlds), widthOf, density);
    if (priceLength === 0) return forHeadings;
    return Math.max(forHeadings, priceColumnWidthFor(widthOf('0'.repeat(priceLength), 'priceFont')));
  }

  return {
    draw: (picture: Picture): void => {
      if (context === null || picture.sight.width === 0 || last.isStill(picture)) return;
      const present = themeNow();
      sprite ??= drawMarkSprite(present);
      if (strips === null || !strips.suit(picture)) strips = stripsFor(picture, present);
      sizeCanvas(canvas, picture.sight, present.scale);
      const { matrix } = picture.model;
      const { texts, cheapest } = strips;
      paint(context, {
        ...picture,
        matrix,
        theme: present,
        sprite,
        names: strips.names,
        headings: strips.headings,
        priced:
          texts === null || cheapest === null || picture.show === 'marks'
            ? null
            : {
                kind: picture.show,
                prices: picture.model.prices(),
                flagsAt: picture.model.flagsAt,
                texts,
                cheapest,
              },
      });
    },
    /** Clears all caches, because the styles may have changed: everything is read and drawn again. */
    forgetTheme: (): void => {
      theme = null;
      sprite = null;
      strips = null;
      measured = null;
      last.forget();
    },
    /** In px: the width that the longest heading needs, and the longest price. @param priceLength In characters; 0: no prices. */
    columnWidth: (tlds: readonly string[], density: Density, priceLength: number): number => {
      if (measured?.tlds !== tlds || measured.density !== density || measured.priceLength !== priceLength)
        measured = { tlds, density, priceLength, width: widthFor(tlds, density, priceLength) };
      return measured.width;
    },
  };
}

const headingsOf = (tlds: readonly string[]): readonly string[] =>
  nameFormsOf(tlds).unicode.map((tld) => `.${tld}`);

/**
 * The parts of a picture on which its text caches depend. The cache sizes grow in steps, not with each px of the pane.
 */
const needsOf = ({ model, layout, sight, show, sort }: Picture) =>
  [
    model,
    show,
    sort,
    layout.nameWidth,
    layout.rowHeight,
    layout.columnWidth,
    layout.headingHeight,
    stepped(sight.height / layout.rowHeight),
    stepped(sight.width / layout.columnWidth),
  ] as const;

const priceSlots = 256;

const stepped = (inSight: number): number => Math.ceil((inSight + 2) / 16) * 16;

function stripsFor(picture: Picture, theme: GridTheme) {
  const needs = needsOf(picture);
  const [model, show, sort, nameWidth, rowHeight, columnWidth, headingHeight, rows, columns] = needs;
  const { scale, colours } = theme;
  const { tlds } = model.matrix;
  const headings = headingsOf(tlds).map((heading, column) => {
    const direction = directionOf(sort, tlds[column]);
    // The sign stands first: a heading that is too long is cut at its end.
    return direction === undefined ? heading : `${directionSigns[direction]} ${heading}`;
  });
  const device = (px: number): number => Math.round(px * scale);
  /** The same prices come again and again: a slot for each that is likely to be visible at once. */
  const pricesIn = (font: string) =>
    show === 'marks'
      ? null
      : createStrips(
          {
            width: device(columnWidth),
            height: device(rowHeight),
            scale,
            font,
            colour: colours.text,
            padding: besidePrice.right,
            paddingBefore: besidePrice.left,
            align: 'right',
          },
          priceSlots,
          (number) => {
            const offer = model.prices()?.offers[number];
            return number === 0 || offer === undefined ? 'Yours' : priceLabel(offer, show);
          },
        );
  return {
    names: createStrips(
      {
        width: device(nameWidth),
        height: device(rowHeight),
        scale,
        font: theme.nameFont,
        colour: colours.text,
        padding: 12,
        align: 'left',
      },
      rows,
      model.unicodeOf,
    ),
    headings: createStrips(
      {
        width: device(columnWidth),
        height: device(headingHeight),
        scale,
        font: theme.headingFont,
        colour: colours.muted,
        // Prices stand at the right, and so do their titles.
        padding: show === 'marks' ? 3 : besidePrice.right,
        paddingBefore: 3,
        align: show === 'marks' ? 'center' : 'right',
      },
      columns,
      (column) => headings[column] ?? '',
    ),
    texts: pricesIn(theme.priceFont),
    cheapest: pricesIn(`bold ${theme.priceFont}`),
    suit: (other: Picture): boolean => needsOf(other).every((need, index) => need === needs[index]),
  };
}

function sizeCanvas(canvas: HTMLCanvasElement, sight: Sight, scale: number): void {
  const width = Math.round(sight.width * scale);
  const height = Math.round(sight.height * scale);
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  canvas.style.width = `${width / scale}px`;
  canvas.style.height = `${height / scale}px`;
}

/** Remembers what was drawn last, so that new findings outside the visible part cause no drawing. */
export function createLastPicture() {
  let last: Picture | null = null;
  /** The marks of the last picture; null while the grid scrolls, when they are not compared. */
  let marks: Uint16Array | null = null;

  return {
    /** Whether nothing visible has changed since the last call; remembers this picture if something has. */
    isStill: (picture: Picture): boolean => {
      const stands = last !== null && standsAs(last, picture);
      last = picture;
      if (!stands) {
        marks = null;
        return false;
      }
      const before = marks;
      marks = marksIn(picture);
      return before !== null && isEqual(before, marks);
    },
    forget: (): void => {
      last = null;
      marks = null;
    },
  };
}

const standsAs = (a: Picture, b: Picture): boolean =>
  a.model === b.model &&
  a.view === b.view &&
  a.layout === b.layout &&
  a.sight === b.sight &&
  a.hover === b.hover &&
  a.range === b.range &&
  a.show === b.show &&
  a.sort === b.sort &&
  a.pricesVersion === b.pricesVersion;

const fittingBit = 0x100;

/** For each visible cell, its code and whether it matches the filter. */
function marksIn({ model, view, layout, sight }: Picture): Uint16Array {
  const { codes, tlds } = model.matrix;
  const { firstRow, endRow, firstColumn, endColumn } = windowIn(layout, sight);
  const marks = new Uint16Array(Math.max(0, (endRow - firstRow) * (endColumn - firstColumn)));
  let at = 0;
  for (let row = firstRow; row < endRow; row += 1)
    for (let column = firstColumn; column < endColumn; column += 1) {
      const cell = (view.rows[row] ?? 0) * tlds.length + (view.columns[column] ?? 0);
      marks[at] = (codes[cell] ?? 0) | (view.fits(cell) ? fittingBit : 0);
      at += 1;
    }
  return marks;
}

const isEqual = (a: Uint16Array, b: Uint16Array): boolean =>
  a.length === b.length && a.every((mark, at) => mark === b[at]);

/** What is to be drawn. */
export interface Picture {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly layout: Layout;
  readonly sight: Sight;
  readonly hover: Hit;
  readonly range: ShownRange | null;
  readonly show: GridShow;
  readonly sort: SessionSort | null;
  /** Of the model, see there. */
  readonly pricesVersion: number;
}
