import { describe, expect, it } from 'vitest';
import { viewOf } from '#shared/domain/session-rows.ts';
import { asEntered, cellCode, noFilter } from '#shared/domain/session.ts';
import {
  hitAt,
  sightShowing,
  windowIn,
  type Layout,
  type Sight,
} from '../../../../../renderer/src/grid/layout.ts';
import { createLastPicture, type Picture } from '../../../../../renderer/src/grid/drawing.ts';
import { aFrame, aModel, anOpening } from './a-model.ts';

const layout: Layout = {
  rowHeight: 30,
  headingHeight: 40,
  nameWidth: 200,
  columnWidth: 50,
  rows: 100,
  columns: 20,
};

const sight: Sight = { width: 500, height: 340, left: 60, top: 45 };

describe('windowIn', () => {
  it('ends where the grid ends', () => {
    expect(windowIn({ ...layout, rows: 3, columns: 2 }, { ...sight, left: 0, top: 0 })).toEqual({
      firstRow: 0,
      endRow: 3,
      firstColumn: 0,
      endColumn: 2,
    });
  });
});

describe('hitAt', () => {
  it.each<[string, number, number, ReturnType<typeof hitAt>]>([
    ['a cell', 210, 50, { row: 1, column: 1 }],
    ['a name', 199, 339, { row: 11, column: -1 }],
    ['a heading', 499, 39, { row: -1, column: 7 }],
    ['the corner', 0, 0, { row: -1, column: -1 }],
    ['what is beside the pane', 500, 50, null],
    ['what is above the pane', 210, -1, null],
  ])('finds %s', (_, x, y, hit) => {
    expect(hitAt(layout, sight, x, y)).toEqual(hit);
  });
});

describe('sightShowing', () => {
  it.each<[string, { row: number; column: number }, { left: number; top: number }]>([
    ['up to one above', { row: 0, column: 3 }, { left: 60, top: 0 }],
    [
      'down until the lower edge of one below shows',
      { row: 20, column: 3 },
      { left: 60, top: 21 * 30 - 300 },
    ],
    ['left to one that is covered by the names', { row: 5, column: 1 }, { left: 50, top: 45 }],
    ['right until the right edge shows', { row: 5, column: 10 }, { left: 11 * 50 - 300, top: 45 }],
    ['not sideways to a name', { row: 0, column: -1 }, { left: 60, top: 0 }],
  ])('scrolls %s', (_, place, to) => {
    expect(sightShowing(layout, sight, place)).toEqual(to);
  });
});

const available = cellCode('available', null);

const names = Array.from({ length: 100 }, (_, row) => `name${row}`);

const { model } = aModel(anOpening(names, ['com', 'net']));

/** Rows 0 to 9 are in sight. */
const picture: Picture = {
  model,
  view: viewOf(model.matrix, noFilter, asEntered),
  layout: { rowHeight: 30, headingHeight: 40, nameWidth: 200, columnWidth: 50, rows: 100, columns: 2 },
  sight: { width: 500, height: 340, left: 0, top: 0 },
  hover: null,
  range: null,
  show: 'marks',
  sort: null,
  pricesVersion: 0,
};

const settled = () => {
  const last = createLastPicture();
  last.isStill(picture);
  last.isStill(picture);
  return last;
};

describe('createLastPicture', () => {
  it('asks for a picture when a cell in sight changes', () => {
    const last = settled();
    model.apply(aFrame([[5, available]]));
    expect(last.isStill(picture)).toBe(false);
    expect(last.isStill(picture)).toBe(true);
  });

  it.each<[string, Partial<Picture>]>([
    ['the scrolling', { sight: { ...picture.sight, top: 30 } }],
    ['the mouse', { hover: { row: 1, column: 1 } }],
    ['the selection', { range: { top: 0, bottom: 0, left: 0, right: 0 } }],
    ['what is shown', { show: 'register' }],
    ['the order', { sort: { by: 'register', descending: false, tld: 'net' } }],
    ['the prices', { pricesVersion: 1 }],
    ['the rows', { view: viewOf(model.matrix, noFilter, asEntered) }],
  ])('asks for a picture after a change of %s', (_, change) => {
    expect(settled().isStill({ ...picture, ...change })).toBe(false);
  });

  it('asks for a picture when the styles have changed', () => {
    const last = settled();
    last.forget();
    expect(last.isStill(picture)).toBe(false);
  });
});
