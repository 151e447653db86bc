import { describe, expect, it } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import { asks } from '../../../../support/changes/a-changes-world.ts';
import { chargedOf, overchargeAmong } from '../../../../../electron/main/changes/charges.ts';
import { aChange } from '../../../../support/a-change.ts';

const given = (amount: string): Price => ({ kind: 'given', amount, currency: null });

describe('H8 which changes a fall of the credit can be', () => {
  const paid = (number: number, amount: string | null, more: Partial<Change> = {}): Change =>
    aChange({
      number,
      what: { ...asks.renew, price: amount === null ? notGiven : given(amount) },
      state: 'confirmed',
      proof: 'answer',
      charge: 'not-yet',
      before: { readAt: '2026-03-01T10:00:00.000Z', credit: '500.00' },
      ...more,
    });
  const fell = {
    charge: 'fell',
    evidence: [{ label: 'Credit', before: '500.00', after: '490.00', speaks: 'for' }],
  } as const;

  const settledLate = {
    charge: 'fell',
    evidence: [{ label: 'Credit', before: '520.00', after: '500.00', speaks: 'for' }],
    sentAt: '2026-03-01T09:59:00.000Z',
  } as const;

  it.each([
    ['one, by its price', [paid(1, '10.00')], '490.00', [1]],
    ['one, by a price of four digits', [paid(1, '9.9999')], '490.0001', [1]],
    ['none, by a cent more', [paid(1, '10.00')], '489.99', []],
    ['none, by a cent less', [paid(1, '10.00')], '490.01', []],
    ['either of two of one price', [paid(1, '10.00'), paid(2, '10.00')], '490.00', []],
    ['both of one price', [paid(1, '10.00'), paid(2, '10.00')], '480.00', [1, 2]],
    ['the one of that price', [paid(1, '10.00'), paid(2, '12.50')], '487.50', [2]],
    ['one, or two others', [paid(1, '5.00'), paid(2, '5.00'), paid(3, '10.00')], '490.00', []],
    ['none, where one has no price', [paid(1, '10.00'), paid(2, null)], '490.00', []],
    ['beside one that was seen charged', [paid(1, '10.00'), paid(2, '10.00', fell)], '480.00', [1]],
    ['the one that was seen charged', [paid(1, '10.00'), paid(2, '10.00', fell)], '490.00', []],
    [
      'what an uncertain one may be',
      [paid(1, '10.00'), paid(2, '10.00', { state: 'uncertain' })],
      '490.00',
      [],
    ],
    [
      'none, where the bill of one before that was settled late explains it too',
      [
        paid(1, '20.00', settledLate),
        paid(2, '10.00', { sentAt: '2026-03-01T10:00:00.000Z' }),
        paid(3, '20.00', { sentAt: '2026-03-01T10:01:00.000Z' }),
      ],
      '470.00',
      [],
    ],
    [
      'all, once nothing else explains it, beside one before that was settled late',
      [
        paid(1, '20.00', settledLate),
        paid(2, '10.00', { sentAt: '2026-03-01T10:00:00.000Z' }),
        paid(3, '20.00', { sentAt: '2026-03-01T10:01:00.000Z' }),
      ],
      '450.00',
      [2, 3],
    ],
    [
      'none, where the bill of one that was sent before the hours that are watched may have come since',
      [
        paid(2, '10.00', { sentAt: '2026-03-01T10:00:00.000Z' }),
        paid(1, '10.00', { sentAt: '2026-03-01T09:30:00.000Z' }),
      ],
      '490.00',
      [],
    ],
    ['beside what costs nothing', [paid(1, '0.00'), paid(2, '10.00')], '490.00', [2]],
    ['none, where somebody paid in', [paid(1, '10.00')], '900.00', []],
    ['none, where the credit cannot be counted', [paid(1, '10.00')], '4.9e2', []],
  ] as const)('H8 %s', (_words, changes, now, expected) => {
    expect(chargedOf(changes, now).map(({ number }) => number)).toEqual(expected);
  });
});

describe('H6 more than all cost that are still to be charged', () => {
  const older = (amount: string, more: Partial<Change> = {}): Change =>
    aChange({
      what: { ...asks.renew, price: given(amount) },
      state: 'confirmed',
      charge: 'not-yet',
      before: { readAt: '2026-03-01T10:00:00.000Z', credit: '500.00' },
      ...more,
    });
  const seen = (after: string) =>
    ({ charge: 'fell', evidence: [{ label: 'Credit', before: '500.00', after, speaks: 'for' }] }) as const;
  const dollars = { ...asks.renew, price: { kind: 'given', amount: '10.00', currency: 'USD' } } as const;

  it.each([
    ['a cent more than both', [older('10.00'), older('15.00')], '474.99', ['25.00', '25.01']],
    ['as much as both', [older('10.00'), older('15.00')], '475.00', null],
    ['a fall that may be one of them', [older('10.00'), older('15.00')], '485.00', null],
    [
      'beside what was seen taken',
      [older('10.00'), older('10.00', seen('400.00'))],
      '389.99',
      ['10.00', '10.01'],
    ],
    [
      'no more than with one that was sent before the hours that are watched',
      [older('10.00'), older('90.00', { sentAt: '2026-03-01T09:30:00.000Z' })],
      '400.00',
      null,
    ],
    ['what was seen taken alone', [older('10.00'), older('10.00', seen('400.00'))], '400.00', null],
    [
      'one of no known price',
      [older('10.00'), older('10.00', { what: { ...asks.renew, price: notGiven } })],
      '1.00',
      null,
    ],
    ['of two currencies', [older('10.00'), older('10.00', { what: dollars })], '1.00', null],
    ['no credit before', [older('10.00', { before: null })], '1.00', null],
    ['a credit that cannot be counted', [older('10.00')], '4.9e2', null],
  ] as const)('H6 %s', (_words, changes, now, expected) => {
    expect(overchargeAmong(changes, now)).toEqual(expected && { agreed: expected[0], taken: expected[1] });
  });
});
