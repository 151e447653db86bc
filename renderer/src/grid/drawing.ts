import { nameFormsOf } from '#shared/domain/name-forms.ts';
import type { Density } from './grid-props.ts';
import type { Sight } from './layout.ts';
import { type Look, readLook } from './look.ts';
import { drawMarkSprite, type MarkSprite } from './mark-sprite.ts';
import { createLastPicture } from './last-picture.ts';
import { paint } from './paint.ts';
import type { Picture } from './picture.ts';
import { columnWidthFor } from './sizes.ts';
import { createStrips, type Strips } from './strips.ts';

/** The grid's canvas, with what is drawn once and copied often. */
export interface Drawing {
  readonly draw: (picture: Picture) => void;
  /** The styles may have changed: everything is read and drawn anew. */
  readonly forgetLook: () => void;
  /** In px: as wide as the longest of the headings needs. */
  readonly columnWidth: (tlds: readonly string[], density: Density) => number;
}

export function createDrawing(canvas: HTMLCanvasElement, probe: HTMLElement): Drawing {
  const context = canvas.getContext('2d', { alpha: false });
  let look: Look | null = null;
  let sprite: MarkSprite | null = null;
  let strips: PictureStrips | null = null;

  let measured: {
    readonly tlds: readonly string[];
    readonly density: Density;
    readonly width: number;
  } | null = null;

  const last = createLastPicture();

  const lookNow = (): Look => (look ??= readLook(probe));

  function widthOf(heading: string): number {
    if (context === null) return heading.length * 7;
    context.font = lookNow().headingFont;
    return context.measureText(heading).width;
  }

  return {
    draw(picture) {
      if (context === null || picture.sight.width === 0 || last.isStill(picture)) return;
      const present = lookNow();
      sprite ??= drawMarkSprite(present);
      if (strips === null || !strips.suit(picture)) strips = stripsFor(picture, present);
      sizeCanvas(canvas, picture.sight, present.scale);
      const { matrix } = picture.model;
      paint(context, {
        ...picture,
        matrix,
        look: present,
        sprite,
        names: strips.names,
        headings: strips.headings,
      });
    },
    forgetLook() {
      look = null;
      sprite = null;
      strips = null;
      measured = null;
      last.forget();
    },
    columnWidth(tlds, density) {
      if (measured?.tlds !== tlds || measured.density !== density)
        measured = { tlds, density, width: columnWidthFor(headingsOf(tlds), widthOf, density) };
      return measured.width;
    },
  };
}

const headingsOf = (tlds: readonly string[]): readonly string[] =>
  nameFormsOf(tlds).unicode.map((tld) => `.${tld}`);

interface PictureStrips {
  readonly names: Strips;
  readonly headings: Strips;
  readonly suit: (picture: Picture) => boolean;
}

/** What of a picture its texts depend on; how many are kept changes by steps, not with each px of the pane. */
const needsOf = ({ model, layout, sight }: Picture) =>
  [
    model,
    layout.nameWidth,
    layout.rowHeight,
    layout.columnWidth,
    layout.headingHeight,
    stepped(sight.height / layout.rowHeight),
    stepped(sight.width / layout.columnWidth),
  ] as const;

const stepped = (inSight: number): number => Math.ceil((inSight + 2) / 16) * 16;

function stripsFor(picture: Picture, look: Look): PictureStrips {
  const needs = needsOf(picture);
  const [model, nameWidth, rowHeight, columnWidth, headingHeight, rows, columns] = needs;
  const { scale, colours } = look;
  const headings = headingsOf(model.matrix.tlds);
  const device = (px: number): number => Math.round(px * scale);
  return {
    names: createStrips(
      {
        width: device(nameWidth),
        height: device(rowHeight),
        scale,
        font: look.nameFont,
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
        font: look.headingFont,
        colour: colours.muted,
        padding: 3,
        align: 'center',
      },
      columns,
      (column) => headings[column] ?? '',
    ),
    suit: (other) => needsOf(other).every((need, index) => need === needs[index]),
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
