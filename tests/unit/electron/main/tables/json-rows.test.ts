import { describe, expect, it } from 'vitest';
import { jsonRows } from '../../../../../electron/main/tables/json-rows.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('JSON as a table', () => {
  it.each([
    [
      'a list of objects',
      '[\n{"domain":"a.com","tags":["x","y;z"],"n":1},\n{"domain":"b.com","more":null,"in":{"a":1}}\n]\n',
      1,
    ],
    [
      'an object on each line',
      '{"domain":"a.com","tags":["x","y;z"],"n":1}\n{"domain":"b.com","more":null,"in":{"a":1}}\n',
      0,
    ],
  ])('of %s has the members as titles, and a list as one cell', async (_, text, firstLine) => {
    const rows = jsonRows(text);
    const expected = [
      { line: firstLine, cells: ['domain', 'tags', 'n', 'more', 'in'] },
      { line: firstLine + 1, cells: ['a.com', 'x;"y;z"', '1', '', ''] },
      { line: firstLine + 2, cells: ['b.com', '', '', '', ''] },
    ];
    expect(rows?.head).toEqual(expected);
    expect(valueOf((await rows?.read((row) => row, 1)) ?? { ok: true, value: [] })).toEqual(
      expected.slice(1),
    );
  });

  it.each(['a.com,2027-01-01', '[a.com]', '[1,2]', '[]', '{"domain":"a.com"', '"a.com"', '{}x'])(
    'is not made of %s',
    (text) => expect(jsonRows(text)).toBeNull(),
  );

  it('takes no member for more than a text', () => {
    expect(jsonRows('[{"__proto__":"x","constructor":"y"}]')?.head).toEqual([
      { line: 1, cells: ['__proto__', 'constructor'] },
      { line: 2, cells: ['x', 'y'] },
    ]);
  });
});
