import { describe, expect, it } from 'vitest';
import { findingKinds, type Price, registrationPrice } from '#shared/domain/finding.ts';
import { orderable } from '../../../../../electron/main/changes/gate.ts';

const given = (amount: string): Price => ({ kind: 'given', amount, currency: null });
const found = (kind: (typeof findingKinds)[number], register: Price = given('10.00')) => ({
  domain: 'example.com',
  tld: 'com',
  kind,
  cause: null,
  message: '',
  checkedAt: '2026-03-01T10:30:00.000Z',
  prices: [{ period: 1, register, transfer: register, renew: register }],
});
/** What was agreed to when it was found so. */
const agreed = (kind: 'available' | 'premium', premiumAccepted = false) => ({
  price: registrationPrice(found(kind).prices, 1),
  premiumAccepted,
});

describe('a registration that was written down of an available name', () => {
  it.each(findingKinds)('and is %s now goes out where it is available still', (kind) => {
    const against = orderable(1, found(kind), agreed('available'));
    if (kind === 'available') expect(against).toBeNull();
    else if (kind === 'premium') expect(against).toEqual({ kind: 'changed-since', what: 'finding' });
    else expect(against).toEqual({ kind: 'not-available', finding: kind });
  });

  it('goes out for the price that was looked at, and for no other', () => {
    for (const price of [given('10.01'), given('9.99'), { kind: 'not-given' } as const]) {
      expect(orderable(1, found('available', price), agreed('available'))).toEqual({
        kind: 'changed-since',
        what: 'finding',
      });
    }
  });

  it('does not go out without a finding', () => {
    expect(orderable(1, null, agreed('available'))).toEqual({
      kind: 'not-available',
      finding: 'unknown',
    });
  });
});

describe('a registration that was written down of a premium name', () => {
  it('goes out where that was accepted', () => {
    expect(orderable(1, found('premium'), agreed('premium', true))).toBeNull();
    expect(orderable(1, found('premium'), agreed('premium'))).toMatchObject({ kind: 'changed-since' });
  });
});
