import { cellCode } from '#shared/domain/session.ts';
import { createGridModel, type GridModel } from '../../../../renderer/src/grid/grid-model.ts';
import { anOpening } from '../../../support/design-harness/grid/matrix.ts';

export const rows = 10_000;
export const columns = 100;

/** Half of the findings are there; the others come while it is measured. */
export const aModel = (): GridModel => createGridModel(anOpening(rows, columns, 0.5));

const perFrame = 250;
const everyMs = 50;
const codes = [cellCode('available', null), cellCode('taken', null), cellCode('premium', null)];

/**
 * 5,000 findings a second, 250 in a frame every 50 ms, through the rows that are scrolled over.
 *
 * @param onCells Told of each frame's cells, for a grid that does not follow the model by itself.
 * @returns The way to stop.
 */
export function streamInto(model: GridModel, onCells: (cells: Uint32Array) => void): () => void {
  let next = 0;
  const timer = setInterval(() => {
    const cells = Uint32Array.from({ length: perFrame }, (_, index) => next + index);
    const round = Math.floor(next / perFrame);
    next += perFrame;
    model.apply({
      kind: 'frame',
      cells,
      codes: Uint8Array.from(cells, (cell) => codes[(cell + round) % codes.length] ?? 0),
      checkedAt: new Uint32Array(perFrame).fill(Math.floor(Date.now() / 1_000)),
      left: 0,
      pace: null,
    });
    onCells(cells);
  }, everyMs);
  return () => clearInterval(timer);
}
