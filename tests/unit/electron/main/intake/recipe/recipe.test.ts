import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../../../../electron/main/intake/nouns.ts';
import { countRecipe, recipeRows } from '../../../../../../electron/main/intake/recipe/recipe.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const aRecipe = (changes: Partial<Recipe>): Recipe => ({
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
const made = (changes: Partial<Recipe>): readonly string[] =>
  Array.from(valueOf(recipeRows(aRecipe(changes))), ({ text }) => text);

describe('a recipe makes', () => {
  it.each<[string, Partial<Recipe>, readonly string[]]>([
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
    expect(valueOf(countRecipe(aRecipe(changes)))).toEqual({
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
    expect(valueOf(countRecipe(aRecipe({ patterns: [figures(digits)] })))).toMatchObject({
      count,
      isTooMany,
    });
  });

  it('comes with names from its beginning to its end', () => {
    const { sample } = valueOf(countRecipe(aRecipe({ patterns: [figures(15)] })));
    expect(sample).toHaveLength(50);
    expect([sample[0], sample[49]]).toEqual(['0'.repeat(15), '9'.repeat(15)]);
    expect(new Set(sample).size).toBe(50);
  });

  it('is a number even where it is beyond all numbers', () => {
    const whole = `[${String.fromCodePoint(0x4e00)}-${String.fromCodePoint(0x4e00 + 1_999)}]`;
    const { count } = valueOf(countRecipe(aRecipe({ patterns: [whole.repeat(100)] })));
    expect(count).toBe(Number.MAX_VALUE);
  });
});

describe('a recipe is refused', () => {
  it.each<[string, Partial<Recipe>, string]>([
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
    const refused = recipeRows(aRecipe(changes));
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'recipe' } });
    expect(refused.ok ? '' : refused.error.reason).toContain(words);
  });

  it('at the place of the mistake, as a text field counts', () => {
    expect(countRecipe(aRecipe({ patterns: ['ok', ' x{a'] }))).toMatchObject({ error: { at: 2 } });
  });
});
