import { describe, expect, it } from 'vitest';
import { jsonTable } from '../../../../../electron/main/tables/json-rows.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** The cells of all rows, with what was said of the rest; the problem, where there is one. */
async function read(text: string) {
  const table = jsonTable(text);
  if (table === null || 'problem' in table) return table;
  const rows = valueOf(await table.rows.read((row) => row.cells.join(' | '), 0));
  return { rows, notes: table.notes };
}

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
    const table = jsonTable(text);
    if (table === null || 'problem' in table) throw new Error('This is a table');
    const expected = [
      { line: firstLine, cells: ['domain', 'tags', 'n', 'more', 'in'] },
      { line: firstLine + 1, cells: ['a.com', 'x;"y;z"', '1', '', ''] },
      { line: firstLine + 2, cells: ['b.com', '', '', '', ''] },
    ];
    expect(table).toMatchObject({ rows: { head: expected }, hasTitles: true, notes: [] });
    expect(valueOf(await table.rows.read((row) => row, 1))).toEqual(expected.slice(1));
  });

  const [first, second] = [{ domain: 'a.com', on: '2027' }, { domain: 'b.com' }];

  it.each([
    ['an object', { domains: [first, second] }],
    ['an object with an answer in it', { ok: true, data: { page: 1, items: [first, second] } }],
    ['objects of one member', { edges: [{ node: first }, { node: second }] }],
    ['members named by the domains', { 'a.com': { on: '2027' }, 'b.com': {} }],
  ])('is found in %s, in one line or in many', async (_case, json) => {
    const expected = { rows: ['domain | on', 'a.com | 2027', 'b.com | '], notes: [] };
    expect(await read(JSON.stringify(json))).toEqual(expected);
    expect(await read(JSON.stringify(json, null, 2))).toEqual(expected);
  });

  it('of a list of lists has them as rows', async () => {
    expect(await read('{"values":[["Domain","Expires"],["a.com","2027-01-01"]]}')).toEqual({
      rows: ['Domain | Expires', 'a.com | 2027-01-01'],
      notes: [],
    });
  });

  it.each([
    ['names', '["a.com","b.com"]', ['domain', 'a.com', 'b.com'], []],
    [
      'names in an object',
      '{"names":["a.com","b.com"],"tags":["x"]}',
      ['domain', 'a.com', 'b.com'],
      ['The list “tags” was not read (1 entry)'],
    ],
    ['labels', '["bakery","flower"]', ['domain', 'bakery', 'flower'], []],
    [
      'objects and names',
      '[{"on":"2027","fqdn":"a.com"},"b.com",null,null,7]',
      ['on | fqdn', '2027 | a.com', ' | b.com'],
      [
        'Skipped in the list: 2 entries without a value (null)',
        'Skipped in the list: 1 entry of another kind',
      ],
    ],
  ])('of a list of %s has each in the column of the domains', async (_case, text, rows, notes) => {
    expect(await read(text)).toEqual({ rows, notes });
  });

  it('takes the list with the domains, and says which it did not take', async () => {
    expect(await read('{"errors":[{"code":"7"}],"domains":[{"domain":"a.com"}],"tlds":["com"]}')).toEqual({
      rows: ['domain', 'a.com'],
      notes: ['The list “errors” was not read (1 entry)', 'The list “tlds” was not read (1 entry)'],
    });
  });

  it('is one object where that is a domain, whatever lists are in it', async () => {
    expect(await read('{"domain":"a.com","nameservers":["ns1.b.com","ns2.b.com"]}')).toEqual({
      rows: ['domain | nameservers', 'a.com | ns1.b.com;ns2.b.com'],
      notes: [],
    });
  });

  it('has a note for each line that is none', async () => {
    expect(await read('{"domain":"a.com"}\n\n{"domain":"b.com"\n{"domain":"c.com"}\n')).toEqual({
      rows: ['domain', 'a.com', 'c.com'],
      notes: ['Line 3 is no JSON object, and was skipped'],
    });
  });

  it.each([
    ['two lists of domains', '{"held":[{"domain":"a.com"}],"gone":[{"domain":"b.com"}]}', '“held”, “gone”'],
    ['no list', '{"ok":true}', 'without a list'],
    ['an empty list', '[]', 'without a list'],
    ['a list of numbers', '[1,2]', 'without a list'],
    ['an end that is missing', '[{"domain":"a.com"},{"dom', 'ends too early'],
    ['an end that is missing, of an object', '{"domain":"a.com"', 'ends too early'],
  ])('is refused, and never another table, where it has %s', async (_case, text, words) => {
    expect(await read(text)).toEqual({ problem: expect.stringContaining(words) as string });
  });

  it.each(['a.com,2027-01-01', '[a.com]', '"a.com"', '{}x'])('is not made of %s', (text) =>
    expect(jsonTable(text)).toBeNull(),
  );

  it('takes no member for more than a text', async () => {
    expect(await read('[{"__proto__":"x","constructor":"y"}]')).toEqual({
      rows: ['__proto__ | constructor', 'x | y'],
      notes: [],
    });
  });
});
