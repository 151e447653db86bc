import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from '../../../../shared/domain/counting.ts';
import {
  amountToType,
  beyond,
  confirmedAt,
  creditLabel,
  creditWarning,
  fallOf,
  creditAround,
  creditBeside,
  type Cost,
  fallOfAll,
  spendingOf,
  defaultLimits,
  isConfirmedBy,
  limitsOver,
  premiumWarning,
  sharedCreditLabel,
  type OverLimit,
  type Spending,
  type SpendingLimits,
  type Spent,
  sumsOf,
  unpricedIn,
} from '#shared/domain/limits.ts';
import { pricedIn } from '#shared/domain/account.ts';
import type { Price } from '#shared/domain/finding.ts';
import { limitSumPattern } from '#shared/domain/bounds.ts';

const given = (amount: string, currency: string | null = 'USD'): Price => ({
  kind: 'given',
  amount,
  currency,
});
const notGiven: Price = { kind: 'not-given' };
const unreadable: Price = { kind: 'unreadable' };
const atLeast = (amount: string): Price => ({ kind: 'not-given', atLeast: { amount, currency: 'USD' } });
const firstOver = (next: Spending, spent: readonly Spent[]) => limitsOver(next, spent)[0] ?? null;
const times = (count: number, price: Price): Spending => Array.from({ length: count }, () => price);

const none: SpendingLimits = {
  changeSum: null,
  batchSum: null,
  batchCount: null,
  daySum: null,
  dayCount: null,
};
const limited = (limits: Partial<SpendingLimits>, spent: Partial<Spent> = {}): readonly Spent[] => [
  { scope: 'workspace', limits: { ...none, ...limits }, day: [], batch: null, ...spent },
];

describe('F12 a limit at its edge', () => {
  it.each<[string, Partial<SpendingLimits>, Partial<Spent>, Price, string | null]>([
    ['a change exactly at it', { changeSum: '250' }, {}, given('250.00'), null],
    ['a change one ten-thousandth over it', { changeSum: '250' }, {}, given('250.0001'), '250.0001'],
    ['a change over it by less than that', { changeSum: '250' }, {}, given('250.000000001'), '250.0001'],
    ['a day exactly at it', { daySum: '1000' }, { day: [given('900')] }, given('100.00'), null],
    ['a day over it', { daySum: '1000' }, { day: [given('900')] }, given('100.01'), '1000.01'],
    ['a batch exactly at it', { batchSum: '30' }, { batch: times(2, given('10')) }, given('10.00'), null],
    ['a batch over it', { batchSum: '30' }, { batch: times(2, given('10')) }, given('10.0001'), '30.0001'],
    ['a count exactly at it', { dayCount: 3 }, { day: times(2, notGiven) }, notGiven, null],
    ['a count over it', { dayCount: 3 }, { day: times(3, unreadable) }, notGiven, '4'],
    ['a batch’s count over it', { batchCount: 1 }, { batch: [notGiven] }, unreadable, '2'],
    ['a limit of nothing, and nothing', { daySum: '0' }, {}, given('0.00'), null],
    ['a limit of nothing, and a ten-thousandth', { daySum: '0' }, {}, given('0.0001'), '0.0001'],
    ['none at all', { dayCount: 0 }, {}, notGiven, '1'],
  ])('%s', (_, limits, spent, price, wouldBe) => {
    expect(firstOver([price], limited(limits, spent))?.wouldBe ?? null).toBe(wouldBe);
  });

  it('is reached in a new workspace by so many unknown prices that each may cost 100 within what a batch and a day may cost', () => {
    const { batchCount, batchSum, dayCount, daySum } = defaultLimits;
    expect([batchCount, dayCount]).toEqual([25, 50]);
    expect([batchSum, daySum].map(Number)).toEqual([25 * 100, 50 * 100]);
  });

  it('is none where it is switched off, be it one or all of them', () => {
    const huge = [given('999999999'), ...times(1_000, notGiven)];
    const spent = { day: huge, batch: huge };
    expect(firstOver(huge, limited({}, spent))).toBeNull();
    expect(firstOver(huge, [{ scope: 'workspace', limits: null, ...spent }])).toBeNull();
    expect(firstOver([given('300')], limited({ ...defaultLimits, changeSum: null }))).toBeNull();
  });

  it('says which one, whose, and what was allowed', () => {
    expect(firstOver([given('300', 'EUR')], limited({ changeSum: '250.50' }))).toEqual({
      span: 'change',
      scope: 'workspace',
      measure: 'sum',
      currency: 'EUR',
      allowed: '250.50',
      wouldBe: '300.00',
    });
  });

  it('holds of the account and of the workspace both', () => {
    const own: Spent = { scope: 'account', limits: { ...none, daySum: '10' }, day: [], batch: null };
    expect(firstOver([given('11')], [...limited({ daySum: '100' }), own])).toMatchObject({
      scope: 'account',
      allowed: '10',
    });
    expect(firstOver([given('101')], [...limited({ daySum: '100' }), own])?.scope).toBe('workspace');
    expect(firstOver([given('10')], [...limited({ daySum: '100' }), own])).toBeNull();
  });

  it('counts the whole of a batch that is to be applied, not each of its changes', () => {
    const spent = { day: [], batch: [] };
    expect(firstOver(times(100, given('25')), limited({ batchSum: '2500' }, spent))).toBeNull();
    expect(firstOver(times(101, given('25')), limited({ batchSum: '2500' }, spent))?.wouldBe).toBe('2525.00');
  });

  it('is not asked again by what adds nothing to it', () => {
    const day = [given('2000'), ...times(5, notGiven)];
    const limits = { daySum: '1000', dayCount: 3 };
    // 2000 USD and 5 of unknown price were confirmed before.
    expect(firstOver([given('1', 'EUR')], limited(limits, { day }))).toBeNull();
    expect(firstOver([given('1')], limited(limits, { day }))).toMatchObject({ wouldBe: '2001.00' });
    expect(firstOver([notGiven], limited(limits, { day }))).toMatchObject({ measure: 'count', wouldBe: '6' });
  });
});

describe('F12 all limits that are gone over', () => {
  const own: Spent = {
    scope: 'account',
    limits: { ...none, changeSum: '5', daySum: '20' },
    day: [given('15')],
    batch: null,
  };

  it('are named, each with its amount, those of the workspace first', () => {
    const spent = { day: [given('90'), notGiven], batch: [given('30'), notGiven] };
    const workspace = limited(
      { changeSum: '9', batchSum: '35', batchCount: 1, daySum: '95', dayCount: 1 },
      spent,
    );
    const over = limitsOver([given('10'), given('12'), notGiven], [...workspace, own]);
    expect(over.map(({ scope, span, measure, wouldBe }) => [scope, span, measure, wouldBe])).toEqual([
      ['workspace', 'change', 'sum', '12.00'],
      ['workspace', 'batch', 'sum', '52.00'],
      ['workspace', 'batch', 'count', '2'],
      ['workspace', 'day', 'sum', '112.00'],
      ['workspace', 'day', 'count', '2'],
      ['account', 'change', 'sum', '12.00'],
      ['account', 'day', 'sum', '37.00'],
    ]);
  });

  it('are named for each currency', () => {
    const over = limitsOver([given('300', 'EUR'), given('400', 'USD')], limited({ changeSum: '250' }));
    expect(over.map(({ currency, wouldBe }) => [currency, wouldBe])).toEqual([
      ['EUR', '300.00'],
      ['USD', '400.00'],
    ]);
  });

  it('are confirmed by the largest sum or, without one, by the largest count', () => {
    const [sum, count] = [
      { span: 'change', scope: 'workspace', measure: 'sum', currency: 'EUR', allowed: '1', wouldBe: '9.00' },
      { span: 'day', scope: 'workspace', measure: 'count', currency: null, allowed: '1', wouldBe: '40' },
    ] as const;
    expect(amountToType([sum, count, { ...sum, span: 'day', wouldBe: '10.00' }])).toBe('10.00');
    expect(amountToType([count, { ...count, wouldBe: '50' }, count])).toBe('50');
    expect(amountToType([])).toBeNull();
    expect(isConfirmedBy([sum, count], ' 9.00 ')).toBe(true);
    expect(['9', '9.0', '40', '', null].some((typed) => isConfirmedBy([sum, count], typed))).toBe(false);
    expect(isConfirmedBy([], null)).toBe(true);
  });

  it.each<[string, Partial<OverLimit>, boolean]>([
    ['the very one', {}, true],
    ['the same by less', { wouldBe: '9.99' }, true],
    ['the same by a ten-thousandth more', { wouldBe: '10.0001' }, false],
    ['the same by more digits', { wouldBe: '9.9999' }, true],
    ['another span’s', { span: 'batch' }, false],
    ['the account’s', { scope: 'account' }, false],
    ['the count’s', { measure: 'count', currency: null }, false],
    ['another currency’s', { currency: 'USD' }, false],
    ['the same, lowered to half', { allowed: '4' }, true],
  ])('that were confirmed let past %s: %o', (_, other, isPast) => {
    const day: OverLimit = {
      ...{ span: 'day', scope: 'workspace', measure: 'sum', currency: 'EUR' },
      ...{ allowed: '8', wouldBe: '10.00' },
    };
    const confirmed = confirmedAt([day], '2026-02-21T12:00:00.000Z');
    const over = [{ ...day, ...other }];
    expect(beyond(over, confirmed, '2026-02-21T00:00:00.000Z')).toEqual(isPast ? [] : over);
  });

  it('were confirmed of a day for that day alone, and of a change or batch however late', () => {
    const [day, batch] = (['day', 'batch'] as const).map((span): OverLimit => ({
      ...{ span, scope: 'workspace', measure: 'count', currency: null, allowed: '1', wouldBe: '2' },
    }));
    if (day === undefined || batch === undefined) throw new Error('There are two');
    const over = [day, batch];
    const confirmed = confirmedAt(over, '2026-02-21T12:00:00.000Z');
    expect(beyond(over, confirmed, '2026-02-21T12:00:00.000Z')).toEqual([]);
    expect(beyond(over, confirmed, '2026-02-22T00:00:00.000Z')).toEqual([day]);
  });
});

describe('F12 what was spent', () => {
  it('is one sum for each currency; prices without one are a sum of their own', () => {
    const spending = [given('10'), given('7', 'EUR'), given('5', null), given('2.5'), given('1', null)];
    expect(sumsOf(spending).map(({ currency, sum }) => [currency, decimalText(sum)])).toEqual([
      ['USD', '12.50'],
      ['EUR', '7.00'],
      [null, '6.00'],
    ]);
    const day = [given('900'), given('900', 'EUR'), given('900', null)];
    expect(firstOver([given('99')], limited({ daySum: '1000' }, { day }))).toBeNull();
    expect(firstOver([given('101', null)], limited({ daySum: '1000' }, { day }))).toMatchObject({
      currency: null,
      wouldBe: '1001.00',
    });
  });

  it('counts every price that cannot be added up, however it is unknown', () => {
    const spending = [notGiven, unreadable, given('1,250.00'), given('-5'), given('free'), given('')];
    expect(sumsOf(spending)).toEqual([]);
    expect(unpricedIn(spending)).toBe(6);
    expect(unpricedIn([given('1'), given('0.000000000000000000001')])).toBe(0);
  });

  it('is exact where a float is not, and with as many digits as a price has', () => {
    const tenth = times(3, given('0.1'));
    expect(decimalText(sumsOf(tenth)[0]?.sum ?? 0n)).toBe('0.30');
    expect(firstOver(tenth, limited({ daySum: '0.3' }))).toBeNull();
    const long = [given('123456789012345.1234'), given('0.00005')];
    expect(decimalText(sumsOf(long)[0]?.sum ?? 0n)).toBe('123456789012345.1235');
  });

  it('is, over any amounts and in any order, exactly what they add up to', async ({ annotate }) => {
    const cents = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 1_000_000 }), (amounts, allowed) => {
        const spending = amounts.map((one) => given(decimalText(BigInt(one) * 100n)));
        const total = BigInt(amounts.reduce((sum, one) => sum + one, 0)) * 100n;
        const isOver = firstOver(spending, limited({ daySum: String(allowed) })) !== null;
        expect(isOver).toBe(total > BigInt(allowed) * 10_000n);
        const [first, ...rest] = spending;
        if (first === undefined) return;
        const after = firstOver([first], limited({ daySum: String(allowed) }, { day: rest }));
        expect(after !== null).toBe(isOver);
      }),
    );
    await annotate('figure: 13 edges to one ten-thousandth; 100 random spendings, each to its exact sum');
  });
});

describe('a limit’s sum as it is typed', () => {
  it.each(['0', '250', '99.5', '99.9999', '999999999999'])('is %s', (text) => {
    expect(limitSumPattern.test(text)).toBe(true);
  });
  it.each(['', ' 1', '-1', '1,5', '1e3', '.5', '5.', '1.23456', '1234567890123', 'NaN', '٣'])(
    'is not “%s”',
    (text) => {
      expect(limitSumPattern.test(text)).toBe(false);
    },
  );
});

describe('the fall of the credit', () => {
  const credit = (before: string | null, after: string | null, label = 'Credit') =>
    fallOf([
      { label: 'Looked up', before: '9', after: '1', speaks: 'for' },
      { label, before, after, speaks: 'for' },
    ]);

  it.each([
    ['490.02', '484.53', '5.49'],
    ['1', '0.9999', '0.0001'],
    ['25.00', '-75.00', '100.00'],
    ['-5', '-15.5', '10.50'],
    ['-15.00', '-5.00', null],
    ['500.00', '500.00', null],
    ['490.00', '500.00', null],
    [null, '500.00', null],
    ['500.00', null, null],
    ['500.00 EUR', '490.00 EUR', null],
  ])('from %s to %s is %s', (before, after, fall) => {
    expect(credit(before, after)).toBe(fall);
  });

  it('is nobody’s where another order may have used it too', () => {
    expect(credit('500.00', '490.00', sharedCreditLabel)).toBeNull();
  });

  it('(F12) is added up where no price is given, and makes no limit wider: the change still counts as one', () => {
    const spent = spendingOf([
      { price: notGiven, fall: '18.49' },
      { price: unreadable, fall: null },
    ]);
    expect(unpricedIn(spent)).toBe(2);
    expect(sumsOf(spent)).toEqual([{ currency: null, of: null, sum: 184_900n }]);
  });

  it.each<readonly [string, Price, string | null, string, string | null]>([
    ['the fall, where it is larger', given('10.00'), '100.00', '100.00', 'USD'],
    ['the price, where that is larger', given('10.00'), '9.99', '10.00', 'USD'],
    ['the price, where no fall is known', given('10.00'), null, '10.00', 'USD'],
    ['the fall, where ten years are only known by one', atLeast('100.00'), '250', '250.00', 'USD'],
    ['ten times one year, where that is larger', atLeast('100.00'), '99', '100.00', 'USD'],
  ])('(G11) a limit counts %s', (_, price, fall, amount, currency) => {
    const [first, ...others] = sumsOf(spendingOf([{ price, fall }]));
    expect(others).toEqual([]);
    expect([decimalText(first?.sum ?? 0n), first?.currency]).toEqual([amount, currency]);
  });

  it('(G11) ten years count as ten times a known year, and as a change of unknown price', () => {
    const tenYears = atLeast('109.90');
    expect(firstOver([tenYears], limited({ changeSum: '100' }))?.wouldBe).toBe('109.90');
    expect(firstOver([tenYears], limited({ dayCount: 0 }))?.wouldBe).toBe('1');
    expect(creditWarning('109.89', [tenYears])).toBe(
      'The credit of 109.89 may not be enough for 109.90 USD.',
    );
  });

  it('H24 is not compared with a credit that can be two amounts, and says so', () => {
    expect(creditWarning('“1.234”', [given('9.99')], 'USD')).toBe(
      'The credit of “1.234” USD cannot be read as one amount, so it is compared with nothing.',
    );
    expect(creditWarning('“1.234”', [notGiven])).toBeNull();
  });

  it('is summed over the changes it is known of', () => {
    const known = { price: notGiven, fall: '18.49' };
    expect(fallOfAll([known, { price: notGiven, fall: null }, known])).toEqual({
      amount: '36.98',
      changes: 2,
    });
    expect(fallOfAll([{ price: given('5.00'), fall: null }])).toBeNull();
  });
});

describe('the credit beside what was measured of it', () => {
  const one = (before: string, after: string | null, label: string = creditLabel): Cost => {
    const evidence = [{ label, before, after, speaks: 'for' }] as const;
    return { price: notGiven, fall: fallOf(evidence), credit: creditAround(evidence) };
  };

  it.each<readonly [string, readonly Cost[], ReturnType<typeof creditBeside>]>([
    ['is told of by nothing where all was measured', [one('500', '490'), one('490', '480.00')], null],
    [
      'is told of where another order fell between two changes',
      [one('500', '490'), one('485', '475')],
      { before: '500', after: '475' },
    ],
    [
      'is told of where two orders used it side by side',
      [one('500', '490'), one('490', '470', sharedCreditLabel)],
      { before: '500', after: '470' },
    ],
    ['is not known where it was not read', [one('500', null)], null],
    ['is not known of no change', [], null],
  ])('%s', (_, costs, expected) => {
    expect(creditBeside(costs)).toEqual(expected);
  });
});

describe('a credit that may be too little', () => {
  it.each<readonly [string, string | null, Spending, string | null]>([
    ['for one price', '9.99', [given('10.00', null)], 'The credit of 9.99 is not enough for 10.00.'],
    ['for their sum', '19.99', times(2, given('10')), 'The credit of 19.99 may not be enough for 20.00 USD.'],
    ['not for what it is enough for', '20.00', times(2, given('10')), null],
    ['not for each currency by itself', '15', [given('10'), given('10', 'EUR')], null],
    ['not for prices that are not known', '0.00', [notGiven, unreadable], null],
    ['not where it is not known', null, [given('10')], null],
    [
      'where it is no number, as such',
      'unlimited',
      [given('10')],
      'The credit of unlimited cannot be read as one amount, so it is compared with nothing.',
    ],
  ])('is said %s', (_, credit, spending, words) => {
    expect(creditWarning(credit, spending)).toBe(words);
  });
});

it('a credit that is too little is said in the currency that the user gave the account', () => {
  expect(creditWarning('9.99', [given('10.00', null)], 'CHF')).toBe(
    'The credit of 9.99 CHF is not enough for 10.00 CHF.',
  );
});

it('H17 a credit is said to be perhaps too little beside another currency, or one that it has not', () => {
  const words = 'may not be enough for 5174.00 USD.';
  expect(creditWarning('1300.00', [given('5174.00')])).toBe(`The credit of 1300.00 ${words}`);
  expect(creditWarning('1300.00', [given('5174.00')], 'EUR')).toBe(`The credit of 1300.00 EUR ${words}`);
  expect(creditWarning('1300.00', [given('5174.00')], 'USD')).toBe(
    'The credit of 1300.00 USD is not enough for 5174.00 USD.',
  );
});

describe('money of several accounts', () => {
  const owner = (id: string) => ({ id, label: id.toUpperCase() });
  const of = (id: string, currency: string | null = null) => pricedIn({ currency, owner: owner(id) });
  const bare = given('10', null);

  it('H17 is one sum each, unless both have the same currency', () => {
    const spending = [of('a')(bare), of('b')(bare), of('a')(bare), of('c', 'USD')(bare), of('b')(given('1'))];
    expect(sumsOf(spending)).toEqual([
      { currency: null, of: owner('a'), sum: 200_000n },
      { currency: null, of: owner('b'), sum: 100_000n },
      { currency: 'USD', of: null, sum: 110_000n },
    ]);
  });

  it('H17 is not added to what another account has spent of a limit', () => {
    const next = [of('a')(bare)];
    const limits = limited({ daySum: '25' }, { day: [of('b')(bare), of('b')(bare), of('a')(bare)] });
    expect(firstOver(next, limits)).toBeNull();
    expect(firstOver([...next, ...next], limits)).toMatchObject({ currency: null, wouldBe: '30.00' });
  });
});

it('the warning of premium names says how many of how many they are', () => {
  const dear = 'a renewal can cost many times the usual price, also where one is shown.';
  expect(premiumWarning(1, 1)).toBe(`It was registered from here as a premium name: ${dear}`);
  expect(premiumWarning(1, 9)).toBe(`1 of them was registered from here as a premium name: ${dear}`);
  expect(premiumWarning(2, 9)).toBe(`2 of them were registered from here as premium names: ${dear}`);
});
