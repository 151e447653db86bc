import type { SessionFrame, SessionOpening } from '#shared/areas/session-port.ts';
import { createGridModel, type GridModel } from '../../../../../renderer/src/grid/grid-model.ts';

/** An opening with the given codes, row by row; checked cells at second 1,000. */
export function anOpening(
  names: readonly string[],
  tlds: readonly string[],
  codes: readonly number[] = [],
): SessionOpening {
  const size = names.length * tlds.length;
  return {
    kind: 'opening',
    sessionId: 'session-1',
    names: names.join('\n'),
    tlds,
    codes: Uint8Array.from({ length: size }, (_, cell) => codes[cell] ?? 0),
    checkedAt: Uint32Array.from({ length: size }, (_, cell) => ((codes[cell] ?? 0) === 0 ? 0 : 1_000)),
  };
}

export const aFrame = (
  cells: readonly (readonly [cell: number, code: number])[],
  at = 2_000,
): SessionFrame => ({
  kind: 'frame',
  cells: Uint32Array.from(cells, ([cell]) => cell),
  codes: Uint8Array.from(cells, ([, code]) => code),
  checkedAt: new Uint32Array(cells.length).fill(at),
  left: 0,
  pace: null,
});

/** A model whose frames are drawn when `draw` is called. */
export function aModel(opening: SessionOpening): { readonly model: GridModel; readonly draw: () => void } {
  const asked: (() => void)[] = [];
  return {
    model: createGridModel(opening, (act) => asked.push(act)),
    draw: () => {
      for (const act of asked.splice(0)) act();
    },
  };
}
