import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { viewOf } from '#shared/domain/session-rows.ts';
import {
  cellCode,
  isShortlisted,
  shortlistBit,
  shownKindOf,
  asEntered,
  noFilter,
} from '#shared/domain/session.ts';
import type { GridModel } from '../../../../../renderer/src/grid/grid-model.ts';
import { aFrame, aModel, anOpening } from './a-model.ts';
import { selectedCells, shownRange, turnsOn } from '../../../../../renderer/src/grid/selection.ts';
import { shortened } from '../../../../../renderer/src/grid/strips.ts';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

const available = cellCode('available', null);

const taken = cellCode('taken', null);

const refused = cellCode('unknown', 'refused');

const small = (codes: readonly number[] = []) =>
  aModel(anOpening(['a', 'xn--bckerei-5wa'], ['com', 'de'], codes));

describe('createGridModel', () => {
  it('counts by kind, by TLD and by cause, and the shortlist', () => {
    const { model } = small([available | shortlistBit, taken, refused, 0]);
    expect(model.counts()).toMatchObject({ available: 1, taken: 1, unknown: 1, unchecked: 1, premium: 0 });
    expect(model.countsOfColumn(0)).toMatchObject({ available: 1, unknown: 1, taken: 0 });
    expect(model.causes()).toEqual({ refused: 1 });
    expect(model.shortlisted()).toBe(1);
  });

  it('keeps its counts as a counting of all cells would have them, whatever frames come', () => {
    const change = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }), (frames) => {
        const { model } = small();
        for (const frame of frames) {
          model.apply(aFrame(frame));
          model.setOwned(new Set(frame.length % 2 === 1 ? ['a.de'] : []));
        }
        expect(model.counts()).toEqual(counted([...model.matrix.codes]));
        expect(model.countsOfColumn(1)).toEqual(counted([1, 3].map((cell) => model.matrix.codes[cell] ?? 0)));
        expect(model.shortlisted()).toBe([...model.matrix.codes].filter(isShortlisted).length);
      }),
    );
  });

  it('tells of many changes once in a frame, and of later ones again', () => {
    const { model, draw } = small();
    const heard = vi.fn();
    model.subscribe(heard);
    model.apply(aFrame([[0, available]]));
    model.apply(aFrame([[1, available]]));
    expect(heard).not.toHaveBeenCalled();
    draw();
    expect(heard).toHaveBeenCalledOnce();
    model.apply(aFrame([[2, available]]));
    draw();
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('setOwned', () => {
  const kinds = ({ matrix }: GridModel) => Array.from(matrix.codes, shownKindOf);

  it('shows the user’s own names as theirs, whatever was found, and counts none of them as available', () => {
    const { model } = small([available | shortlistBit, taken, refused, 0]);
    expect(model.setOwned(new Set(['a.com', 'a.de', 'xn--bckerei-5wa.com', 'other.com']))).toEqual([0, 1, 2]);
    expect(kinds(model)).toEqual(['yours', 'yours', 'yours', 'unchecked']);
    expect(model.counts()).toMatchObject({ yours: 3, available: 0, taken: 0, unknown: 0, unchecked: 1 });
    expect(model.countsOfColumn(1)).toMatchObject({ yours: 1, taken: 0, unchecked: 1 });
    expect([model.causes(), model.shortlisted()]).toEqual([{}, 1]);
  });

  it('knows what was found of them, and shows it again once they are not the user’s own', () => {
    const { model } = small([available | shortlistBit, taken]);
    model.setOwned(new Set(['a.com', 'a.de']));
    expect([model.findingAt(0), model.findingAt(1)]).toEqual([available, taken]);
    model.setShortlist([0, 1], true);
    expect(model.setOwned(new Set(['a.de']))).toEqual([0]);
    expect([...model.matrix.codes.slice(0, 2)].map(shownKindOf)).toEqual(['available', 'yours']);
    expect([...model.matrix.codes.slice(0, 2)].map(isShortlisted)).toEqual([true, true]);
  });

  it('is not undone by a later answer, which is kept for when the name is gone', () => {
    const { model } = small([available]);
    model.setOwned(new Set(['a.com']));
    expect(model.apply(aFrame([[0, taken | shortlistBit]]))).toBe(1);
    expect([kinds(model)[0], model.shortlisted(), model.findingAt(0)]).toEqual(['yours', 1, taken]);
    model.setOwned(new Set());
    expect(model.matrix.codes[0]).toBe(taken | shortlistBit);
  });
});

describe('setShortlist', () => {
  const isOn = (model: GridModel, cell: number): boolean => isShortlisted(model.matrix.codes[cell] ?? 0);

  it('puts cells on the shortlist and takes them off, and leaves their findings as they are', () => {
    const { model } = small([available, taken]);
    model.setShortlist([0, 1], true);
    expect([...model.matrix.codes.slice(0, 2)]).toEqual([available | shortlistBit, taken | shortlistBit]);
    model.setShortlist([1], false);
    expect(model.matrix.codes[1]).toBe(taken);
    expect(model.shortlisted()).toBe(1);
  });

  it('follows main again once main has said the same', () => {
    const { model } = small();
    model.setShortlist([0], true);
    model.apply(aFrame([[0, available | shortlistBit]]));
    model.apply(aFrame([[0, available]]));
    expect(isOn(model, 0)).toBe(false);
  });
});

const counted = (codes: readonly number[]) =>
  Object.fromEntries(
    shownKinds.map((kind) => [kind, codes.filter((code) => shownKindOf(code) === kind).length]),
  );

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

describe('shownRange', () => {
  it('takes whole rows from a name on', () => {
    expect(shownRange(all, { anchor: { row: 0, column: null }, focus: { row: 1, column: 1 } })).toEqual({
      top: 0,
      bottom: 1,
      left: 0,
      right: 2,
    });
  });
});

describe('selectedCells', () => {
  it('are only those that fit the filter', () => {
    const selection = { anchor: { row: 2, column: null }, focus: { row: 0, column: null } };
    expect(selectedCells(some, matrix, selection)).toEqual([7, 8, 2]);
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

const widthOf = (text: string): number => Array.from(text).length * 10;

describe('shortened', () => {
  it('does not cut a character beyond the basic plane in two', () => {
    expect(shortened('🍑🍑🍑', 20, widthOf)).toBe('🍑…');
  });
});
