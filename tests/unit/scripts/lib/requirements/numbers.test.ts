import { describe, expect, it } from 'vitest';
import { numbersOf } from '../../../../../scripts/lib/requirements/numbers.mjs';

describe('the numbers that a test carries', () => {
  it.each([
    [['B13 is asked once'], ['B13']],
    [['C2 C8 a fault'], ['C2', 'C8']],
    [['B8, client mistake 1: never'], ['B8']],
    [['B8: its answer'], ['B8']],
    [['D4'], ['D4']],
    [
      ['C17 generated answers', 'A11 of a channel'],
      ['C17', 'A11'],
    ],
    [['C17 answers', 'C17 of one'], ['C17']],
  ])('are at the head of %j', (titles, numbers) => {
    expect(numbersOf(titles)).toEqual(numbers);
  });

  it.each(['puts A1 first', 'A1B2 is a cell', 'E100 is none', 'G1 opens the help', 'a plain name'])(
    'are none in “%s”',
    (title) => {
      expect(numbersOf([title])).toEqual([]);
    },
  );
});
