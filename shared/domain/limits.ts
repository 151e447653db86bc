import type { Price } from './finding.ts';

/**
 * What may be spent before a person has to confirm it by typing: a sum where prices are known, a count of paid changes where
 * they are not. Null is no limit.
 */
export interface SpendingLimits {
  /** Decimal text, as prices are. Of one change whose price is known. */
  readonly changeSum: string | null;
  /** Over one batch: the prices of one currency together. Unknown: which currency a price without one is in; those are one sum. */
  readonly batchSum: string | null;
  /** Paid changes of one batch whose price is not known. */
  readonly batchCount: number | null;
  /** From midnight to midnight in the user's time zone. */
  readonly daySum: string | null;
  readonly dayCount: number | null;
}

/** Assumed: what an ordinary day of a reseller stays under. Prices are rarely given, so the counts do most of the work. */
export const defaultLimits: SpendingLimits = {
  changeSum: '250',
  batchSum: '2500',
  batchCount: 100,
  daySum: '5000',
  dayCount: 250,
};

/** A limit's sum as it is typed and kept: decimal text, never a float. */
export const limitSumPattern = /^\d{1,12}(\.\d{1,4})?$/;
export const mostLimitCount = 1_000_000;

export const limitSpans = ['change', 'batch', 'day'] as const;
type LimitSpan = (typeof limitSpans)[number];

/** A limit that a change, a batch or a day would go over. */
export interface OverLimit {
  readonly span: LimitSpan;
  /** Whose limit it is: of the account, or of the whole workspace. */
  readonly scope: 'workspace' | 'account';
  readonly measure: 'sum' | 'count';
  /** Of a sum whose prices name one. */
  readonly currency: string | null;
  readonly allowed: string;
  /** What it would come to. */
  readonly wouldBe: string;
}

/** The prices of paid changes; `not-given` and `unreadable` ones are counted instead. */
export type Spending = readonly Price[];

/** What is spent already where a limit holds; `batch` is null for a change that is in none. */
export interface Spent {
  readonly scope: OverLimit['scope'];
  /** Null where there are none. */
  readonly limits: SpendingLimits | null;
  readonly day: Spending;
  readonly batch: Spending | null;
}

/**
 * Every limit that `next` goes over, with what was spent before; of the workspace before those of the account. A limit that
 * `next` adds nothing to is not asked: what went over it before was confirmed then.
 */
export function limitsOver(next: Spending, spent: readonly Spent[]): readonly OverLimit[] {
  return spent.flatMap(({ scope, limits, day, batch }) => {
    if (limits === null) return [];
    const over = [
      ...overChange(next, limits.changeSum),
      ...(batch === null ? [] : overSums(next, batch, limits.batchSum, 'batch')),
      ...(batch === null ? [] : overCount(next, batch, limits.batchCount, 'batch')),
      ...overSums(next, day, limits.daySum, 'day'),
      ...overCount(next, day, limits.dayCount, 'day'),
    ];
    return over.map((one) => ({ ...one, scope }));
  });
}

/** A limit that a person has confirmed: up to what was shown then, and one of a day for that day alone. */
export interface ConfirmedLimit extends OverLimit {
  readonly at: string;
}

/** What has been shown and confirmed at `at`. */
export const confirmedAt = (limits: readonly OverLimit[], at: string): readonly ConfirmedLimit[] =>
  limits.map((limit) => ({ ...limit, at }));

/** Of the limits that are gone over, those that were not confirmed, or not up to that amount. */
export const beyond = (
  over: readonly OverLimit[],
  confirmed: readonly ConfirmedLimit[],
  dayStartsAt: string,
): readonly OverLimit[] => over.filter((limit) => !confirmed.some((one) => covers(one, limit, dayStartsAt)));

function covers(confirmed: ConfirmedLimit, limit: OverLimit, dayStartsAt: string): boolean {
  const isSame = (['span', 'scope', 'measure', 'currency'] as const).every(
    (name) => confirmed[name] === limit[name],
  );
  const isOfThisDay = limit.span !== 'day' || Date.parse(confirmed.at) >= Date.parse(dayStartsAt);
  return isSame && isOfThisDay && compared(limit, confirmed) <= 0n;
}

const compared = (one: Pick<OverLimit, 'wouldBe'>, other: Pick<OverLimit, 'wouldBe'>): bigint =>
  (tenThousandths(one.wouldBe) ?? 0n) - (tenThousandths(other.wouldBe) ?? 0n);

/**
 * What a person types to confirm all of these, which are named beside it: the largest sum or, where none is of a sum, the
 * largest count. Null where there is none to confirm.
 */
export function amountToType(limits: readonly OverLimit[]): string | null {
  const sums = limits.filter(({ measure }) => measure === 'sum');
  const [first, ...rest] = sums.length === 0 ? limits : sums;
  if (first === undefined) return null;
  return rest.reduce((most, one) => (compared(one, most) > 0n ? one : most), first).wouldBe;
}

/** To the digit, but for white space around it; where there is nothing to confirm, nothing need be typed. */
export const isConfirmedBy = (limits: readonly OverLimit[], typed: string | null | undefined): boolean =>
  limits.length === 0 || typed?.trim() === amountToType(limits);

type Over = Omit<OverLimit, 'scope'>;

/** Of each currency, the dearest change. */
function overChange(next: Spending, allowed: string | null): readonly Over[] {
  const byCurrency = new Map<string | null, Over>();
  for (const over of next.flatMap((price) => overSums([price], [], allowed, 'change'))) {
    const dearest = byCurrency.get(over.currency);
    if (dearest === undefined || compared(over, dearest) > 0n) byCurrency.set(over.currency, over);
  }
  return [...byCurrency.values()];
}

function overSums(
  next: Spending,
  before: Spending,
  allowed: string | null,
  span: LimitSpan,
): readonly Over[] {
  const most = allowed === null ? null : tenThousandths(allowed);
  if (most === null || allowed === null) return [];
  const adding = new Set(sumsOf(next).map(({ currency }) => currency));
  return sumsOf([...before, ...next])
    .filter(({ currency, sum }) => adding.has(currency) && sum > most)
    .map(({ currency, sum }) => ({ span, measure: 'sum', currency, allowed, wouldBe: decimalText(sum) }));
}

function overCount(
  next: Spending,
  before: Spending,
  allowed: number | null,
  span: LimitSpan,
): readonly Over[] {
  const added = unpricedIn(next);
  const count = unpricedIn(before) + added;
  if (allowed === null || added === 0 || count <= allowed) return [];
  return [{ span, measure: 'count', currency: null, allowed: String(allowed), wouldBe: String(count) }];
}

interface CurrencySum {
  /** Null for prices that name none. */
  readonly currency: string | null;
  /** In ten-thousandths. */
  readonly sum: bigint;
}

/** One sum for each currency, in the order in which they come. */
export function sumsOf(spending: Spending): readonly CurrencySum[] {
  const sums = new Map<string | null, bigint>();
  for (const price of spending) {
    const amount = amountOf(price);
    if (price.kind !== 'given' || amount === null) continue;
    sums.set(price.currency, (sums.get(price.currency) ?? 0n) + amount);
  }
  return [...sums].map(([currency, sum]) => ({ currency, sum }));
}

/** How many of them have no price that can be added up. */
export const unpricedIn = (spending: Spending): number =>
  spending.filter((price) => amountOf(price) === null).length;

const amountOf = (price: Price): bigint | null =>
  price.kind === 'given' ? tenThousandths(price.amount) : null;

/** Exact: prices are never floats. Digits after the fourth are rounded up; null where it is no plain decimal. */
function tenThousandths(text: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d*))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  const shown = BigInt(whole) * 10_000n + BigInt(fraction.slice(0, 4).padEnd(4, '0'));
  return /[1-9]/.test(fraction.slice(4)) ? shown + 1n : shown;
}

/** With two decimals, or as many as it takes. */
export function decimalText(sum: bigint): string {
  const fraction = String(sum % 10_000n)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
  return `${sum / 10_000n}.${fraction}`;
}
