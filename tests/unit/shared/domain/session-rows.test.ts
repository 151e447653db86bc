import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLabelsOf, toUnicode } from '#shared/domain/domain-name.ts';
import type { Price } from '#shared/domain/finding.ts';
import {
  cheapestOffer,
  createOfferList,
  createSessionPrices,
  type Offer,
} from '#shared/domain/session-prices.ts';
import { inOrderOf, nameRanksOf, ranked, viewOf } from '#shared/domain/session-rows.ts';
import {
  asEntered,
  causeOfCell,
  cellCode,
  asYours,
  isShortlisted,
  noFilter,
  shortlistBit,
  shownKindOf,
  type SessionFilter,
  type SessionMatrix,
  type SessionSort,
} from '#shared/domain/session.ts';
import { sessionSorts } from '#shared/domain/choices.ts';
import { shownKinds, unknownCauses } from '#shared/domain/finding-kinds.ts';

/** As the comments of `SessionFilter` and `SessionSort` read, cell by cell. */
function naiveView(matrix: SessionMatrix, filter: SessionFilter, sort: SessionSort) {
  const { names, tlds, codes, checkedAt } = matrix;
  const columns = [...tlds.keys()].filter((column) => filter.tlds?.includes(tlds[column] ?? '') ?? true);
  const cellFits = (cell: number): boolean => {
    const code = codes[cell] ?? 0;
    const cause = causeOfCell(code);
    return [
      filter.kinds?.includes(shownKindOf(code)) ?? true,
      filter.causes === null || cause === null || filter.causes.includes(cause),
      ageFits(filter, checkedAt[cell] ?? 0),
      !filter.shortlistedOnly || isShortlisted(code),
      filter.cells?.includes(cell) ?? true,
    ].every(Boolean);
  };
  const fitting = (row: number): number =>
    columns.filter((column) => cellFits(row * tlds.length + column)).length;
  const length = (row: number): number => Array.from(toUnicode(names[row] ?? '')).length;
  const pattern = new RegExp(filter.text.replaceAll('*', '.*'), 'u');
  const nameFits = (row: number): boolean => {
    const [name, shown] = [names[row] ?? '', toUnicode(names[row] ?? '')];
    return [
      pattern.test(name) || pattern.test(shown),
      !(filter.noDigits && /\d/.test(shown)),
      !(filter.noHyphens && shown.includes('-')),
      length(row) >= (filter.minLength ?? 0),
      length(row) <= (filter.maxLength ?? 1_000),
    ].every(Boolean);
  };
  const buyable = (row: number): number =>
    columns.filter((column) =>
      ['available', 'premium'].includes(shownKindOf(codes[row * tlds.length + column] ?? 0)),
    ).length;
  const orders: Readonly<Record<SessionSort['by'], (a: number, b: number) => number>> = {
    entered: (a, b) => a - b,
    name: (a, b) => toUnicode(names[a] ?? '').localeCompare(toUnicode(names[b] ?? '')),
    length: (a, b) => length(a) - length(b),
    available: (a, b) => buyable(a) - buyable(b),
    // Without prices, an order by them is the order of entry.
    register: () => 0,
    renew: () => 0,
  };
  const sign = sort.descending ? -1 : 1;
  const rows = [...names.keys()]
    .filter((row) => nameFits(row) && fitting(row) > 0)
    .sort((a, b) => sign * orders[sort.by](a, b));
  return { rows, columns, cells: rows.reduce((sum, row) => sum + fitting(row), 0) };
}

const ageFits = ({ checkedBefore, checkedAfter }: SessionFilter, at: number): boolean =>
  (checkedBefore === null || (at !== 0 && at < checkedBefore)) &&
  (checkedAfter === null || (at !== 0 && at > checkedAfter));

describe('viewOf', () => {
  const available = cellCode('available', null);
  const taken = cellCode('taken', null);
  const premium = cellCode('premium', null);
  const unchecked = cellCode('unchecked', null);
  const unreachable = cellCode('unknown', 'unreachable');
  const refused = cellCode('unknown', 'refused');

  /** Four names under three TLDs; checked at 100, 200 and 300 s, column by column. */
  const matrix: SessionMatrix = {
    names: ['zebra', 'apple', 'xn--bckerei-5wa', 'mango'],
    tlds: ['com', 'net', 'de'],
    codes: Uint8Array.of(
      ...[available, taken, unchecked],
      ...[taken, taken, unreachable],
      ...[premium, available | shortlistBit, available],
      ...[refused, unreachable, taken],
    ),
    checkedAt: Uint32Array.from({ length: 12 }, (_, cell) => (cell === 2 ? 0 : ((cell % 3) + 1) * 100)),
  };

  const shown = (filter: Partial<SessionFilter>, sort: SessionSort = asEntered) => {
    const view = viewOf(matrix, { ...noFilter, ...filter }, sort);
    return {
      names: [...view.rows].map((row) => toUnicode(matrix.names[row] ?? '')),
      tlds: [...view.columns].map((column) => matrix.tlds[column]),
      cells: view.cells,
    };
  };

  it.each<[string, Partial<SessionFilter>, readonly string[]]>([
    ['digits, of any script', { noDigits: true }, ['ab', 'a-b', 'bäckerei']],
    ['hyphens, not those of an A-label', { noHyphens: true }, ['ab', 'a1', 'bäckerei', '١']],
    ['either', { noDigits: true, noHyphens: true }, ['ab', 'bäckerei']],
  ])('hides names with %s', (_, filter, shownNames) => {
    const names = ['ab', 'a1', 'a-b', 'xn--bckerei-5wa', aLabelsOf('١')];
    const some = { ...matrix, names, tlds: ['com'], codes: new Uint8Array(5), checkedAt: new Uint32Array(5) };
    const { rows } = viewOf(some, { ...noFilter, ...filter }, asEntered);
    expect([...rows].map((row) => toUnicode(names[row] ?? ''))).toEqual(shownNames);
  });

  it('shows everything, as entered, where nothing is asked for', () => {
    expect(shown({})).toEqual({
      names: ['zebra', 'apple', 'bäckerei', 'mango'],
      tlds: ['com', 'net', 'de'],
      cells: 12,
    });
  });

  it.each<[string, Partial<SessionFilter>, readonly string[], number]>([
    ['a finding', { kinds: ['available'] }, ['zebra', 'bäckerei'], 3],
    ['several findings', { kinds: ['available', 'premium'] }, ['zebra', 'bäckerei'], 4],
    ['one cause of failure', { kinds: ['unknown'], causes: ['refused'] }, ['mango'], 1],
    ['the shortlist', { shortlistedOnly: true }, ['bäckerei'], 1],
    ['a part of the name', { text: 'an' }, ['mango'], 3],
    ['a part of the Unicode form', { text: 'BÄCK' }, ['bäckerei'], 3],
    ['a part of the A-label', { text: 'xn--b' }, ['bäckerei'], 3],
    ['an accent typed as two characters', { text: 'ba\u0308ck' }, ['bäckerei'], 3],
    ['a star between two parts', { text: 'b*k' }, ['bäckerei'], 3],
    ['parts in another order than in the name', { text: 'k*b' }, [], 0],
    ['a part that would have to overlap the one before', { text: 'app*pp' }, [], 0],
    ['a star alone', { text: '*' }, ['zebra', 'apple', 'bäckerei', 'mango'], 12],
    ['a least length, of the Unicode form', { minLength: 8 }, ['bäckerei'], 3],
    ['a greatest length', { maxLength: 5 }, ['zebra', 'apple', 'mango'], 9],
    ['checked before an instant', { checkedBefore: 200 }, ['zebra', 'apple', 'bäckerei', 'mango'], 4],
    [
      'checked after an instant, never an unchecked cell',
      { checkedAfter: 200 },
      ['apple', 'bäckerei', 'mango'],
      3,
    ],
    ['checked after an instant before all time', { checkedAfter: -5, kinds: ['unchecked'] }, [], 0],
  ])('shows by %s', (_, filter, names, cells) => {
    expect(shown(filter)).toMatchObject({ names, cells });
  });

  it('shows the wanted columns in the order of the matrix, and passes over TLDs that it does not have', () => {
    expect(shown({ tlds: ['de', 'com', 'org'] })).toMatchObject({ tlds: ['com', 'de'], cells: 8 });
  });

  it('leaves out a row whose only fitting cells are in columns that are not shown', () => {
    expect(shown({ tlds: ['net'], kinds: ['available'] }).names).toEqual(['bäckerei']);
  });

  it('shows no row where no column is left', () => {
    expect(shown({ tlds: [] })).toEqual({ names: [], tlds: [], cells: 0 });
  });

  it('keeps other findings where causes alone are asked for', () => {
    expect(shown({ causes: ['refused'] }).cells).toBe(10);
  });

  it.each<[string, SessionSort, readonly string[]]>([
    [
      'as entered, the last first',
      { by: 'entered', descending: true },
      ['mango', 'bäckerei', 'apple', 'zebra'],
    ],
    ['by name, ä beside a', { by: 'name', descending: false }, ['apple', 'bäckerei', 'mango', 'zebra']],
    ['by name, downwards', { by: 'name', descending: true }, ['zebra', 'mango', 'bäckerei', 'apple']],
    ['by length', { by: 'length', descending: false }, ['zebra', 'apple', 'mango', 'bäckerei']],
    [
      'by length, downwards, ties as entered',
      { by: 'length', descending: true },
      ['bäckerei', 'zebra', 'apple', 'mango'],
    ],
    [
      'by what can be bought, premium names too',
      { by: 'available', descending: true },
      ['bäckerei', 'zebra', 'apple', 'mango'],
    ],
  ])('sorts %s', (_, sort, names) => {
    expect(shown({}, sort).names).toEqual(names);
  });

  it('counts what can be bought in the shown columns alone', () => {
    expect(shown({ tlds: ['net', 'de'] }, { by: 'available', descending: false }).names).toEqual([
      'zebra',
      'apple',
      'mango',
      'bäckerei',
    ]);
  });

  it('takes the user’s own names for what they are: they neither pass as available nor count as such', () => {
    const own = {
      ...matrix,
      codes: Uint8Array.from(matrix.codes, (code, cell) => (cell === 0 ? asYours(code) : code)),
    };
    const fits = (kinds: SessionFilter['kinds']) => viewOf(own, { ...noFilter, kinds }, asEntered).fits(0);
    expect([fits(['available']), fits(['yours'])]).toEqual([false, true]);
    const mostFirst = viewOf(own, { ...noFilter, tlds: ['com'] }, { by: 'available', descending: true });
    expect(mostFirst.rows[0]).not.toBe(0);
    expect(
      viewOf(matrix, { ...noFilter, tlds: ['com'] }, { by: 'available', descending: true }).rows[0],
    ).toBe(0);
  });

  it('says of each cell whether it fits, and reads the cells as they are then', () => {
    const codes = Uint8Array.from(matrix.codes);
    const view = viewOf(
      { ...matrix, codes },
      { ...noFilter, tlds: ['com'], kinds: ['available'] },
      asEntered,
    );
    expect([0, 1, 3].map(view.fits)).toEqual([true, false, false]);
    expect(view.fits(7)).toBe(false); // available, but under .net
    codes[3] = available;
    expect(view.fits(3)).toBe(true);
  });

  it('shows, counts and orders as a naive reading of the filter does', () => {
    fc.assert(
      fc.property(aMatrix, aFilter, aSort, (cells, filter, sort) => {
        const view = viewOf(cells, filter, sort);
        const naive = naiveView(cells, filter, sort);
        expect([...view.rows]).toEqual(naive.rows);
        expect([...view.columns]).toEqual(naive.columns);
        expect(view.cells).toBe(naive.cells);
      }),
      { numRuns: 500 },
    );
  });

  const someNames = [
    'a',
    'ab',
    'abc',
    'b-1',
    'zz',
    '0',
    'xn--bckerei-5wa',
    'xn--caf-dma',
    'abcdefghijklmnop',
    'ba',
  ];
  const someTlds = ['com', 'net', 'de', 'org'];
  /** Mostly null, so that a filter of many parts leaves something. */
  const orNull = <T>(of: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: of });

  const aCode = fc.oneof(
    fc.constantFrom(available, premium, taken, unchecked, refused, unreachable, available | shortlistBit),
    fc.nat({ max: 255 }),
  );

  const aMatrix: fc.Arbitrary<SessionMatrix> = fc
    .record({
      names: fc.uniqueArray(fc.constantFrom(...someNames)),
      tlds: fc.uniqueArray(fc.constantFrom(...someTlds), { minLength: 1 }),
    })
    .chain(({ names, tlds }) => {
      const size = names.length * tlds.length;
      return fc.record({
        names: fc.constant(names),
        tlds: fc.constant(tlds),
        codes: fc.array(aCode, { minLength: size, maxLength: size }).map((codes) => Uint8Array.from(codes)),
        checkedAt: fc
          .array(fc.integer({ min: 0, max: 5 }), { minLength: size, maxLength: size })
          .map((times) => Uint32Array.from(times)),
      });
    });

  const aFilter: fc.Arbitrary<SessionFilter> = fc.record({
    text: fc.constantFrom('', '', '', '', '', '', 'a', 'b', 'ä', 'a*c', 'xn'),
    minLength: orNull(fc.integer({ min: 0, max: 9 })),
    maxLength: orNull(fc.integer({ min: 0, max: 9 })),
    noDigits: fc.boolean(),
    noHyphens: fc.boolean(),
    tlds: orNull(fc.subarray(someTlds)),
    kinds: orNull(fc.subarray([...shownKinds])),
    causes: orNull(fc.subarray([...unknownCauses])),
    checkedBefore: orNull(fc.integer({ min: 0, max: 6 })),
    checkedAfter: orNull(fc.integer({ min: 0, max: 6 })),
    shortlistedOnly: fc.constantFrom(false, false, false, false, true),
    // Shown below.
    mostPrice: fc.constant(null),
    cells: orNull(fc.uniqueArray(fc.nat({ max: 40 }))),
  });

  const aSort: fc.Arbitrary<SessionSort> = fc.record({
    by: fc.constantFrom(...sessionSorts),
    descending: fc.boolean(),
  });
});

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

describe('inOrderOf', () => {
  const rows = Uint32Array.of(4, 0, 3, 1);
  /** By row; row 2 is not among the rows. */
  const keys = Uint16Array.of(7, 2, 0, 7, 2);

  it('orders upwards, rows with the same key as they came', () => {
    expect([...inOrderOf(rows, keys, 7, false)]).toEqual([4, 1, 0, 3]);
  });

  it('orders downwards, rows with the same key still as they came', () => {
    expect([...inOrderOf(rows, keys, 7, true)]).toEqual([0, 3, 4, 1]);
  });

  it('leaves what it was given as it is', () => {
    inOrderOf(rows, keys, 7, false);
    expect([...rows]).toEqual([4, 0, 3, 1]);
  });

  it('orders nothing into nothing', () => {
    expect([...inOrderOf(new Uint32Array(), keys, 7, true)]).toEqual([]);
  });
});

const available = cellCode('available', null);

const premium = cellCode('premium', null);

const taken = cellCode('taken', null);

/** An amount, with its currency behind it; or `unreadable`. Null: not given. */
type Written = string | null;

function priceOf(written: Written): Price {
  if (written === null) return { kind: 'not-given' };
  if (written === 'unreadable') return { kind: 'unreadable' };
  const [amount = '', currency = null] = written.split(' ');
  return { kind: 'given', amount, currency };
}

const anOffer = (register: Written, renew: Written = null): Offer => ({
  period: 1,
  register: priceOf(register),
  renew: priceOf(renew),
});

/** Prices to register, row by row; undefined: the name is taken. */
function aSession(rows: readonly (readonly (Written | undefined)[])[]) {
  const written = rows.flat();
  const tlds = ['com', 'net', 'shop'].slice(0, rows[0]?.length);
  const matrix = {
    names: rows.map((_, row) => `name${row}`),
    tlds,
    codes: Uint8Array.from(written, (price) => (price === undefined ? taken : available)),
    checkedAt: new Uint32Array(written.length).fill(1),
  };
  const prices = createSessionPrices(written.length);
  const cells = [...written.keys()];
  const offers = written.map((price) => anOffer(price ?? null));
  prices.put(cells, { offers, of: written.map((price, at) => (price === undefined ? 0 : at + 1)) });
  const ordered = (sort: SessionSort, filter = noFilter) => [...viewOf(matrix, filter, sort, prices).rows];
  const columns = Uint32Array.from(tlds.keys());
  const cheapest = (row: number) =>
    prices.offers[cheapestOffer(prices, 'register', matrix.codes, row * tlds.length, columns)]?.register;
  return { matrix, prices, ordered, cheapest };
}

const up: SessionSort = { by: 'register', descending: false };

const down: SessionSort = { by: 'register', descending: true };

describe('an order by price', () => {
  it.each<[string, SessionSort, readonly number[]]>([
    ['ascending', up, [3, 0, 2, 1, 4]],
    ['descending', down, [0, 2, 3, 1, 4]],
  ])('keeps ties as entered and has what is not given last, %s', (_, sort, rows) => {
    expect(aSession([['9.90'], [null], ['9.9'], ['1.99'], ['unreadable']]).ordered(sort)).toEqual(rows);
  });

  it('compares amounts as numbers and not as texts, and those of premium names by their own price', () => {
    const { matrix, ordered } = aSession([['100'], ['20'], ['1250.00']]);
    matrix.codes[2] = premium;
    expect(ordered(up)).toEqual([1, 0, 2]);
  });

  it('is by the cheapest TLD of each name that is shown', () => {
    const { ordered } = aSession([
      ['10', '5'],
      ['7', '8'],
      [undefined, '6'],
    ]);
    expect(ordered(up)).toEqual([0, 2, 1]);
    expect(ordered(up, { ...noFilter, tlds: ['com'] })).toEqual([1, 0, 2]);
  });

  it('is by one TLD where one is chosen, which need not be shown', () => {
    const { ordered } = aSession([
      ['10', '5'],
      ['7', '8'],
      [undefined, '6'],
    ]);
    expect(ordered({ ...up, tld: 'com' })).toEqual([1, 0, 2]);
    expect(ordered({ ...down, tld: 'net' }, { ...noFilter, tlds: ['com'] })).toEqual([1, 2, 0]);
    expect(ordered({ ...up, tld: 'gone' })).toEqual([0, 1, 2]);
  });

  it('sorts each currency by itself, that of most names first, whatever the direction', () => {
    const { ordered } = aSession([['9 EUR'], ['5'], ['7'], ['1 EUR'], ['6'], [null]]);
    expect(ordered(up)).toEqual([1, 4, 2, 3, 0, 5]);
    expect(ordered(down)).toEqual([2, 4, 1, 0, 3, 5]);
  });

  it('is the order of entry until prices are read', () => {
    const { matrix } = aSession([['9'], ['1']]);
    expect([...viewOf(matrix, noFilter, up).rows]).toEqual([0, 1]);
  });
});

describe('a limit of the price', () => {
  /** Which cells are within it, row by row. */
  const within = (rows: readonly (readonly (Written | undefined)[])[], amount: number) => {
    const { matrix, prices } = aSession(rows);
    const filter = { ...noFilter, mostPrice: { of: 'register', amount } } as const;
    const view = viewOf(matrix, filter, asEntered, prices);
    return { view, matrix, prices, filter, cells: [...matrix.codes.keys()].filter(view.fits) };
  };

  it('shows the cells that cost no more, and the names that have any', () => {
    const { view, cells } = within(
      [
        ['10', '10.01'],
        ['9.99', undefined],
        ['11', '200'],
      ],
      10,
    );
    expect(cells).toEqual([0, 2]);
    expect([[...view.rows], view.cells]).toEqual([[0, 1], 2]);
  });

  it('shows nothing whose price is not given, not readable or not read, for nothing costs 0 unless it says so', () => {
    const { cells, matrix, filter } = within([[null], ['unreadable'], ['0'], ['5']], 4);
    expect(cells).toEqual([2]);
    expect(viewOf(matrix, filter, asEntered).cells).toBe(0);
  });

  it('is in the currency of most prices: others are not compared with it', () => {
    expect(within([['9 USD'], ['9 EUR'], ['8 EUR'], ['1']], 10).cells).toEqual([1, 2]);
  });

  it('shows no name that became the user’s own, whatever it would have cost', () => {
    const { view, matrix } = within([['5'], ['6']], 10);
    matrix.codes[0] = asYours(matrix.codes[0] ?? 0);
    expect([0, 1].map(view.fits)).toEqual([false, true]);
  });
});

describe('the cheapest TLD of a name', () => {
  it.each<[string, readonly (Written | undefined)[], string | undefined]>([
    ['the lowest price', ['10.49', '1.99', '11'], '1.99'],
    ['what can be bought alone', [undefined, '5', '7'], '5'],
    ['what is given alone', [null, '5', 'unreadable'], '5'],
    ['one named currency', ['4 EUR', '3 EUR', null], '3'],
    ['nothing where currencies differ', ['4 EUR', '3 USD', null], undefined],
    ['nothing where only some name a currency', ['4 EUR', '3', null], undefined],
    ['nothing where nothing is given', [null, undefined, 'unreadable'], undefined],
  ])('is %s', (_, row, amount) => {
    const found = aSession([['0.01', '0.01', '0.01'], row]).cheapest(1);
    expect(found?.kind === 'given' ? found.amount : undefined).toBe(amount);
  });

  it('is not named while a price of the name is not read yet', () => {
    const { prices, cheapest } = aSession([['10', '5', '7']]);
    prices.offerOf[2] = 0;
    expect(cheapest(0)).toMatchObject({ kind: 'not-given' });
  });
});

describe('a list of offers', () => {
  it('has each different one once, and counts from 1', () => {
    const list = createOfferList();
    const numbers = [anOffer('1'), anOffer('1 EUR'), anOffer('1'), { ...anOffer('1'), period: 2 }].map(
      list.numberOf,
    );
    expect(numbers).toEqual([1, 2, 1, 3]);
    expect(list.offers).toHaveLength(4);
  });

  it('takes the offers of other lists, each under its own number', () => {
    const list = createOfferList();
    const [one, two] = [anOffer('1'), anOffer('2')];
    expect(list.add({ offers: [one, two], of: [2, 0, 1] })).toEqual([2, 0, 1]);
    expect(list.add({ offers: [two, anOffer('3'), one], of: [1, 2, 0, 3] })).toEqual([2, 3, 0, 1]);
    expect(list.offers.slice(1)).toEqual([one, two, anOffer('3')]);
  });
});
