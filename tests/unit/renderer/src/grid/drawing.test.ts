import { describe, expect, it } from 'vitest';
import { viewOf } from '#shared/domain/session-rows.ts';
import { asEntered, cellCode, noFilter } from '#shared/domain/session.ts';
import { createLastPicture, type Picture } from '../../../../../renderer/src/grid/drawing.ts';
import { aFrame, aModel, anOpening } from './a-model.ts';

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
  looks: 0,
};

const settled = () => {
  const last = createLastPicture();
  last.isStill(picture);
  last.isStill(picture);
  return last;
};

describe('createLastPicture', () => {
  it('asks for the first picture', () => {
    expect(createLastPicture().isStill(picture)).toBe(false);
  });

  it('asks for nothing while nothing changes, or only what is out of sight', () => {
    const last = settled();
    expect(last.isStill(picture)).toBe(true);
    model.apply(aFrame([[50, available]]));
    expect(last.isStill(picture)).toBe(true);
  });

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
    ['the prices', { looks: 1 }],
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
