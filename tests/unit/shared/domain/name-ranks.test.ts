import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameRanksOf, ranked } from '../../../../shared/domain/name-ranks.ts';

const inOrder = (names: readonly string[], by: Intl.Collator): readonly string[] => {
  const { ranks } = ranked(names, by);
  return names
    .map((name, row) => ({ name, rank: ranks[row] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
};

const aName = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('abchz019-')), maxLength: 16 }),
  fc.string({ unit: fc.constantFrom(...Array.from('aäåöøzßñ1-')), maxLength: 6 }),
);

describe('ranked', () => {
  // "ch" behind "h" in Czech, "aa" behind "z" in Danish, "ä" behind "z" in Swedish: CLDR, collation charts.
  it.each(['en', 'de', 'cs', 'da', 'sv', 'et', 'hu'])('orders as the collator of %s does', (locale) => {
    const collator = new Intl.Collator(locale);
    fc.assert(
      fc.property(fc.array(aName, { maxLength: 40 }), (names) => {
        expect(inOrder(names, collator)).toEqual([...names].sort(collator.compare));
      }),
    );
  });

  it('puts Czech “ch” behind “h”, which no order of single characters does', () => {
    expect(inOrder(['chata', 'cena', 'hora', 'zima'], new Intl.Collator('cs'))).toEqual([
      'cena',
      'hora',
      'chata',
      'zima',
    ]);
  });

  it('gives equal names the same rank and others the next, without gaps', () => {
    expect([...ranked(['b', 'a', 'b', 'c'], new Intl.Collator('en')).ranks]).toEqual([1, 0, 1, 2]);
  });

  it('tells names apart that begin alike for longer than is counted', () => {
    const long = 'a'.repeat(40);
    expect([...ranked([`${long}c`, `${long}b`, long], new Intl.Collator('en')).ranks]).toEqual([2, 1, 0]);
  });
});

describe('nameRanksOf', () => {
  it('orders by the Unicode form, so that bäckerei stands beside backer', () => {
    const { ranks } = nameRanksOf(['xn--bckerei-5wa', 'zebra', 'backer']);
    expect([...ranks]).toEqual([1, 2, 0]);
  });

  it('is reckoned once for the same names', () => {
    const names = ['b', 'a'];
    expect(nameRanksOf(names)).toBe(nameRanksOf(names));
  });
});
