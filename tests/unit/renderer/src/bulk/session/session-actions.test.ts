import { describe, expect, it } from 'vitest';
import { cellCode, shortlistBit } from '#shared/domain/session.ts';
import { shortlistOf } from '../../../../../../renderer/src/bulk/session/session-actions.ts';
import { aModel, anOpening } from '../../grid/a-model.ts';

const available = cellCode('available', null);
const taken = cellCode('taken', null);

/** The places of the shortlist that can be registered, and how many cells were looked at for them. */
function registrable(codes: readonly number[]) {
  const { model } = aModel(anOpening(['a', 'b', 'c'], ['com', 'de'], codes));
  let looks = 0;
  const counting = new Proxy(model.matrix.codes, {
    get(target, key) {
      // A method walks over all of them.
      if (key !== 'length') looks += /^\d+$/.test(String(key)) ? 1 : target.length;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const places = shortlistOf({ ...model, matrix: { ...model.matrix, codes: counting } }, true);
  return { places, looks };
}

describe('the shortlist of a session', () => {
  it('has the starred cells that can be registered, in the order of entry', () => {
    const codes = [taken | shortlistBit, available, available, available | shortlistBit, available];
    expect(registrable([...codes, available | shortlistBit]).places).toEqual([
      { row: 1, column: 1 },
      { row: 2, column: 1 },
    ]);
  });

  it('is found without a look at the cells where it is empty, or behind its last one', () => {
    expect(registrable(Array<number>(6).fill(available))).toEqual({ places: [], looks: 0 });
    const early = registrable([available, available | shortlistBit, ...Array<number>(4).fill(taken)]);
    expect(early.places).toEqual([{ row: 0, column: 1 }]);
    expect(early.looks).toBeLessThan(4);
  });
});
