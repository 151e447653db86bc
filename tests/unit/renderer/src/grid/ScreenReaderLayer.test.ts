import { describe, expect, it } from 'vitest';
import { viewOf } from '#shared/domain/session-rows.ts';
import { asEntered, cellCode, noFilter } from '#shared/domain/session.ts';
import {
  cellWords,
  countWords,
  rowWords,
  spokenAge,
} from '../../../../../renderer/src/grid/ScreenReaderLayer.tsx';
import { aModel, anOpening } from './a-model.ts';

/** Three minutes after the cells were checked. */
const nowMs = 1_180_000;

describe('spokenAge', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [7_200, '2 hours ago'],
    [172_800, '2 days ago'],
  ])('says %i s in whole words', (seconds, words) => {
    expect(spokenAge(seconds)).toBe(words);
  });
});

describe('the words of rows and columns', () => {
  it('count the user’s own names of a row as theirs, and not as available', () => {
    const { model: mine } = aModel(
      anOpening(
        ['bakery'],
        ['com', 'de', 'ch'],
        Array.from({ length: 3 }, () => cellCode('available', null)),
      ),
    );
    mine.setOwned(new Set(['bakery.de', 'bakery.ch']));
    const all = viewOf(mine.matrix, noFilter, asEntered);
    expect(rowWords(mine, all, 0)).toBe('1 of 3 TLDs available, 2 yours');
    expect(countWords(mine.countsOfColumn(1))).toEqual([['Yours', '1']]);
    expect(cellWords(mine, all, { row: 0, column: 1 }, nowMs)).toBe(
      'bakery under .de: yours, found available, checked 3 minutes ago',
    );
  });
});
