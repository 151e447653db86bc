import { describe, expect, it } from 'vitest';
import type { Price } from '#shared/domain/finding.ts';
import type { Json } from '../../../../../../electron/main/reseller/json.ts';
import {
  fieldsOf,
  priceOf,
  pricesOf,
  resultIn,
} from '../../../../../../electron/main/reseller/lookup/finding.ts';

describe('prices', () => {
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
});

describe('the result for one name inside a kept answer', () => {
  const entry = (domainName: string, score = 1) => ({
    domainName,
    tld: domainName.split('.').slice(1).join('.'),
    score,
  });

  it.each([
    ['its own entry', [entry('example.com'), entry('example.net', 2)], 'example.net', 'net', 2],
    ['under a TLD of two labels', [entry('example.co.uk', 3)], 'example.co.uk', 'co.uk', 3],
    ['a TLD that was listed in capitals', [entry('example.com', 4)], 'example.com', 'COM', 4],
  ])('is %s', (_case, answer, domain, tld, score) => {
    expect(resultIn(JSON.stringify(answer), domain, tld)).toMatchObject({ score });
  });

  it.each([
    ['an answer without it', JSON.stringify([entry('example.net')])],
    ['an answer that was cut', '[{"domainName":"example.com","tl'],
    ['a refusal', '{"error":"no"}'],
    ['nothing', ''],
    [
      'two that contradict each other',
      JSON.stringify([
        { ...entry('example.com'), isAvailable: true },
        { ...entry('example.com'), isAvailable: false },
      ]),
    ],
  ])('is none in %s', (_case, answer) => expect(resultIn(answer, 'example.com', 'com')).toBeNull());
});

describe('fields', () => {
  it('every field of a result is listed by its path, the empty ones too', () => {
    expect(fieldsOf({ a: 'x', b: { c: [1, null], d: {} }, e: true })).toEqual([
      { path: 'a', value: 'x' },
      { path: 'b.c.0', value: '1' },
      { path: 'b.c.1', value: 'null' },
      { path: 'b.d', value: '{}' },
      { path: 'e', value: 'true' },
    ]);
  });

  it('the list keeps within what may cross to the page', () => {
    const fields = fieldsOf(
      Object.fromEntries(
        Array.from({ length: 3_000 }, (_, n) => [`k${n}`.padEnd(600, 'x'), 'y'.repeat(5_000)]),
      ),
    );
    expect(fields).toHaveLength(2_000);
    expect(fields[0]?.path).toHaveLength(500);
    expect(fields[0]?.value).toHaveLength(4_000);
  });
});
