import type { overLimit } from '../areas/error-schema.ts';
import type { spendingLimits } from '../areas/common-schemas.ts';
import type { TypeOf } from '../schema-type.ts';
import { type Money, type MoneyOwner, type OwnedPrice, pricedIn } from './account.ts';
import type { ErrorOf } from '../errors.ts';
import type { Change, Evidence } from './change.ts';
import { amountText, creditUnits, decimalText, inEnglish, plural, tenThousandths } from './counting.ts';
import type { Price } from './finding.ts';

export type SpendingLimits = TypeOf<typeof spendingLimits>;
export type OverLimit = TypeOf<typeof overLimit>;

/**
 * The limits of a new workspace. Assumed: a reseller stays under these on an ordinary day. Prices are rarely given, so the
 * counts matter most: with 100 for a price that is not known, more than a year costs under nearly every TLD, they allow as
 * much as the sums do.
 */
export const defaultLimits: SpendingLimits = {
  changeSum: '250',
  batchSum: '2500',
  batchCount: 25,
  daySum: '5000',
  dayCount: 50,
};

/** The prices of paid changes; `not-given` and `unreadable` ones are counted, and added up by what they are at least. */
export type Spending = readonly OwnedPrice[];

/** What one paid change cost, as far as it is known. */
export interface Cost {
  readonly price: Price;
  /** By how much the credit fell while no other order was under way: evidence, not a price. Null where that is not known. */
  readonly fall: string | null;
  /** Which money that is, for sums over accounts; left out where there is one account. */
  readonly money?: Money;
  /** The credit before and after it, whoever used it; null where it was not read both times. */
  readonly credit?: CreditSpan | null;
}

/** The credit at two moments. */
interface CreditSpan {
  readonly before: string;
  readonly after: string;
}

/** The label of the credit among the evidence, where nothing else from here can have used it. */
export const creditLabel = 'Credit';
/** The same where another order was under way: what it fell by belongs to both. */
export const sharedCreditLabel = 'Credit, which another order may have used too';
/** What was agreed to for all that was still to be charged, and the more that was taken for it: which one is charged more is not known. */
export const chargedInAllLabel = 'Agreed for all that was still to be charged, and taken for it';

/** By how much the credit fell because of the change these were read for; null where it did not, or another may have used it. */
export function fallOf(evidence: readonly Evidence[]): string | null {
  const { before, after } = evidence.find(({ label }) => label === creditLabel) ?? {};
  if (before == null || after == null) return null;
  const [was, now] = [creditUnits(before), creditUnits(after)];
  return was === null || now === null || now >= was ? null : decimalText(was - now);
}

/** The credit before and after a change, also where another order may have used it; null where it was not read both times. */
export function creditAround(evidence: readonly Evidence[]): CreditSpan | null {
  const found = evidence.find(({ label }) => label === creditLabel || label === sharedCreditLabel);
  return found?.before == null || found.after == null ? null : { before: found.before, after: found.after };
}

/**
 * The credit before the first and after the last of these changes, which are in order, where it fell by another amount than is known
 * change by change; null where it fell by exactly that, or is not known.
 */
export function creditBeside(costs: readonly Cost[]): CreditSpan | null {
  const spans = costs.flatMap(({ credit }) => credit ?? []);
  const [before, after] = [spans.at(0)?.before, spans.at(-1)?.after];
  if (before === undefined || after === undefined) return null;
  const [was, now] = [creditUnits(before), creditUnits(after)];
  if (was === null || now === null) return null;
  const measured = tenThousandths(fallOfAll(costs)?.amount ?? '0') ?? 0n;
  return was - now === measured ? null : { before, after };
}

/**
 * What limits count: the larger of the price and the measured fall of the credit (G11). Where there is no price, the change
 * still counts as one of unknown price, so that no limit becomes wider by a fall.
 *
 * Unknown: the currency of the credit. Assumed: that of the price.
 */
export const spendingOf = (costs: readonly Cost[]): Spending =>
  costs.map(({ price, fall, money }) => {
    const owned = money === undefined ? (same: Price) => same : pricedIn(money);
    if (!isFallCounted({ price, fall }) || fall === null) return owned(price);
    const counted = { amount: fall, currency: leastOf(price)?.currency ?? null };
    return owned(
      unpricedIn([price]) === 0 ? { kind: 'given', ...counted } : { kind: 'not-given', atLeast: counted },
    );
  });

/** Whether limits count the fall of the credit instead of the price. */
export const isFallCounted = ({ price, fall }: Cost): boolean =>
  fall !== null && (tenThousandths(fall) ?? 0n) > (tenThousandths(leastOf(price)?.amount ?? '0') ?? 0n);

/** What was taken from the credit, and what was agreed to. */
export type Overcharge = Omit<ErrorOf<'charged-more'>, 'kind' | 'number'>;

/**
 * Where more was taken for a change than its price, or for all that was still to be charged then than was agreed to (H6); null where it
 * was not, or one of both is not known.
 */
export function overchargeOf({ what, evidence }: Pick<Change, 'what' | 'evidence'>): Overcharge | null {
  const [price, taken] = ['price' in what ? what.price : null, fallOf(evidence)];
  if (price?.kind !== 'given') return null;
  const { currency } = price;
  const all = evidence.find(({ label }) => label === chargedInAllLabel);
  if (all?.before != null && all.after != null)
    return { agreed: all.before, taken: all.after, currency, isOfAll: true };
  return taken !== null && isFallCounted({ price, fall: taken })
    ? { agreed: price.amount, taken, currency }
    : null;
}

/** Whether no more was taken than in another case, in proportion to what was agreed to, or beyond it where that was nothing. */
export function isNoMoreThan(one: Overcharge, other: Overcharge): boolean {
  const count = (amount: string): bigint => tenThousandths(amount) ?? 0n;
  if (count(one.agreed) === 0n || count(other.agreed) === 0n)
    return count(one.taken) - count(one.agreed) <= count(other.taken) - count(other.agreed);
  return count(one.taken) * count(other.agreed) <= count(other.taken) * count(one.agreed);
}

/** "100.00 were taken where 10.00 was agreed". */
export const overchargeText = ({ agreed, taken, currency, isOfAll }: Overcharge): string =>
  `${amountText({ amount: taken, currency })} were taken where ${amountText({ amount: agreed, currency })} was agreed${
    isOfAll === true ? ' for all that was still to be charged; for which of it is not known' : ''
  }`;

/** The sum of what the credit fell by, and over how many changes; null where that is not known of any. */
export function fallOfAll(
  costs: readonly Cost[],
): { readonly amount: string; readonly changes: number } | null {
  const falls = costs.flatMap(({ fall }) => (fall === null ? [] : (tenThousandths(fall) ?? [])));
  if (falls.length === 0) return null;
  return { amount: decimalText(falls.reduce((sum, one) => sum + one, 0n)), changes: falls.length };
}

/** The lowest of each limit; null where none of them has limits. */
export const strictestOf = (all: readonly SpendingLimits[]): SpendingLimits | null =>
  all.reduce<SpendingLimits | null>(stricterOf, null);

/** What is already spent in the scope of a limit; `batch` is null for a change outside a batch. */
export interface Spent {
  readonly scope: OverLimit['scope'];
  /** Null if there are none. */
  readonly limits: SpendingLimits | null;
  readonly day: Spending;
  readonly batch: Spending | null;
}

/**
 * Every limit that `next` exceeds together with what was spent before; the workspace's before the account's. A limit to
 * which `next` adds nothing is skipped: what exceeded it before was confirmed then.
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

/**
 * A limit that a person has confirmed, up to the amount shown at that time; a day's limit is confirmed for that day
 * only.
 */
export interface ConfirmedLimit extends OverLimit {
  readonly at: string;
}

/** The limits as confirmed at `at`. */
export const confirmedAt = (limits: readonly OverLimit[], at: string): readonly ConfirmedLimit[] =>
  limits.map((limit) => ({ ...limit, at }));

/** The exceeded limits that were not confirmed, or only up to a lower amount. */
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

/** The stricter of both, limit by limit; null is no limit. */
export function stricterOf(one: SpendingLimits | null, other: SpendingLimits | null): SpendingLimits | null {
  if (one === null || other === null) return one ?? other;
  const less = <T extends string | number>(a: T | null, b: T | null): T | null => {
    if (a === null || b === null) return a ?? b;
    return (tenThousandths(String(a)) ?? 0n) <= (tenThousandths(String(b)) ?? 0n) ? a : b;
  };
  return {
    changeSum: less(one.changeSum, other.changeSum),
    batchSum: less(one.batchSum, other.batchSum),
    batchCount: less(one.batchCount, other.batchCount),
    daySum: less(one.daySum, other.daySum),
    dayCount: less(one.dayCount, other.dayCount),
  };
}

/**
 * What a person types to confirm all of these limits, which are listed next to the field: the largest sum, or the
 * largest count if there is no sum. Null if there is nothing to confirm.
 */
export function amountToType(limits: readonly OverLimit[]): string | null {
  const sums = limits.filter(({ measure }) => measure === 'sum');
  const [first, ...rest] = sums.length === 0 ? limits : sums;
  if (first === undefined) return null;
  return rest.reduce((most, one) => (compared(one, most) > 0n ? one : most), first).wouldBe;
}

/**
 * Whether the typed text matches exactly, except for surrounding white space. Always true if there is nothing to
 * confirm.
 */
export const isConfirmedBy = (limits: readonly OverLimit[], typed: string | null | undefined): boolean =>
  limits.length === 0 || typed?.trim() === amountToType(limits);

type Over = Omit<OverLimit, 'scope'>;

/** The most expensive change of each currency. */
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
  span: OverLimit['span'],
): readonly Over[] {
  const most = allowed === null ? null : tenThousandths(allowed);
  if (most === null || allowed === null) return [];
  const adding = new Set(sumsOf(next).map(moneyKey));
  return sumsOf([...before, ...next])
    .filter((one) => adding.has(moneyKey(one)) && one.sum > most)
    .map(({ currency, sum }) => ({ span, measure: 'sum', currency, allowed, wouldBe: decimalText(sum) }));
}

function overCount(
  next: Spending,
  before: Spending,
  allowed: number | null,
  span: OverLimit['span'],
): readonly Over[] {
  const added = unpricedIn(next);
  const count = unpricedIn(before) + added;
  if (allowed === null || added === 0 || count <= allowed) return [];
  return [{ span, measure: 'count', currency: null, allowed: String(allowed), wouldBe: String(count) }];
}

interface CurrencySum {
  /** Null for prices that name none. */
  readonly currency: string | null;
  /** Whose money that is; null where it has a currency, or all prices are of one account. */
  readonly of: MoneyOwner | null;
  /** In ten-thousandths. */
  readonly sum: bigint;
}

/** The same for money that can be added up. A currency's label is shorter than an id. */
const moneyKey = ({ currency, of }: Pick<CurrencySum, 'currency' | 'of'>): string | null =>
  currency ?? of?.id ?? null;

/**
 * One sum for each currency, and of what names none one for each owner, in the order of first occurrence. With what changes of unknown
 * price cost at least.
 */
export function sumsOf(spending: Spending): readonly CurrencySum[] {
  const sums = new Map<string | null, CurrencySum>();
  for (const price of spending) {
    const least = leastOf(price);
    const amount = tenThousandths(least?.amount ?? '');
    if (least === null || amount === null) continue;
    const { currency } = least;
    const money = { currency, of: currency === null ? (price.of ?? null) : null };
    const key = moneyKey(money);
    sums.set(key, { ...money, sum: (sums.get(key)?.sum ?? 0n) + amount });
  }
  return [...sums.values()];
}

/** Whether a credit is enough: `perhaps-not` where it is the lower number, but of another currency, or of none beside one. */
export type Coverage = 'enough' | 'not-enough' | 'perhaps-not';

interface CreditOf {
  readonly amount: string | null | undefined;
  /** The label that the user gave the account, in which its credit is. */
  readonly currency: string | null;
}

/** The first of these sums that the credit is lower than, first of what it can be compared with. */
function tooMuchFor({ amount, currency }: CreditOf, sums: readonly CurrencySum[]) {
  const over = sums
    .filter(({ sum }) => Number(amount ?? NaN) < Number(decimalText(sum)))
    .map((sum) => ({ sum, isLike: (sum.currency ?? currency) === currency }));
  return over.find(({ isLike }) => isLike) ?? over[0] ?? null;
}

/**
 * Whether the credit of an account is enough for these prices at it; null where that is not known, as with some prices missing.
 *
 * Unknown: the currency of the credit. It is that of the account's label; without one it is like prices without a currency alone, which
 * the same service gave.
 */
export function coverageOf(credit: CreditOf, spending: Spending): Coverage | null {
  const sums = sumsOf(spending);
  const [first, ...others] = sums;
  if (first === undefined || Number.isNaN(Number(credit.amount ?? NaN))) return null;
  const tooMuch = tooMuchFor(credit, sums);
  if (tooMuch !== null) return tooMuch.isLike ? 'not-enough' : 'perhaps-not';
  const isAll = others.length === 0 && unpricedIn(spending) === 0;
  return isAll && (first.currency ?? credit.currency) === credit.currency ? 'enough' : null;
}

/** What is said of the credit beside a sum, to follow "The credit of 1300.00". */
export const coverageWords: Readonly<Record<Coverage, string>> = {
  enough: 'is enough',
  'not-enough': 'is not enough',
  'perhaps-not': 'may not be enough',
};

/** Says that the credit is, or may be, too little for the sum of these prices; null where it may do. A warning and not a rule. */
export function creditWarning(
  amount: string | null | undefined,
  spending: Spending,
  currency: string | null = null,
): string | null {
  if (amount == null) return null;
  const [has, sums] = [amountText({ amount, currency }), sumsOf(spending)];
  if (Number.isNaN(Number(amount)) && sums.length > 0)
    return `The credit of ${has} cannot be read as one amount, so it is compared with nothing.`;
  const tooMuch = tooMuchFor({ amount, currency }, sums);
  if (tooMuch === null) return null;
  const words = coverageWords[tooMuch.isLike ? 'not-enough' : 'perhaps-not'];
  return `The credit of ${has} ${words} for ${moneyText(tooMuch.sum, currency)}.`;
}

export const moneyText = (
  { sum, currency }: Pick<CurrencySum, 'sum' | 'currency'>,
  usual: string | null = null,
): string => amountText({ amount: decimalText(sum), currency }, usual);

/** Says that so many of the names to be renewed were registered from here as premium ones. */
export function premiumWarning(premium: number, names: number): string {
  const dear = 'a renewal can cost many times the usual price, also where one is shown';
  if (names === 1) return `It was registered from here as a premium name: ${dear}.`;
  const were = plural(
    premium,
    'was registered from here as a premium name',
    'were registered from here as premium names',
  );
  return `${premium} of them ${were}: ${dear}.`;
}

/** The number of prices that are not known. */
export const unpricedIn = (spending: Spending): number =>
  spending.filter((price) => price.kind !== 'given' || tenThousandths(price.amount) === null).length;

/** What a change costs at least; null where nothing of it is known. */
function leastOf(price: Price): { readonly amount: string; readonly currency: string | null } | null {
  if (price.kind === 'given') return price;
  return price.kind === 'not-given' ? (price.atLeast ?? null) : null;
}

/**
 * Says which limit is exceeded and by what. Used wherever the user confirms a limit, so that the wording is the same.
 */
export function limitSentence({ span, scope, measure, currency, allowed, wouldBe }: OverLimit): string {
  const whose = scope === 'account' ? 'this account’s limit' : 'your limit';
  const [amount, most] =
    measure === 'sum'
      ? [amountText({ amount: wouldBe, currency }), amountText({ amount: allowed, currency })]
      : [
          inEnglish.counted(Number(wouldBe), 'paid change of unknown price', 'paid changes of unknown price'),
          allowed,
        ];
  const one = { change: 'one order', batch: 'one batch', day: 'one day' }[span];
  const is = measure === 'count' && Number(wouldBe) !== 1 ? 'are' : 'is';
  return `${amount}${span === 'day' ? ' today' : ''} ${is} above ${whose} of ${most} for ${one}.`;
}
