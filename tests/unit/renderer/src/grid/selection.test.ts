import { describe, expect, it } from 'vitest';
import { viewOf } from '#shared/domain/session-rows.ts';
import { asEntered, cellCode, noFilter, shortlistBit } from '#shared/domain/session.ts';
import {
  placeShownAt,
  selectedCells,
  selectionAt,
  shownPlace,
  shownRange,
  turnsOn,
} from '../../../../../renderer/src/grid/selection.ts';
import { aModel, anOpening } from './a-model.ts';

const available = cellCode('available', null);
const taken = cellCode('taken', null);
const { matrix } = aModel(
  anOpening(
    ['a', 'b', 'c'],
    ['com', 'net', 'de'],
    [
      ...[available, taken, available],
      ...[taken, taken, taken],
      ...[taken, available, available | shortlistBit],
    ],
  ),
).model;
const all = viewOf(matrix, noFilter, asEntered);
/** Rows c and a, in this order; columns net and de. */
const some = viewOf(
  matrix,
  { ...noFilter, kinds: ['available'], tlds: ['net', 'de'] },
  { by: 'entered', descending: true },
);

describe('places', () => {
  it('are the same cell under another filter and order', () => {
    expect(shownPlace(some, { row: 0, column: 2 })).toEqual({ row: 1, column: 1 });
    expect(placeShownAt(some, { row: 1, column: 1 })).toEqual({ row: 0, column: 2 });
  });

  it('have no place where row or column are not shown', () => {
    expect(shownPlace(some, { row: 1, column: 2 })).toBeNull();
    expect(shownPlace(some, { row: 0, column: 0 })).toBeNull();
  });

  it('can be a name, which no hidden column hides', () => {
    expect(shownPlace(some, { row: 2, column: null })).toEqual({ row: 0, column: -1 });
    expect(placeShownAt(some, { row: 0, column: -1 })).toEqual({ row: 2, column: null });
  });
});

describe('shownRange', () => {
  it('is the rectangle between two corners, whichever came first', () => {
    const range = { top: 0, bottom: 1, left: 1, right: 2 };
    expect(shownRange(all, { anchor: { row: 1, column: 1 }, focus: { row: 0, column: 2 } })).toEqual(range);
    expect(shownRange(all, { anchor: { row: 0, column: 2 }, focus: { row: 1, column: 1 } })).toEqual(range);
  });

  it('takes whole rows from a name on', () => {
    expect(shownRange(all, { anchor: { row: 0, column: null }, focus: { row: 1, column: 1 } })).toEqual({
      top: 0,
      bottom: 1,
      left: 0,
      right: 2,
    });
  });

  it('begins at its focus where its anchor is not shown, and is nothing without its focus', () => {
    const selection = { anchor: { row: 1, column: 1 }, focus: { row: 0, column: 2 } };
    expect(shownRange(some, selection)).toEqual({ top: 1, bottom: 1, left: 1, right: 1 });
    expect(shownRange(some, { anchor: selection.focus, focus: selection.anchor })).toBeNull();
  });
});

describe('selectedCells', () => {
  it('are the cells of the range, row by row as shown', () => {
    const selection = { anchor: { row: 2, column: 1 }, focus: { row: 0, column: 2 } };
    expect(selectedCells(all, matrix, selection)).toEqual([1, 2, 4, 5, 7, 8]);
  });

  it('are only those that fit the filter', () => {
    const selection = { anchor: { row: 2, column: null }, focus: { row: 0, column: null } };
    expect(selectedCells(some, matrix, selection)).toEqual([7, 8, 2]);
  });

  it('are none where the selection is not shown', () => {
    expect(selectedCells(some, matrix, selectionAt({ row: 1, column: 1 }))).toEqual([]);
  });
});

describe('turnsOn', () => {
  it('puts cells on the shortlist as long as one of them is not on it', () => {
    expect([turnsOn(matrix, [2, 8]), turnsOn(matrix, [8]), turnsOn(matrix, [2])]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
