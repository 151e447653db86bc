import { notGiven, type PeriodPrices, type Price, type PriceList } from '#shared/domain/price.ts';
import { isArray, isObject, type Json, type JsonObject, member, textOf } from '../json.ts';

const maxPeriods = 100;
const amountNames = ['price', 'amount', 'value', 'cost'];
const currencyNames = ['currency', 'currencyCode', 'CurrencyCode', 'currencycode'];

/**
 * The prices that a lookup result names, shortest period first.
 *
 * Assumed: the keys of `pricing` count years; `shortestPeriod` stands in where `pricing` does not name its period; a
 * premium name costs what `premiumCostPricing` says, for one year, wherever that is filled.
 * Unknown: what stands in a filled price; any of number, numeric text, or either of them in an object is taken.
 */
export function pricesOf(result: JsonObject, isPremium: boolean): PriceList {
  const premium = member(result, 'premiumCostPricing');
  if (isPremium && isObject(premium) && !isEmpty(premium)) {
    return [pricesFor(1, premium, currencyOf(premium))];
  }
  const byPeriod = new Map(namedPeriods(result).map((prices) => [prices.period, prices]));
  return [...byPeriod.values()].sort((a, b) => a.period - b.period).slice(0, maxPeriods);
}

/** The later of one period counts: `pricing` before `shortestPeriod`. */
function namedPeriods(result: JsonObject): readonly PeriodPrices[] {
  const shortest = member(result, 'shortestPeriod');
  const period = isObject(shortest) ? member(shortest, 'period') : undefined;
  const pricing = member(result, 'pricing');
  const named: readonly (readonly [string, Json | undefined])[] = [
    [typeof period === 'number' ? String(period) : '', shortest],
    ...(isObject(pricing) ? Object.entries(pricing) : []),
  ];
  return named.flatMap(([key, prices]) =>
    /^[1-9]\d{0,2}$/.test(key) && isObject(prices) ? [pricesFor(Number(key), prices, null)] : [],
  );
}

const pricesFor = (period: number, prices: JsonObject, currency: string | null): PeriodPrices => ({
  period,
  register: priceOf(member(prices, 'register'), currency),
  transfer: priceOf(member(prices, 'transfer'), currency),
  renew: priceOf(member(prices, 'renew'), currency),
});

/** A price as given; "not given", "0" and "unreadable" are three different things. */
export function priceOf(value: Json | undefined, currency: string | null = null): Price {
  if (isEmpty(value)) return notGiven;
  if (isObject(value)) {
    const amount = amountNames.map((name) => member(value, name)).find((found) => found !== undefined);
    if (amount === undefined || isObject(amount)) return { kind: 'unreadable' };
    return priceOf(amount, currencyOf(value) ?? currency);
  }
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return /^\d{1,20}(\.\d{1,20})?$/.test(text)
    ? { kind: 'given', amount: text, currency }
    : { kind: 'unreadable' };
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const currencyOf = (value: JsonObject): string | null =>
  currencyNames.map((name) => textOf(value, name)).find((code) => /^[A-Za-z]{3,16}$/.test(code)) ?? null;
