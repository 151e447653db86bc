import { describe, expect, it } from 'vitest';
import {
  daysIn,
  monthsBefore,
  periodSpan,
  oldToNew,
  paidFor,
  sumsOfChanges,
  sumsText,
} from '#shared/domain/activity.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Price } from '#shared/domain/finding.ts';
import { creditLabel, sharedCreditLabel } from '#shared/domain/limits.ts';
import { aChange } from '../../../support/a-change.ts';

const given = (amount: string, currency: string | null = 'EUR'): Price => ({
  kind: 'given',
  amount,
  currency,
});
const notGiven: Price = { kind: 'not-given' };

const fell = (before: string, after: string, label = creditLabel) => [
  { label, before, after, speaks: 'for' as const },
];

const renewal = (price: Price, changes: Partial<Change> = {}): Change =>
  aChange({ what: { kind: 'renew', periodYears: 1, addons: {}, price }, ...changes });

const price = (amount: string, currency: string | null = 'EUR') => ({ by: 'price', amount, currency });
const measured = (amount: string) => ({ by: 'measured', amount, currency: null });
const unknown = { by: 'not-given', amount: null, currency: null };

describe('what a change cost', () => {
  it.each<[string, Change, object | null]>([
    ['is the price that was given', renewal(given('10.99')), price('10.99')],
    [
      'is the price although the credit fell by more',
      renewal(given('10.99'), { evidence: fell('500', '470') }),
      price('10.99'),
    ],
    ['is in no currency where the price names none', renewal(given('10.99', null)), price('10.99', null)],
    ['of nothing is a price of 0', renewal(given('0')), price('0')],
    [
      'is measured where no price was given',
      renewal(notGiven, { evidence: fell('500.00', '489.51') }),
      measured('10.49'),
    ],
    [
      'is not what another order may have used too',
      renewal(notGiven, { evidence: fell('500.00', '489.51', sharedCreditLabel) }),
      unknown,
    ],
    ['is not given where the credit rose', renewal(notGiven, { evidence: fell('10', '500') }), unknown],
    ['is not given where nothing is known, and not 0', renewal(notGiven), unknown],
    [
      'is not given of a price that is only known to be at least something',
      renewal({ kind: 'not-given', atLeast: { amount: '10', currency: 'EUR' } }),
      unknown,
    ],
    [
      'is measured where the price cannot be read',
      renewal({ kind: 'unreadable', raw: 'ten' }, { evidence: fell('20', '9') }),
      measured('11.00'),
    ],
    ['is not given where the price is no number', renewal(given('10,99')), unknown],
    ['is not given beyond what adds up exactly', renewal(given('999999999999999')), unknown],
    ['is perhaps the price while it is uncertain', renewal(given('9'), { state: 'uncertain' }), price('9')],
    ['is perhaps the price while it is sent', renewal(given('9'), { state: 'sending' }), price('9')],
    [
      'is the price where it was marked as done',
      renewal(given('9'), { state: 'settled', settledAs: 'applied' }),
      price('9'),
    ],
    [
      'is nothing where it was marked as not done',
      renewal(given('9'), { state: 'settled', settledAs: 'not-applied' }),
      null,
    ],
    ['is nothing where it was refused', renewal(given('9'), { state: 'refused' }), null],
    [
      'is nothing where a check found that it was not done',
      renewal(given('9'), { state: 'not-applied' }),
      null,
    ],
    ['is nothing before it is sent', renewal(given('9'), { state: 'planned' }), null],
    ['is nothing where it was withdrawn', renewal(given('9'), { state: 'withdrawn' }), null],
    ['is nothing of a kind that costs nothing', aChange(), null],
  ])('%s', (_, change, expected) => {
    expect(paidFor(change)).toEqual(expected);
  });
});

describe('sums of what was paid', () => {
  const accountOf = (accountId: string) =>
    accountId === 'acme' ? { label: 'Acme', currency: 'USD' } : { label: `“${accountId}”`, currency: null };
  const of = (...changes: readonly Change[]) => sumsOfChanges(changes, accountOf);

  it('H17 are one for each currency, and of each account whose money has none', () => {
    const sums = of(
      renewal(given('10.99')),
      renewal(given('0.0001')),
      renewal(given('5', null)),
      renewal(given('7', null), { accountId: 'acme' }),
      renewal(given('3', null), { accountId: 'other' }),
    );
    expect(sumsText(sums)).toBe('spent 10.9901 EUR + 7.00 USD + 3.00 of “other” + 5.00 of “practice”');
  });

  it('say how much of them was measured, in the currency of the account', () => {
    const evidence = fell('500.00', '489.51');
    const sums = of(renewal(notGiven, { accountId: 'acme', evidence }), renewal(given('10', 'USD')));
    expect(sumsText(sums)).toBe('spent 20.49 USD (10.49 USD seen in the credit)');
  });

  it('say it once where all of it was measured', () => {
    expect(sumsText(of(renewal(notGiven, { evidence: fell('500.00', '489.51') })))).toBe(
      'spent 10.49 of “practice” (seen in the credit)',
    );
  });

  it('do not hold what is uncertain, and say so', () => {
    const sums = of(renewal(given('10.99')), renewal(given('8.00'), { state: 'uncertain' }));
    expect(sums.sums).toEqual([
      { currency: 'EUR', account: null, sum: '10.99', measured: null, perhaps: '8.00' },
    ]);
    expect(sumsText(sums)).toBe('spent 10.99 EUR · 1 uncertain: 8.00 EUR');
  });

  it('count what is not given instead of taking it for 0', () => {
    expect(sumsText(of(renewal(notGiven), renewal(given('10.99'))))).toBe(
      'spent 10.99 EUR · 1 amount not given',
    );
    expect(sumsText(of(renewal(notGiven)))).toBe('1 paid · 1 amount not given');
  });

  it('are none where nothing was paid', () => {
    expect(sumsText(of(aChange(), renewal(given('9'), { state: 'refused' })))).toBeNull();
  });
});

describe('old → new', () => {
  it.each<[string, Change, string | null]>([
    ['of a lock', aChange(), 'Unlocked → Locked'],
    [
      'of nameservers',
      aChange({
        what: { kind: 'nameservers', nameservers: ['ns1.new.net', 'ns2.new.net'] },
        before: { readAt: '2026-11-21T08:00:00.000Z', nameservers: ['ns1.old.net'] },
      }),
      'ns1.old.net → ns1.new.net, ns2.new.net',
    ],
    ['says where it was not read before', aChange({ before: null }), 'not read → Locked'],
    [
      'names the fields of contacts alone',
      aChange({ what: { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Email'] }] } }),
      'Registrant: E-mail',
    ],
    ['is nothing of a renewal', renewal(given('9')), null],
  ])('%s', (_, change, expected) => {
    expect(oldToNew(change)).toBe(expected);
  });
});

it('a month, and a year, begins and ends at midnight of this time zone, over the end of a year too', () => {
  const { from, until } = periodSpan('2026-12');
  expect([new Date(from), new Date(until)]).toEqual([new Date(2026, 11, 1), new Date(2027, 0, 1)]);
  expect(periodSpan('2026')).toEqual({ from: new Date(2026, 0, 1).toISOString(), until });
  expect(daysIn('2026-02')).toEqual({ fromDay: '2026-02-01', toDay: '2026-02-28' });
  expect(daysIn('2026')).toEqual({ fromDay: '2026-01-01', toDay: '2026-12-31' });
  expect(monthsBefore(new Date(2027, 0, 31), 3)).toEqual(['2027-01', '2026-12', '2026-11']);
});
