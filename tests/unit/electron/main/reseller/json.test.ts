import { describe, expect, it } from 'vitest';
import { kindOf, member, parseJson } from '../../../../../electron/main/reseller/json.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a body as JSON', () => {
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
