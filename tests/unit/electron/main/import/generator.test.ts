import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countGenerated, generatedRows, readPattern } from '../../../../../electron/main/import/generator.ts';
import type { NameGenerator } from '../../../../../electron/main/import/rows.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('recipe', () => {
  const aRecipe = (changes: Partial<NameGenerator>): NameGenerator => ({
    prefixes: [],
    words: [],
    suffixes: [],
    secondWords: [],
    joiners: [''],
    withoutPrefix: false,
    withoutSuffix: false,
    patterns: [],
    ...changes,
  });
  const made = (changes: Partial<NameGenerator>): readonly string[] =>
    Array.from(valueOf(generatedRows(aRecipe(changes))), ({ text }) => text);

  describe('a recipe makes', () => {
    it.each<[string, Partial<NameGenerator>, readonly string[]]>([
      ['words', { words: ['a', 'b'] }, ['a', 'b']],
      ['words without blank lines', { words: [' a ', '', '  '] }, ['a']],
      ['prefixes with words', { prefixes: ['my', 'the'], words: ['shop'] }, ['myshop', 'theshop']],
      ['words alone as well', { prefixes: ['my'], words: ['shop'], withoutPrefix: true }, ['shop', 'myshop']],
      ['suffixes', { words: ['shop'], suffixes: ['24'], withoutSuffix: true }, ['shop', 'shop24']],
      ['hyphens', { prefixes: ['my'], words: ['shop'], joiners: ['-'] }, ['my-shop']],
      ['both ways', { prefixes: ['my'], words: ['shop'], joiners: ['', '-'] }, ['myshop', 'my-shop']],
      ['words crossed', { words: ['red', 'blue'], secondWords: ['car'] }, ['redcar', 'bluecar']],
      ['words of the second list where the first is empty', { secondWords: ['car'] }, ['car']],
      [
        'all of it, with each way at each place',
        { prefixes: ['p'], words: ['w'], suffixes: ['s'], joiners: ['', '-'] },
        ['pws', 'pw-s', 'p-ws', 'p-w-s'],
      ],
      ['patterns behind the words', { words: ['w'], patterns: ['x[12]', ''] }, ['w', 'x1', 'x2']],
    ])('%s', (_case, changes, names) => {
      expect(made(changes)).toEqual(names);
      expect(valueOf(countGenerated(aRecipe(changes)))).toEqual({
        count: names.length,
        sample: names,
        isTooMany: false,
      });
    });
  });

  describe('the count of a recipe', () => {
    const figures = (n: number): string => '[0-9]'.repeat(n);

    it.each([
      ['1,000,000, which a session holds', 6, 1e6, false],
      ['10,000,000, which it does not', 7, 1e7, true],
      ['10^15, to the last name', 15, 1e15, true],
      ['10^99', 99, 1e99, true],
    ])('is told without making any: %s', (_case, digits, count, isTooMany) => {
      expect(valueOf(countGenerated(aRecipe({ patterns: [figures(digits)] })))).toMatchObject({
        count,
        isTooMany,
      });
    });

    it('comes with names from its beginning to its end', () => {
      const { sample } = valueOf(countGenerated(aRecipe({ patterns: [figures(15)] })));
      expect(sample).toHaveLength(50);
      expect([sample[0], sample[49]]).toEqual(['0'.repeat(15), '9'.repeat(15)]);
      expect(new Set(sample).size).toBe(50);
    });

    it('is a number even where it is beyond all numbers', () => {
      const whole = `[${String.fromCodePoint(0x4e00)}-${String.fromCodePoint(0x4e00 + 1_999)}]`;
      const { count } = valueOf(countGenerated(aRecipe({ patterns: [whole.repeat(100)] })));
      expect(count).toBe(Number.MAX_VALUE);
    });
  });

  describe('a recipe is refused', () => {
    it.each<[string, Partial<NameGenerator>, string]>([
      ['that makes nothing', { prefixes: ['my'], suffixes: ['24'] }, 'makes no names'],
      [
        'that makes more than a session holds',
        { patterns: ['[0-9]'.repeat(7)] },
        '10,000,000 names; a session holds 1,000,000',
      ],
      ['that makes more than can be read', { patterns: ['[0-9]'.repeat(30)] }, 'about 10^30 names'],
      [
        'with a pattern that cannot be read',
        { patterns: ['ok', ' x{a'] },
        'Pattern 2, character 3: this { is not closed',
      ],
    ])('%s', (_case, changes, words) => {
      const refused = generatedRows(aRecipe(changes));
      expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'recipe' } });
      expect(refused.ok ? '' : refused.error.reason).toContain(words);
    });

    it('at the place of the mistake, as a text field counts', () => {
      expect(countGenerated(aRecipe({ patterns: ['ok', ' x{a'] }))).toMatchObject({ error: { at: 2 } });
    });
  });
});

describe('a pattern stands for', () => {
  const read = (text: string): readonly string[] => {
    const sequence = readPattern(text);
    if (!sequence.ok) throw new Error(sequence.error.reason);
    return Array.from(sequence.value.all());
  };

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
