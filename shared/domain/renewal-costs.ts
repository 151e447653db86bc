import type * as portfolio from '../areas/portfolio.ts';
import type * as schemas from '../areas/today.ts';
import type { TypeOf } from '../schema-type.ts';
import { amountText, decimalText, inEnglish, listed, plural, tenThousandths } from './counting.ts';
import { dayIn } from './expiry.ts';
import type { Price } from './finding.ts';
import { sumsOf, unpricedIn } from './limits.ts';

/** What renewals cost, as far as a price of that very name is known. */
export type RenewalCost = TypeOf<typeof schemas.renewalCost>;
/** Of an account's domains. */
export type RenewalPrices = TypeOf<typeof portfolio.renewalPrices>;
type Credit = TypeOf<typeof schemas.credit>;
type Months = TypeOf<typeof schemas.attention>['months'];

/** The present month and those after it. */
const forecastMonths = 12;

const { count } = inEnglish;

/** What of these prices is known, added up. */
export function costOf(prices: readonly Price[]): RenewalCost {
  // Of a price that is not given for the period nothing is counted, also not what it is at least.
  const given = prices.filter(({ kind }) => kind === 'given');
  const sums = sumsOf(given).map(({ currency, sum }) => ({ currency, amount: decimalText(sum) }));
  return { sums, unpriced: unpricedIn(prices) };
}

/**
 * Whether the credit is enough; null where that is not known. Unknown: the currency of the credit. Assumed: that of the prices, where
 * all are of one.
 */
export function coveredBy(credit: Credit, { sums, unpriced }: RenewalCost): boolean | null {
  const amount = Number(credit?.amount ?? NaN);
  if (Number.isNaN(amount) || sums.length === 0) return null;
  if (sums.some((sum) => amount < Number(sum.amount))) return false;
  return unpriced === 0 && sums.length === 1 ? true : null;
}

/** What is left of the credit after this, by the same assumption; null where that is not known, or it is not enough. */
export function creditAfter(credit: Credit, cost: RenewalCost): string | null {
  const [was, less] = [tenThousandths(credit?.amount ?? ''), tenThousandths(cost.sums[0]?.amount ?? '')];
  if (was === null || less === null || coveredBy(credit, cost) !== true) return null;
  return decimalText(was - less);
}

/** "37.98 USD, 12.00 EUR and 1 unknown price". */
export function costText({ sums, unpriced }: RenewalCost): string {
  const known = sums.map((sum) => amountText(sum));
  const unknown = `${count(unpriced)} ${plural(unpriced, 'unknown price', 'unknown prices')}`;
  return listed(unpriced === 0 ? known : [...known, unknown]);
}

/** "3 known 56.97 EUR · 2 unknown"; null where none is known. */
export function sumText(prices: readonly Price[]): string | null {
  const { sums, unpriced } = costOf(prices);
  if (sums.length === 0) return null;
  const known = `${count(prices.length - unpriced)} known ${costText({ sums, unpriced: 0 })}`;
  return unpriced === 0 ? known : `${known} · ${count(unpriced)} unknown`;
}

/** Renewals by month, from the present one on. */
export function createMonths(nowMs: number) {
  const now = new Date(nowMs);
  const names = Array.from({ length: forecastMonths }, (_, index) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() + index, 1)).toISOString().slice(0, 7),
  );
  const today = dayIn(0, nowMs);
  const prices = new Map<string, Price[]>(names.map((month) => [month, []]));
  return {
    /** What has expired already is due now, and in no month. */
    add: (day: string, price: Price): void => {
      if (day >= today) prices.get(day.slice(0, 7))?.push(price);
    },
    all: (): Months =>
      names.map((month) => {
        const of = prices.get(month) ?? [];
        return { month, count: of.length, cost: costOf(of) };
      }),
  };
}

/** What renewing costs, and whether the credit is enough. */
export function renewalText(
  cost: RenewalCost,
  { credit, currency }: { readonly credit: Credit; readonly currency: string | null },
  isCovered: boolean | null,
): string {
  if (cost.sums.length === 0)
    return plural(cost.unpriced, 'The price is not known.', 'The prices are not known.');
  const costs = `Renewing costs ${costText(cost)}`;
  if (isCovered === null || credit === null) return `${costs}.`;
  const has = amountText({ amount: credit.amount, currency });
  return `${costs}; the credit of ${has} is ${isCovered ? 'enough' : 'not enough'}.`;
}
