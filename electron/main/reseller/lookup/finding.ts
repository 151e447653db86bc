import { aLabelsOf } from '#shared/domain/domain-name.ts';
import {
  type CheckedFinding,
  notGiven,
  type PeriodPrices,
  type Price,
  type PriceList,
} from '#shared/domain/finding.ts';
import { writtenAmount } from '#shared/domain/counting.ts';
import { bareTld } from '#shared/domain/plain-name.ts';
import { isArray, isObject, type Json, type JsonObject, member, parseJson, textOf } from '../json.ts';
import { cut } from '../../system/texts.ts';
import { sanitize } from '../mask.ts';
import { errorWords } from '../refusals.ts';
import { type AskedName, decide, doubtIn, entriesIn, isPremium, type Match, matchEntries } from './answer.ts';

/** The finding for one requested name. Without a usable result it is `unknown`: never available, never taken. */
export function findingOf({ domain, tld }: AskedName, match: Match, checkedAt: string): CheckedFinding {
  const asked = { domain, tld, checkedAt };
  if (match === 'none') return { ...asked, kind: 'unknown', cause: 'not-in-answer', message: '', prices: [] };
  if (match === 'contradiction')
    return { ...asked, kind: 'unknown', cause: 'no-decision', message: '', prices: [] };
  const decision = decide(match);
  const words =
    textOf(match, 'domainErrorMessage') ||
    errorWords(member(match, 'error')) ||
    (decision.kind === 'unknown' ? doubtIn(match) : '');
  return {
    ...asked,
    ...decision,
    message: words === '' ? '' : sanitize(words, []),
    prices: pricesOf(match, isPremium(match)),
  };
}

const maxPeriods = 100;
const amountNames = ['price', 'amount', 'value', 'cost'];
const currencyNames = ['currency', 'currencyCode', 'CurrencyCode', 'currencycode'];

/**
 * The prices in a lookup result, shortest period first. For a premium name these are its premium prices or none:
 * `pricing` holds the ordinary price of the TLD (F14).
 *
 * Assumed: the keys of `pricing` count years; `shortestPeriod` is used if `pricing` does not name its period.
 * Unknown: the form of a price; a number, an amount in a text (`writtenAmount`), or either of them in an object is accepted.
 */
export function pricesOf(result: JsonObject, isPremium: boolean): PriceList {
  if (isPremium) return premiumPrices(member(result, 'premiumCostPricing'));
  return namedPeriods(result)
    .sort((a, b) => a.period - b.period)
    .slice(0, maxPeriods);
}

/**
 * The premium prices.
 *
 * Assumed: an empty array if there are none, else an object with `register` and `renew`, for one year (field notes);
 * such an object as the only element of an array is accepted too. Unknown: any other shape, which is unreadable and not
 * "not given".
 */
function premiumPrices(value: Json | undefined): PriceList {
  if (isEmpty(value)) return [];
  const only = isArray(value) && value.length === 1 ? value[0] : value;
  const isKnown = isObject(only) && premiumNames.some((name) => member(only, name) !== undefined);
  if (isKnown) return [pricesFor(1, only, currencyOf(only))];
  return [unreadablePrices(value)];
}

function unreadablePrices(value: Json | undefined): PeriodPrices {
  const unreadable = unreadablePrice(value);
  return { period: 1, register: unreadable, transfer: unreadable, renew: unreadable };
}

const premiumNames = ['register', 'renew', 'transfer'];

/** With its raw text, so that another one is noticed as a change (G15). */
const unreadablePrice = (value: Json | undefined): Price => ({
  kind: 'unreadable',
  raw: cut(sanitize(typeof value === 'string' ? value : JSON.stringify(value ?? null), []), 200),
});

/** Where prices stand in a form that nobody knows, they are unreadable, and not “not given” (H24). */
function namedPeriods(result: JsonObject): PeriodPrices[] {
  const named: PeriodPrices[] = [];
  const add = (key: string, prices: Json | undefined): void => {
    const isNew = isPeriod.test(key) && !named.some(({ period }) => period === Number(key));
    if (isNew && isObject(prices)) named.push(pricesFor(Number(key), prices, null));
  };
  const pricing = member(result, 'pricing');
  if (isArray(pricing)) pricing.forEach((prices) => add(periodIn(prices), prices));
  else if (isObject(pricing)) Object.entries(pricing).forEach(([key, prices]) => add(key, prices));
  const shortest = member(result, 'shortestPeriod');
  add(periodIn(shortest), shortest);
  if (named.length > 0 || holdsNothing(pricing)) return named;
  return [unreadablePrices(pricing)];
}

const periodIn = (prices: Json | undefined): string =>
  isObject(prices) ? JSON.stringify(member(prices, 'period') ?? null).replaceAll('"', '') : '';

const holdsNothing = (value: Json | undefined): boolean =>
  isEmpty(value) || ((isArray(value) || isObject(value)) && Object.values(value).every(holdsNothing));

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
    if (amount === undefined || isObject(amount)) return unreadablePrice(value);
    return priceOf(amount, currencyOf(value) ?? currency);
  }
  const written = writtenIn(value);
  return written !== null && isPrice.test(written.amount) && isOneCurrency(written, currency)
    ? { kind: 'given', amount: written.amount, currency: written.currency ?? currency }
    : unreadablePrice(value);
}

/** A number has no separators: what stands behind its point are decimals. */
function writtenIn(value: Json | undefined): ReturnType<typeof writtenAmount> {
  if (typeof value === 'number') return { amount: String(value), currency: null, hasSign: false };
  return typeof value === 'string' ? writtenAmount(value) : null;
}

const isPrice = /^\d{1,20}(\.\d{1,20})?$/;

/** A sign alone does not say which currency it is: then two prices could be taken for the same (G15). */
const isOneCurrency = (
  { currency, hasSign }: NonNullable<ReturnType<typeof writtenAmount>>,
  named: string | null,
): boolean => {
  if (currency === null) return !hasSign || named !== null;
  return named === null || named.toUpperCase() === currency;
};

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const currencyOf = (value: JsonObject): string | null =>
  currencyNames.map((name) => textOf(value, name)).find((code) => /^[A-Za-z]{3,16}$/.test(code)) ?? null;

/**
 * The lookup result for one name in a stored answer.
 *
 * @param domain A-labels. @param tld As the finding has it.
 * @returns null if the answer has none for it, has two that contradict each other, or was truncated.
 */
export function resultIn(answer: string, domain: string, tld: string): JsonObject | null {
  const body = parseJson(answer);
  const entries = body.ok ? entriesIn(body.value) : null;
  if (entries === null) return null;
  const asciiTld = aLabelsOf(bareTld(tld));
  const asked = { label: domain.slice(0, -asciiTld.length - 1), tld: bareTld(tld), asciiTld, domain };
  const [match] = matchEntries([asked], entries).byAsked;
  return match === undefined || typeof match === 'string' ? null : match;
}

/** One field of an answer as text, for a person to read. */
interface AnswerField {
  /** Dotted, as in `pricing.1.register`; 500 characters at most. */
  readonly path: string;
  /** 4,000 characters at most; texts unchanged, everything else as JSON. */
  readonly value: string;
}

const maxFields = 2_000;

/** Every field of an answer in order, including empty objects and arrays; 2,000 at most. */
export function fieldsOf(answer: Json): readonly AnswerField[] {
  const fields: AnswerField[] = [];
  const walk = (value: Json, path: string): void => {
    if (fields.length >= maxFields) return;
    const inner = isArray(value) || isObject(value) ? Object.entries(value) : [];
    inner.forEach(([name, item]: [string, Json]) => walk(item, path === '' ? name : `${path}.${name}`));
    if (inner.length === 0) fields.push({ path: path.slice(0, 500), value: shown(value) });
  };
  walk(answer, '');
  return fields;
}

const shown = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000);
