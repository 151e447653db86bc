import { notGiven, type PeriodPrices, type Price, type PriceList } from '#shared/domain/price.ts';
import { isArray, isObject, type Json, type JsonObject, member, textOf } from '../json.ts';

const maxPeriods = 100;
const amountNames = ['price', 'amount', 'value', 'cost'];
const currencyNames = ['currency', 'currencyCode', 'CurrencyCode', 'currencycode'];

/**
 * The prices that a lookup result names, shortest period first. Of a premium name these are its premium prices or none: what
 * stands in `pricing` is the ordinary price of the TLD (F14).
 *
 * Assumed: the keys of `pricing` count years; `shortestPeriod` stands in where `pricing` does not name its period.
 * Unknown: what stands in a filled price; any of number, numeric text, or either of them in an object is taken.
 */
export function pricesOf(result: JsonObject, isPremium: boolean): PriceList {
  if (isPremium) return premiumPrices(member(result, 'premiumCostPricing'));
  return namedPeriods(result)
    .sort((a, b) => a.period - b.period)
    .slice(0, maxPeriods);
}

/**
 * Assumed: an empty array where there are none, else an object with `register` and `renew`, for one year (field notes); such an
 * object alone in an array is taken too. Unknown: any other shape, which is unreadable and not "not given".
 */
function premiumPrices(value: Json | undefined): PriceList {
  if (isEmpty(value)) return [];
  const only = isArray(value) && value.length === 1 ? value[0] : value;
  const isKnown = isObject(only) && premiumNames.some((name) => member(only, name) !== undefined);
  return [isKnown ? pricesFor(1, only, currencyOf(only)) : unreadableYear];
}

const premiumNames = ['register', 'renew', 'transfer'];

const unreadableYear: PeriodPrices = {
  period: 1,
  register: { kind: 'unreadable' },
  transfer: { kind: 'unreadable' },
  renew: { kind: 'unreadable' },
};

function namedPeriods(result: JsonObject): PeriodPrices[] {
  const named: PeriodPrices[] = [];
  const add = (key: string, prices: Json | undefined): void => {
    const isNew = isPeriod.test(key) && !named.some(({ period }) => period === Number(key));
    if (isNew && isObject(prices)) named.push(pricesFor(Number(key), prices, null));
  };
  const pricing = member(result, 'pricing');
  if (isObject(pricing)) Object.entries(pricing).forEach(([key, prices]) => add(key, prices));
  const shortest = member(result, 'shortestPeriod');
  if (isObject(shortest)) add(JSON.stringify(member(shortest, 'period') ?? null), shortest);
  return named;
}

const isPeriod = /^[1-9]\d{0,2}$/;

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
