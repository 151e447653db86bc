import { describe, expect, it } from 'vitest';
import {
  cheapestOffer,
  createOfferList,
  createSessionPrices,
  type Offer,
} from '#shared/domain/session-prices.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { cellCode, noFilter, type SessionSort } from '#shared/domain/session.ts';
import type { Price } from '#shared/domain/finding.ts';

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
