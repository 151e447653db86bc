import { describe, expect, it } from 'vitest';
import { type Finding, notGiven, type Price } from '#shared/domain/finding.ts';
import { priceChanges, type SeenPrice } from '#shared/domain/seen-prices.ts';
import { aFinding } from '../../../support/fake-world.ts';

const given = (amount: string | null, currency: string | null = 'EUR'): Price =>
  amount === null ? notGiven : { kind: 'given', amount, currency };
const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`;

type Kind = Finding['kind'];
/** What a name cost on a day: `[day, price to register, kind, currency]`. */
type Case = readonly [day: number, register: string | null, kind?: Kind, currency?: string];

const listOf = ([, register, , currency = 'EUR']: Case) => [
  { period: 1, register: given(register, currency), transfer: notGiven, renew: notGiven },
];
const seenOf = (one: Case): SeenPrice => ({
  seenAt: at(one[0]),
  kind: one[2] ?? 'available',
  prices: listOf(one),
});
const changes = (before: readonly Case[], now: Case) =>
  priceChanges(
    before.map(seenOf),
    aFinding('a.com', now[2] ?? 'available', { checkedAt: at(now[0]), prices: listOf(now) }),
  );

describe('a change of what a name costs', () => {
  it.each<[string, readonly Case[], Case, readonly unknown[]]>([
    ['none where nothing was seen before', [], [9, '18.99'], []],
    ['none where it is the same', [[3, '18.99']], [9, '18.99'], []],
    ['none where the same amount is written otherwise', [[3, '18.9']], [9, '18.90'], []],
    ['a rise', [[3, '18.99']], [9, '24.99'], [['register', '18.99', '24.99', true, 9]]],
    [
      'a rise that was seen before',
      [
        [1, '18.99'],
        [3, '24.99'],
      ],
      [9, '24.99'],
      [['register', '18.99', '24.99', true, 3]],
    ],
    ['a fall', [[3, '18.99']], [9, '9.5'], [['register', '18.99', '9.5', false, 9]]],
    [
      'the last of two',
      [
        [1, '1'],
        [3, '2'],
      ],
      [9, '3'],
      [['register', '2', '3', true, 9]],
    ],
    ['as a number, not as a text', [[3, '9.99']], [9, '18.99'], [['register', '9.99', '18.99', true, 9]]],
    ['none of another currency', [[3, '18.99', 'available', 'USD']], [9, '24.99'], []],
    ['none where it is not given now', [[3, '18.99']], [9, null], []],
    [
      'over a time in which it was not given',
      [
        [1, '18.99'],
        [3, null],
      ],
      [9, '24.99'],
      [['register', '18.99', '24.99', true, 9]],
    ],
    ['to a premium name', [[3, null]], [9, null, 'premium'], [['premium', undefined, undefined, true, 9]]],
    [
      'to a premium name, seen before',
      [
        [1, null],
        [3, null, 'premium'],
      ],
      [9, null, 'premium'],
      [['premium', undefined, undefined, true, 3]],
    ],
    ['none of a premium name that was one before', [[3, null, 'premium']], [9, null, 'premium'], []],
    ['none of a look-up that is older than what was seen', [[9, '24.99']], [3, '18.99'], []],
  ])('is %s', (_case, before, now, expected) => {
    const amount = (price: Price | null) => (price?.kind === 'given' ? price.amount : undefined);
    const found = changes(before, now).map(({ of, before: was, after, isRise, since }) => [
      ...[of, amount(was), amount(after), isRise],
      Number(since.slice(8, 10)),
    ]);
    expect(found).toEqual(expected);
  });

  it('says when the price before it was first seen', () => {
    const before: readonly Case[] = [
      [1, '18.99'],
      [3, '18.99'],
    ];
    expect(changes(before, [9, '24.99'])[0]?.beforeAt).toBe(at(3));
  });
});
