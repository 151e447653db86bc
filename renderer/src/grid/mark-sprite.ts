import { kindOfCell } from '#shared/domain/cell.ts';
import { findingKinds } from '#shared/domain/finding.ts';
import { findingShapes, markSize } from '../components/finding-shapes.ts';
import type { Look } from './look.ts';

/** All marks side by side, drawn once for a look: a cell then costs one copy. */
export interface MarkSprite {
  /** In device pixels, of a square. */
  readonly side: number;
  readonly image: ImageBitmap;
  /** For each of the 256 codes, how far from the left its mark is. */
  readonly leftOf: Uint16Array;
  /** The star of the shortlist, the last one. */
  readonly starLeft: number;
  /** The same marks for cells that do not fit stand one side lower. */
  readonly faintTop: number;
}

/** Five points, for a square of 14: seen without colour, and unlike every mark. */
const star = 'M7 0.6 8.9 5 13.6 5.4 10 8.5 11.1 13.1 7 10.6 2.9 13.1 4 8.5 0.4 5.4 5.1 5Z';

export function drawMarkSprite(look: Look): MarkSprite {
  const side = Math.round(markSize * look.scale);
  const canvas = new OffscreenCanvas(side * (findingKinds.length + 1), side * 2);
  const context = canvas.getContext('2d');
  if (context !== null) {
    drawRow(context, look, side, 0, 1);
    drawRow(context, look, side, side, look.faintness);
  }
  return {
    side,
    image: canvas.transferToImageBitmap(),
    leftOf: Uint16Array.from({ length: 256 }, (_, code) => findingKinds.indexOf(kindOfCell(code)) * side),
    starLeft: findingKinds.length * side,
    faintTop: side,
  };
}

function drawRow(
  context: OffscreenCanvasRenderingContext2D,
  look: Look,
  side: number,
  top: number,
  alpha: number,
): void {
  const scale = side / markSize;
  context.globalAlpha = alpha;
  findingKinds.forEach((kind, index) => {
    context.setTransform(scale, 0, 0, scale, index * side, top);
    context.fillStyle = look.marks[kind];
    context.strokeStyle = look.marks[kind];
    for (const { d, stroke, round } of findingShapes[kind]) {
      if (stroke === undefined) context.fill(new Path2D(d));
      else {
        context.lineWidth = stroke;
        context.lineCap = round === true ? 'round' : 'butt';
        context.stroke(new Path2D(d));
      }
    }
  });
  context.setTransform(scale, 0, 0, scale, findingKinds.length * side, top);
  context.fillStyle = look.colours.star;
  context.fill(new Path2D(star));
}
