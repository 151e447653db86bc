/** What is known of one name under one TLD. The words are the product's, the same in code, screens and files. */
export const findingKinds = [
  'available',
  'premium',
  'taken',
  'reserved',
  'invalid',
  'unknown',
  'unchecked',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Why an asked name has no usable answer. */
export const unknownCauses = [
  'not-in-answer',
  'no-decision',
  'error-in-answer',
  'refused',
  'unreachable',
  'unreadable',
  'no-key',
  'cancelled',
] as const;
export type UnknownCause = (typeof unknownCauses)[number];

export interface Finding {
  /** The full name as A-labels in lower case, without a final dot. */
  readonly domain: string;
  /** The TLD without a leading dot, lower case. */
  readonly tld: string;
  readonly kind: FindingKind;
  /** Set for `unknown` alone. */
  readonly cause: UnknownCause | null;
  /** The service's own words about this name (`domainErrorMessage`, an `error`), or empty. */
  readonly message: string;
  /** UTC, ISO 8601; null for `unchecked`. */
  readonly checkedAt: string | null;
  readonly prices: PriceList;
}

/** A finding that was really asked for: it has its time, and is never `unchecked`. */
export interface CheckedFinding extends Finding {
  readonly kind: Exclude<FindingKind, 'unchecked'>;
  readonly checkedAt: string;
}

/** The order in which findings are shown: what one can buy first. */
const rank: Readonly<Record<FindingKind, number>> = {
  available: 0,
  premium: 1,
  unknown: 2,
  reserved: 3,
  taken: 4,
  invalid: 5,
  unchecked: 6,
};

export const byUsefulness = (a: Finding, b: Finding): number => rank[a.kind] - rank[b.kind];

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
