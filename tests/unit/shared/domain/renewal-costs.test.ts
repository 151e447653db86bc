import { describe, expect, it } from 'vitest';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import { sumText } from '#shared/domain/renewal-costs.ts';

const given = (amount: string, currency: string | null): Price => ({ kind: 'given', amount, currency });

describe('the sum of renewal prices in words', () => {
  it.each([
    [
      'counts the known and the unknown ones',
      [given('18.99', 'EUR'), given('18.99', 'EUR'), given('18.99', 'EUR'), notGiven, notGiven],
      '3 known 56.97 EUR · 2 unknown',
    ],
    [
      'adds up each currency by itself',
      [given('1.00', 'EUR'), given('2.50', 'USD'), given('1.10', 'EUR')],
      '3 known 2.10 EUR and 2.50 USD',
    ],
    [
      'counts nothing of a price that is only known to be so much at least',
      [
        given('5.00', null),
        { kind: 'not-given', atLeast: { amount: '90.00', currency: null } },
      ] satisfies Price[],
      '1 known 5.00 · 1 unknown',
    ],
    ['is none where no price is known', [notGiven], null],
  ])('%s', (_, prices: readonly Price[], text) => {
    expect(sumText(prices)).toBe(text);
  });
});
