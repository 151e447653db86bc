import { describe, expect, it } from 'vitest';
import { priceText } from '#shared/domain/finding.ts';
import { findingKinds } from '#shared/domain/terms.ts';
import { orderable } from '../../../../electron/main/changes/gate.ts';
import { exportRow } from '../../../../electron/main/export/formats.ts';
import {
  type Finding,
  isNotSold,
  notGiven,
  type Price,
  registrationPrice,
  shortestPeriod,
} from '../../../../shared/domain/finding.ts';
import { asks, ChangesWorld, domain } from '../../../support/changes/a-changes-world.ts';
import { ordinaryPrice, premiumAnswers, premiumFinding } from '../../../support/known-answers.ts';

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
    expect(review.warnings.some(({ id }) => id === 'price-not-given')).toBe(!price.startsWith('120'));
    const { what } = await world.settled(asks.register);
    expect(what.kind === 'register' && priceText(what.price)).toBe(price);
    const agreed = { price: registrationPrice(finding.prices, 1), premiumAccepted: true };
    expect(orderable(1, finding, agreed)).toBeNull();
    const row = exportRow(finding);
    expect(row.price_register).toBe(price.startsWith('120') ? '120.00' : null);
    expect(JSON.stringify([finding, review, row])).not.toContain(ordinaryPrice);
  });

  it('is never that of a longer period', () => {
    const { prices } = premiumFinding('quay.com', { register: '120.00', CurrencyCode: 'USD' });
    expect(registrationPrice(prices, 2)).toEqual(notGiven);
  });
});
