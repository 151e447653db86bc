import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../electron/main/reseller/json.ts';
import { misfits, type Shape } from '../../../../../electron/main/reseller/shape.ts';

const shape: Shape = {
  each: { members: { name: 'string', prices: { map: { members: { register: 'object' } } } } },
};

describe('where an answer is not as documented', () => {
  it('is nowhere when it is', () => {
    expect(misfits([{ name: 'a', prices: { '1': { register: {} } } }], shape)).toEqual([]);
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
    expect(misfits(value, shape)).toEqual([{ path, expected, seen }]);
  });

  it('is named once however often it occurs', () => {
    expect(misfits([1, 2, 3], shape)).toHaveLength(1);
  });

  it('tells a text of another form without quoting it', () => {
    expect(misfits('1', { text: /^locked$/, called: 'locked' })).toEqual([
      { path: '', expected: 'locked', seen: 'other text' },
    ]);
  });

  it('does not quote a value that stands in a name’s place', () => {
    expect(misfits({ 'ada@lovelace.example': 1 }, { members: {} })).toEqual([
      { path: '*', expected: 'nothing', seen: 'number' },
    ]);
  });
});
