import { describe, expect, it } from 'vitest';
import {
  countAll,
  createMatrix,
  isPending,
  putCell,
  setPending,
  setShortlisted,
} from '../../../../../../electron/main/workspace/sessions/matrix.ts';
import { cellCode, shortlistBit } from '../../../../../../shared/domain/session.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';

const taken = cellCode('taken', null);
const refused = cellCode('unknown', 'refused');

describe('a session’s cells in memory', () => {
  it('begin unchecked, all of them to be asked', () => {
    const matrix = createMatrix(10);
    expect([matrix.left, matrix.tallies[0]]).toEqual([10, 10]);
    expect(matrix.codes.some((code) => code !== 0)).toBe(false);
  });

  it('are asked once: the second finding of a cell takes nothing more off what is left', () => {
    const matrix = createMatrix(3);
    putCell(matrix, 1, taken, 100);
    putCell(matrix, 1, refused, 200);
    expect([matrix.left, matrix.tallies[0], matrix.tallies[taken], matrix.tallies[refused]]).toEqual([
      2, 2, 0, 1,
    ]);
    expect([...matrix.checkedAt]).toEqual([0, 200, 0]);
  });

  it('count a cell once that is unchecked and pending, and not at all when it is asked', () => {
    const matrix = createMatrix(9);
    putCell(matrix, 8, taken, 1);
    setPending(matrix, Uint8Array.of(0b1, 0b1));
    expect([matrix.left, isPending(matrix, 0), isPending(matrix, 8)]).toEqual([9, true, true]);
    putCell(matrix, 0, taken, 2);
    putCell(matrix, 8, taken, 2);
    expect([matrix.left, isPending(matrix, 0), isPending(matrix, 8)]).toEqual([7, false, false]);
  });

  it('stay on the shortlist when a finding comes', () => {
    const matrix = createMatrix(2);
    expect([setShortlisted(matrix, 1, true), setShortlisted(matrix, 1, true)]).toEqual([true, false]);
    putCell(matrix, 1, taken, 5);
    expect([...matrix.codes]).toEqual([0, taken | shortlistBit]);
    expect(matrix.tallies[taken]).toBe(1);
    expect(setShortlisted(matrix, 1, false)).toBe(true);
    expect([...matrix.codes]).toEqual([0, taken]);
  });

  it('have the same counts step by step as counted at the end, whatever happens', () => {
    const random = createRandom(7);
    const matrix = createMatrix(100);
    for (let step = 0; step < 5_000; step += 1) {
      if (random.chance(0.02))
        setPending(
          matrix,
          Uint8Array.from({ length: 13 }, () => random.int(256)),
        );
      else if (random.chance(0.1)) setShortlisted(matrix, random.int(100), random.chance(0.5));
      else putCell(matrix, random.int(100), random.pick([taken, refused, 1, 2]), step);
    }
    const [left, tallies] = [matrix.left, [...matrix.tallies]];
    countAll(matrix);
    expect([matrix.left, [...matrix.tallies]]).toEqual([left, tallies]);
  });
});
