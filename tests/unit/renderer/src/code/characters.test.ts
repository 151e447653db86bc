import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOf, kindOf } from '../../../../../renderer/src/code/characters.ts';

const joined = (code: string): readonly string[] =>
  groupsOf(code).map((group) => group.map(({ character }) => character).join(''));

describe('the groups of a code', () => {
  it.each([
    ['aB3-xyz', ['aB3-', 'xyz']],
    ['abcd', ['abcd']],
    ['😀bcde', ['😀bcd', 'e']],
  ])('of %s are by fours', (code, groups) => {
    expect(joined(code)).toEqual(groups);
  });

  it('lose and add nothing', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (code) => joined(code).join('') === code));
  });

  it.each([
    ['a', 'letter'],
    ['É', 'letter'],
    ['7', 'digit'],
    ['-', 'sign'],
    ['😀', 'sign'],
  ])('tell that %s is a %s', (character, kind) => {
    expect(kindOf(character)).toBe(kind);
  });
});
