import type * as schemas from '../areas/today.ts';
import type { TypeOf } from '../schema-type.ts';
import { amountText, decimalText, inEnglish, listed, plural, tenThousandths } from './counting.ts';
import { dayIn } from './expiry.ts';
import type { OwnedPrice } from './account.ts';
import { isolated } from './isolated.ts';
import { type Coverage, coverageOf, coverageWords, type Spending, sumsOf, unpricedIn } from './limits.ts';

/** What renewals cost, as far as a price of that very name is known. */
export type RenewalCost = TypeOf<typeof schemas.renewalCost>;
/** What renewing for a year cost when it was looked up. */
interface Renewal {
  readonly amount: string;
  readonly currency: string | null;
  readonly at: string;
}
/** Of an account's domains. */
export interface RenewalPrices {
  /** As far as it was said of that very name. */
  readonly known: readonly (Renewal & { readonly name: string })[];
  /** Of each TLD, that of the name found available last. Another name may cost otherwise: it is shown, and never counted. */
  readonly similar: readonly (Renewal & { readonly tld: string })[];
}
type Credit = TypeOf<typeof schemas.credit>;
type Months = TypeOf<typeof schemas.attention>['months'];

/** The present month and those after it. */
const forecastMonths = 12;

const { count } = inEnglish;

/** What of these prices is known, added up. */
export function costOf(prices: Spending): RenewalCost {
  const sums = sumsOf(givenOf(prices)).map(({ currency, of, sum }) => ({
    currency,
    account: of?.label ?? null,
    amount: decimalText(sum),
  }));
  return { sums, unpriced: unpricedIn(prices) };
}

/** Of a price that is not given for the period nothing is counted, also not what it is at least. */
const givenOf = (prices: Spending): Spending => prices.filter(({ kind }) => kind === 'given');

/** A credit, and the currency that the user gave its account. */
interface CreditIn {
  readonly credit: Credit;
  readonly currency: string | null;
}

/** Whether the credit of an account is enough to renew at these prices; null where that is not known. */
export function coveredBy({ credit, currency }: CreditIn, prices: Spending): Coverage | null {
  const known = coverageOf({ amount: credit?.amount, currency }, givenOf(prices));
  return known === 'enough' && unpricedIn(prices) > 0 ? null : known;
}

/** What is left of the credit after this; null where that is not known, or it is not enough. */
export function creditAfter(of: CreditIn, prices: Spending): string | null {
  const [was, less] = [tenThousandths(of.credit?.amount ?? ''), sumsOf(givenOf(prices))[0]?.sum];
  if (was === null || less === undefined || coveredBy(of, prices) !== 'enough') return null;
  return decimalText(was - less);
}

/** "37.98 USD, 12.00 EUR and 1 unknown price"; whose money it is, where sums without a currency are of several accounts. */
export function costText({ sums, unpriced }: RenewalCost): string {
  const known = sums.map(
    ({ account, ...sum }) =>
      `${amountText(sum)}${account !== null && sums.length > 1 ? ` of ${isolated(account)}` : ''}`,
  );
  const unknown = `${count(unpriced)} ${plural(unpriced, 'unknown price', 'unknown prices')}`;
  return listed(unpriced === 0 ? known : [...known, unknown]);
}

/** "3 known 56.97 EUR · 2 unknown"; null where none is known. */
export function sumText(prices: Spending): string | null {
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
  const prices = new Map<string, OwnedPrice[]>(names.map((month) => [month, []]));
  return {
    /** What has expired already is due now, and in no month. */
    add: (day: string, price: OwnedPrice): void => {
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
export function renewalText(of: CreditIn, prices: Spending): string {
  const cost = costOf(prices);
  if (cost.sums.length === 0)
    return plural(cost.unpriced, 'The price is not known.', 'The prices are not known.');
  const costs = `Renewing costs ${costText(cost)}`;
  const coverage = coveredBy(of, prices);
  if (coverage === null || of.credit === null) return `${costs}.`;
  const has = amountText({ amount: of.credit.amount, currency: of.currency });
  return `${costs}; the credit of ${has} ${coverageWords[coverage]}.`;
}
