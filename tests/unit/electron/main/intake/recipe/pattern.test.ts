import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPattern } from '../../../../../../electron/main/intake/recipe/pattern.ts';

const read = (text: string): readonly string[] => {
  const sequence = readPattern(text);
  if (!sequence.ok) throw new Error(sequence.error.reason);
  return Array.from(sequence.value.all());
};

describe('a pattern stands for', () => {
  it.each<[string, string, readonly string[]]>([
    ['itself', 'shop', ['shop']],
    ['alternatives', '{a,b}', ['a', 'b']],
    ['alternatives between texts', 'my{red,blue}shop', ['myredshop', 'myblueshop']],
    ['an empty alternative', 'shop{,s}', ['shop', 'shops']],
    ['nested alternatives', '{a,b{c,d}}', ['a', 'bc', 'bd']],
    ['a range of figures', '[0-3]', ['0', '1', '2', '3']],
    ['a range of letters', '[a-c]', ['a', 'b', 'c']],
    ['single characters', '[xyz]', ['x', 'y', 'z']],
    ['ranges and characters', '[a-b9]', ['a', 'b', '9']],
    ['a hyphen at the end', '[a-]', ['a', '-']],
    ['a range beyond ASCII', '[а-в]', ['а', 'б', 'в']],
    ['characters beyond the basic plane', '[𝒜𝒞]', ['𝒜', '𝒞']],
    ['a product, the last part fastest', '[ab][01]', ['a0', 'a1', 'b0', 'b1']],
    ['a class in an alternative', '{x[01],y}', ['x0', 'x1', 'y']],
    ['a comma outside braces', 'a,b', ['a,b']],
    ['escaped characters', '\\{a\\,b\\}', ['{a,b}']],
    ['an escaped comma in braces', '{a\\,b,c}', ['a,b', 'c']],
    ['an escaped bracket in a class', '[\\]\\-]', [']', '-']],
    ['empty braces, which are one empty alternative', 'a{}b', ['ab']],
  ])('%s', (_case, pattern, texts) => expect(read(pattern)).toEqual(texts));

  it.each([
    ['a brace that is not closed', 'ab{c', 2, 'this { is not closed'],
    ['an inner brace that is not closed', '{a,{b}', 0, 'not closed'],
    ['a bracket that is not closed', 'a[bc', 1, 'this [ is not closed'],
    ['a brace without a beginning', 'ab}', 2, 'no beginning'],
    ['a bracket without a beginning', 'a]', 1, 'no beginning'],
    ['an empty class', 'a[]', 1, 'nothing between'],
    ['a range that runs backwards', '[z-a]', 0, 'backwards'],
    ['a range of the whole script', '[!-￮]', 0, 'more than 2000 characters'],
    ['a backslash at the end', 'ab\\', 2, 'behind this \\'],
  ])('nothing, and says where, for %s', (_case, pattern, at, words) => {
    const sequence = readPattern(pattern);
    expect(sequence).toMatchObject({ ok: false, error: { at } });
    expect(sequence.ok ? '' : sequence.error.reason).toContain(words);
  });

  it('as many texts as it says, and the one that it says at each place', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', 'bc', '[0-2]', '[xy]', '{p,q}', '{,r[01]}', '{s,{t,u}v}', '\\{'),
      fc.constant(''),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const sequence = readPattern(pieces.join(''));
        if (!sequence.ok) throw new Error(sequence.error.reason);
        const { count, at, all } = sequence.value;
        const texts = Array.from(all());
        expect(count).toBe(BigInt(texts.length));
        expect(texts.map((_, index) => at(BigInt(index)))).toEqual(texts);
      }),
    );
  });
});
