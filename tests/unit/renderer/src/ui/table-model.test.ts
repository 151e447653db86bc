import { describe, expect, it } from 'vitest';
import {
  allOrNone,
  extended,
  moveFor,
  noSelection,
  toggled,
} from '../../../../../renderer/src/ui/table-model.ts';

describe('moving through the list', () => {
  it.each([
    ['down', 'ArrowDown', 3, 4],
    ['down at the end', 'ArrowDown', 99, 99],
    ['down from nowhere', 'ArrowDown', -1, 0],
    ['up', 'ArrowUp', 3, 2],
    ['up at the top, out of the list', 'ArrowUp', 0, -1],
    ['to the beginning', 'Home', 50, 0],
    ['to the end', 'End', 50, 99],
    ['a page down', 'PageDown', 95, 99],
    ['a page up', 'PageUp', 5, 0],
  ])('goes %s', (_, key, at, to) => expect(moveFor(key, at, 100)).toBe(to));
});

describe('a selection', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  const of = (...keys: readonly string[]) => new Set(keys);

  it('takes a row and gives it back', () => {
    const one = toggled(noSelection, 'b');
    expect(one).toEqual({ keys: of('b'), anchor: 'b' });
    expect(toggled(one, 'b').keys).toEqual(of());
  });

  it.each([
    ['down from the row that was selected last', 'b', 4, of('b', 'c', 'd', 'e')],
    ['up from it', 'd', 0, of('a', 'b', 'c', 'd')],
    ['from a row that is shown no more: the row alone', 'gone', 2, of('gone', 'c')],
    ['to a row that there is not: as before', 'b', 9, of('b')],
  ])('is extended %s', (_, last, to, keys) =>
    expect(extended(toggled(noSelection, last), all, 0, to).keys).toEqual(keys),
  );

  it('becomes all that are shown, then none of these; others stay selected', () => {
    const hidden = toggled(noSelection, 'hidden');
    const full = allOrNone(hidden, all);
    expect(full.keys).toEqual(of('hidden', ...all));
    expect(allOrNone(full, all).keys).toEqual(of('hidden'));
  });
});
