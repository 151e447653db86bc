import { describe, expect, it } from 'vitest';
import { listRows } from '../../../../../electron/main/import/rows.ts';

const read = (text: string, skipsFirst = false): readonly (readonly [number, string])[] =>
  Array.from(listRows(text, skipsFirst), ({ line, text: name }) => [line, name] as const);

describe('a list', () => {
  it.each<[string, string, readonly (readonly [number, string])[]]>([
    [
      'one a line',
      'a\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'Windows line ends',
      'a\r\nb\r\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'old Mac line ends',
      'a\rb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'Unicode line ends',
      'a\u2028b\u0085c',
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ],
    ],
    [
      'empty lines, which keep the count',
      'a\n\n  \n\u200b\nb',
      [
        [1, 'a'],
        [5, 'b'],
      ],
    ],
    [
      'commas',
      'a,b, c',
      [
        [1, 'a'],
        [1, 'b'],
        [1, 'c'],
      ],
    ],
    [
      'semicolons and tabs',
      'a;b\tc',
      [
        [1, 'a'],
        [1, 'b'],
        [1, 'c'],
      ],
    ],
    [
      'ideographic commas',
      '東京、大阪，京都',
      [
        [1, '東京'],
        [1, '大阪'],
        [1, '京都'],
      ],
    ],
    [
      'commas with nothing between them',
      'a,,b,',
      [
        [1, 'a'],
        [1, 'b'],
      ],
    ],
    [
      'spaces',
      'a b  c',
      [
        [1, 'a'],
        [1, 'b'],
        [1, 'c'],
      ],
    ],
    [
      'spaces beside commas, which part nothing',
      'a b, c',
      [
        [1, 'a b'],
        [1, 'c'],
      ],
    ],
    ['a URL with commas in its path', 'https://a.com/x,y;z?q=1,2', [[1, 'https://a.com/x,y;z?q=1,2']]],
    [
      'two URLs on a line',
      'https://a.com,https://b.com',
      [
        [1, 'https://a.com'],
        [1, 'https://b.com'],
      ],
    ],
    ['spaces in quotes, which part nothing', '"a b"', [[1, '"a b"']]],
  ])('is taken apart: %s', (_case, text, rows) => expect(read(text)).toEqual(rows));

  it('loses its first line where the user says that it is a heading', () => {
    expect(read('\nMy names\na\nb', true)).toEqual([
      [3, 'a'],
      [4, 'b'],
    ]);
  });

  it('says where only spaces stood between names', () => {
    expect(Array.from(listRows('blue bakery', false), ({ note }) => note)).toEqual([
      'one of 2 on its line',
      'one of 2 on its line',
    ]);
  });
});
