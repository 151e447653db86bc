import { describe, expect, it } from 'vitest';
import type { Price } from '#shared/domain/price.ts';
import type { Json } from '../../../../../../electron/main/reseller/json.ts';
import { priceOf, pricesOf } from '../../../../../../electron/main/reseller/lookup/prices.ts';

const given = (amount: string, currency: string | null = null): Price => ({
  kind: 'given',
  amount,
  currency,
});

describe('a price', () => {
  it.each<[string, Json | undefined, Price]>([
    ['a number', 12.5, given('12.5')],
    ['zero, which is a price', 0, given('0')],
    ['a numeric text, digit for digit', '10.10', given('10.10')],
    ['{price}', { price: '9.99' }, given('9.99')],
    ['{amount, currency}', { amount: 5, currency: 'EUR' }, given('5', 'EUR')],
    ['{price, CurrencyCode}', { price: '5', CurrencyCode: 'USD' }, given('5', 'USD')],
    ['an empty price in an object', { price: '' }, { kind: 'not-given' }],
    ['an empty object', {}, { kind: 'not-given' }],
    ['an empty array', [], { kind: 'not-given' }],
    ['an empty text', '', { kind: 'not-given' }],
    ['null', null, { kind: 'not-given' }],
    ['nothing', undefined, { kind: 'not-given' }],
    ['a negative number', -1, { kind: 'unreadable' }],
    ['a number too large to be exact', 1e30, { kind: 'unreadable' }],
    ['a formatted text', '$1,200.00', { kind: 'unreadable' }],
    ['an object without a known name', { sum: 5 }, { kind: 'unreadable' }],
    ['objects in objects', { price: { price: 5 } }, { kind: 'unreadable' }],
    ['a boolean', true, { kind: 'unreadable' }],
    ['a filled array', [5], { kind: 'unreadable' }],
  ])('is read from %s', (_name, value, price) => {
    expect(priceOf(value)).toEqual(price);
  });
});

describe('the prices of a result', () => {
  it('come per period, shortest first, not given where empty', () => {
    const result = {
      pricing: {
        '10': { register: 80 },
        '2': { register: {}, transfer: {}, renew: {} },
        '1': { renew: '9.00' },
      },
    };
    expect(pricesOf(result, false)).toEqual([
      { period: 1, register: { kind: 'not-given' }, transfer: { kind: 'not-given' }, renew: given('9.00') },
      {
        period: 2,
        register: { kind: 'not-given' },
        transfer: { kind: 'not-given' },
        renew: { kind: 'not-given' },
      },
      { period: 10, register: given('80'), transfer: { kind: 'not-given' }, renew: { kind: 'not-given' } },
    ]);
  });

  it('take the shortest period where pricing does not name it', () => {
    const shortestPeriod = { period: 1, register: 7, transfer: {}, renew: {} };
    expect(pricesOf({ pricing: [], shortestPeriod }, false).map(({ register }) => register)).toEqual([
      given('7'),
    ]);
    const pricing = { '1': { register: 8 } };
    expect(pricesOf({ pricing, shortestPeriod }, false).map(({ register }) => register)).toEqual([
      given('8'),
    ]);
  });

  it('of a premium name are its premium prices, in their currency', () => {
    const result = {
      pricing: { '1': { register: 8 } },
      premiumCostPricing: { register: '4200.00', renew: 35, CurrencyCode: 'USD' },
    };
    expect(pricesOf(result, true)).toEqual([
      {
        period: 1,
        register: given('4200.00', 'USD'),
        transfer: { kind: 'not-given' },
        renew: given('35', 'USD'),
      },
    ]);
    expect(pricesOf(result, false)[0]?.register).toEqual(given('8'));
  });

  it.each<[string, Json]>([
    ['no pricing', null],
    ['an empty array, as PHP writes an empty map', []],
    ['keys that are no periods', { '0': {}, one: {}, '-1': {}, '1.5': {} }],
    ['periods that hold no object', { '1': 5 }],
  ])('are none with %s', (_name, pricing) => {
    expect(pricesOf({ pricing }, false)).toEqual([]);
  });
});
