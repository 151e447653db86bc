import { describe, expect, it } from 'vitest';
import { priceText } from '#shared/domain/finding.ts';
import { orderable } from '../../../../electron/main/changes/kinds/register.ts';
import { exportRow } from '../../../../electron/main/export/formats.ts';
import {
  type Finding,
  isFresh,
  isNotSold,
  isSamePrice,
  notGiven,
  type Price,
  registrationPrice,
  renewalPrice,
  shortestPeriod,
} from '../../../../shared/domain/finding.ts';
import { asks, ChangesWorld, domain } from '../../../support/changes/a-changes-world.ts';
import { ordinaryPrice, premiumAnswers, premiumFinding } from '../../../support/known-answers.ts';
import { findingKinds } from '#shared/domain/finding-kinds.ts';

const given: Price = { kind: 'given', amount: '17.00', currency: null };

describe('a TLD that is not sold', () => {
  it.each([
    ['This TLD is not supported.', true],
    ['TLD not supported', true],
    ['The extension .quay is not sold by us', true],
    ['Unsupported extension .quay', true],
    ['The domain extension “.quay” is not offered', true],
    ['', false],
    ['Invalid domain name', false],
    ['The name has characters or a length that a domain name cannot have.', false],
    ['Names under this TLD need three characters; shorter ones are not supported.', false],
    ['IDN is not supported for this TLD', false],
    ['This TLD is not supported for internationalised names', false],
    ['Unsupported TLD for names of two characters', false],
    ['The extension .quay is not offered with hyphens', false],
    ['This TLD is not available right now', false],
  ])('is told from a name that cannot be one by the service’s words alone: %j %s', (message, isSo) => {
    expect(isNotSold({ kind: 'invalid', message })).toBe(isSo);
  });

  it.each(findingKinds.filter((kind) => kind !== 'invalid'))('is nothing that a finding %s says', (kind) => {
    expect(isNotSold({ kind, message: 'This TLD is not supported.' })).toBe(false);
  });
});

describe('the price to register', () => {
  const prices = [{ period: 2, register: given, transfer: notGiven, renew: notGiven }];

  it('is that of the whole period, and not given where that was not', () => {
    expect(registrationPrice(prices, 2)).toEqual(given);
    expect(registrationPrice(prices, 1)).toEqual(notGiven);
    expect(registrationPrice([], 1)).toEqual(notGiven);
  });

  it.each([2, 3, 10])(
    '(G11) of %i years is not given where only one year is known, and counts as so many times that',
    (years) => {
      const oneYear = [{ period: 1, register: given, transfer: notGiven, renew: given }];
      const atLeast = { amount: `${17 * years}.00`, currency: null };
      for (const price of [registrationPrice(oneYear, years), renewalPrice(oneYear, years)]) {
        expect(price).toEqual({ kind: 'not-given', atLeast });
        expect(priceText(price)).toBe('not given');
      }
    },
  );

  it('in lists is that of the shortest period that was named', () => {
    expect(shortestPeriod(prices)?.period).toBe(2);
    expect(shortestPeriod([])).toBeUndefined();
  });
});

/** A world at which the name is premium, with these prices. */
async function reviewOf(finding: Finding) {
  const world = new ChangesWorld();
  world.service.free(domain, 'premium');
  const found = { ...finding, domain, kind: 'premium', checkedAt: finding.checkedAt ?? '' } as const;
  world.service.methods.lookup = () =>
    Promise.resolve({
      ok: true,
      value: { findings: [{ finding: found, result: null }], notes: [], answer: '' },
    });
  return { world, review: await world.review(asks.register) };
}

describe('F14 the price of a premium name', () => {
  it.each(premiumAnswers)('with %s is, in the review and in files: %o, %s', async (_name, pricing, price) => {
    const finding = premiumFinding('quay.com', pricing);
    expect(finding.kind).toBe('premium');
    expect(priceText(registrationPrice(finding.prices, 1))).toBe(price);
    const { world, review } = await reviewOf(finding);
    expect(priceText(review.price ?? notGiven)).toBe(price);
    expect(review.remarks.some(({ id }) => id === 'price-not-given')).toBe(!price.startsWith('120'));
    const { what } = await world.settled(asks.register);
    expect(what.kind === 'register' && priceText(what.price)).toBe(price);
    const agreed = { price: registrationPrice(finding.prices, 1), premiumAccepted: true };
    expect(orderable(1, finding, agreed)).toBeNull();
    const row = exportRow(finding);
    const raw = /“(.*)”/.exec(price)?.[1];
    const written = raw === undefined ? null : `unreadable: ${raw}`;
    expect(row.price_register).toBe(price.startsWith('120') ? '120.00' : written);
    expect(JSON.stringify([finding, review, row])).not.toContain(ordinaryPrice);
  });

  it('is never that of a longer period', () => {
    const { prices } = premiumFinding('quay.com', { register: '120.00', CurrencyCode: 'USD' });
    expect(registrationPrice(prices, 2)).toEqual({
      kind: 'not-given',
      atLeast: { amount: '240.00', currency: 'USD' },
    });
  });
});

const raw = (text: string): Price => ({ kind: 'unreadable', raw: text });
const ofYears = (amount: string): Price => ({ kind: 'not-given', atLeast: { amount, currency: null } });

describe('(G15) a price that is compared with the one that was seen', () => {
  it.each<readonly [string, Price | null, Price | null, boolean]>([
    ['the same amount', given, given, true],
    ['another amount', given, { ...given, amount: '17.01' }, false],
    ['another currency', given, { ...given, currency: 'EUR' }, false],
    ['the same unreadable text', raw('€10'), raw('€10'), true],
    ['another unreadable text', raw('€10'), raw('€1000'), false],
    ['an unreadable one of an earlier version', { kind: 'unreadable' }, { kind: 'unreadable' }, true],
    ['a text where an earlier version kept none', { kind: 'unreadable' }, raw('€10'), false],
    ['none and none', notGiven, notGiven, true],
    ['no cost and no cost', null, null, true],
    ['none and no cost', notGiven, null, false],
    ['none, and one that cannot be read', notGiven, raw('€10'), false],
    ['ten years of the same year', ofYears('100.00'), ofYears('100.00'), true],
    ['ten years of a year that costs more now', ofYears('100.00'), ofYears('120.00'), false],
    ['ten years of a year that is not known any more', ofYears('100.00'), notGiven, false],
  ])('with %s', (_, one, other, isSame) => {
    expect(isSamePrice(one, other)).toBe(isSame);
    expect(isSamePrice(other, one)).toBe(isSame);
  });
});

describe('(G11) the prices of a lookup may be used', () => {
  const now = new Date('2026-11-24T12:00:00Z');
  it.each([
    ['just now', '2026-11-24T12:00:00.000Z', true],
    ['a day ago', '2026-11-23T12:00:00.000Z', true],
    ['longer ago', '2026-11-23T11:59:59.999Z', false],
    ['a year ago', '2025-11-24T12:00:00.000Z', false],
    ['later, before the clock was set back', '2026-11-24T12:02:00.000Z', false],
    ['never', null, false],
  ])('where it was %s', (_, checkedAt, is) => {
    expect(isFresh({ checkedAt }, now)).toBe(is);
  });
});
