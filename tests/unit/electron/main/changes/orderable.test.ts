import { describe, expect, it } from 'vitest';
import { findingKinds } from '#shared/domain/finding.ts';
import type { Price } from '#shared/domain/price.ts';
import { whatOf } from '../../../../../electron/main/changes/describe/what.ts';
import { orderable } from '../../../../../electron/main/changes/orderable.ts';
import { asks } from '../../../../support/changes/a-changing-desk.ts';

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
const written = (kind: 'available' | 'premium') =>
  whatOf(asks.register, { contacts: null, finding: found(kind) as never }); // It was really asked for.

describe('a registration that was written down of an available name', () => {
  it.each(findingKinds)('and is %s now goes out where it is available still', (kind) => {
    const against = orderable(written('available'), found(kind), true);
    if (kind === 'available') expect(against).toBeNull();
    else if (kind === 'premium') expect(against).toEqual({ kind: 'changed-since', what: 'finding' });
    else expect(against).toEqual({ kind: 'not-available', finding: kind });
  });

  it('goes out for the price that was looked at, and for no other', () => {
    for (const price of [given('10.01'), given('9.99'), { kind: 'not-given' } as const]) {
      expect(orderable(written('available'), found('available', price), false)).toEqual({
        kind: 'changed-since',
        what: 'finding',
      });
    }
  });

  it('does not go out without a finding', () => {
    expect(orderable(written('available'), null, false)).toEqual({
      kind: 'not-available',
      finding: 'unknown',
    });
  });
});

describe('a registration that was written down of a premium name', () => {
  it('goes out where that was accepted', () => {
    expect(orderable(written('premium'), found('premium'), true)).toBeNull();
    expect(orderable(written('premium'), found('premium'), false)).toMatchObject({ kind: 'changed-since' });
  });
});

it('any other change is not a matter of a finding', () => {
  expect(orderable(asks.lock, null, false)).toBeNull();
});
