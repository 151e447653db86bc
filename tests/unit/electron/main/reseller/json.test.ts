import { describe, expect, it } from 'vitest';
import {
  type Json,
  kindOf,
  member,
  parseJson,
  schemaMismatches,
  type Shape,
} from '../../../../../electron/main/reseller/json.ts';

describe('a body as JSON', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it.each([
    ['a bare string', '"success"', 'success'],
    ['a number', ' 1.5 ', 1.5],
    ['null', 'null', null],
    ['64 levels', nested(64), JSON.parse(nested(64)) as unknown],
  ])('is %s', (_name, text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \n', 'empty'],
    ['a page', '<html></html>', 'not-json'],
    ['cut JSON', '{"a":', 'not-json'],
    ['a warning before JSON', '<br /><b>Warning</b>: x{"a":1}', 'not-json'],
    ['C16: 65 levels', nested(65), 'too-deep'],
    ['C16: a million levels', nested(1_000_000), 'too-deep'],
    ['65 levels of objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'too-deep'],
  ])('is unusable when it is %s', (_name, text, why) => {
    expect(parseJson(text)).toEqual({ ok: false, error: why });
  });

  it("never finds the prototype's members", () => {
    expect(member({}, 'constructor')).toBeUndefined();
    const parsed = parseJson('{"__proto__": {"isAvailable": true}}');
    expect(parsed.ok && member(Object(parsed.value) as never, 'isAvailable')).toBeUndefined();
  });

  it('names kinds', () => {
    expect(['', 1, true, null, [], {}, undefined].map(kindOf)).toEqual([
      'string',
      'number',
      'boolean',
      'null',
      'array',
      'object',
      'missing',
    ]);
  });
});

describe('where an answer is not as documented', () => {
  const shape: Shape = {
    each: { members: { name: 'string', prices: { map: { members: { register: 'object' } } } } },
  };

  it('is nowhere when it is', () => {
    expect(schemaMismatches([{ name: 'a', prices: { '1': { register: {} } } }], shape)).toEqual([]);
  });

  it.each<[string, Json, string, string, string]>([
    ['the answer itself', {}, '', 'array', 'object'],
    ['an element', ['x'], '[]', 'object', 'string'],
    ['a member of another kind', [{ name: 1, prices: {} }], '[].name', 'string', 'number'],
    ['a missing member', [{ name: 'a' }], '[].prices', 'object', 'missing'],
    [
      'a member that nobody documented',
      [{ name: 'a', prices: {}, extra: null }],
      '[].extra',
      'nothing',
      'null',
    ],
    [
      'below an open name',
      [{ name: 'a', prices: { '1': { register: [] } } }],
      '[].prices.*.register',
      'object',
      'array',
    ],
  ])('is at %s', (_name, value, path, expected, seen) => {
    expect(schemaMismatches(value, shape)).toEqual([{ path, expected, seen }]);
  });

  it('is named once however often it occurs', () => {
    expect(schemaMismatches([1, 2, 3], shape)).toHaveLength(1);
  });

  it('tells a text of another form without quoting it', () => {
    expect(schemaMismatches('1', { text: /^locked$/, called: 'locked' })).toEqual([
      { path: '', expected: 'locked', seen: 'other text' },
    ]);
  });

  it('does not quote a value that stands in a name’s place', () => {
    expect(schemaMismatches({ 'ada@lovelace.example': 1 }, { members: {} })).toEqual([
      { path: '*', expected: 'nothing', seen: 'number' },
    ]);
  });
});
