import { windowIn } from './layout.ts';
import type { Picture } from './picture.ts';

/** Remembers what was drawn last, so that findings that come in elsewhere in a session cost no drawing. */
export interface LastPicture {
  /** Whether nothing that is in sight has changed since it was asked last; remembers this picture if something has. */
  readonly isStill: (picture: Picture) => boolean;
  readonly forget: () => void;
}

export function createLastPicture(): LastPicture {
  let last: Picture | null = null;
  /** Of the last picture; while it moves, nobody reads them. */
  let marks: Uint16Array | null = null;

  return {
    isStill(picture) {
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
    forget() {
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
  a.range === b.range;

const fittingBit = 0x100;

/** The code of each cell in sight, and whether it fits. */
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
