/**
 * A price as the service gave it. Three states, because "not given" is not 0 and "unreadable" is not "not given".
 *
 * `amount` is the decimal text as received, never a float. `currency` is null where the answer names none.
 */
export type Price =
  | { readonly kind: 'not-given' }
  | { readonly kind: 'given'; readonly amount: string; readonly currency: string | null }
  | { readonly kind: 'unreadable' };

export const notGiven: Price = { kind: 'not-given' };

/** The prices of one period. Assumed: the period key counts years (field notes; the API document gives no unit). */
export interface PeriodPrices {
  readonly period: number;
  readonly register: Price;
  readonly transfer: Price;
  readonly renew: Price;
}

/** All periods that an answer named, shortest first; empty when it named none. */
export type PriceList = readonly PeriodPrices[];

/** To register for a whole period; not given where that period was not named. */
export const registrationPrice = (prices: PriceList, periodYears: number): Price =>
  prices.find(({ period }) => period === periodYears)?.register ?? notGiven;

/** The prices of one year, or of the shortest period that was named; undefined where none was. */
export const shortestPeriod = (prices: PriceList): PeriodPrices | undefined => prices[0];
