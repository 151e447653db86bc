/** The kinds of findings for one name under one TLD. Code, screens and files use these same words. */
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

/** Why a requested name has no usable answer. */
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
  /** Set for `unknown` only. */
  readonly cause: UnknownCause | null;
  /** The service's own words about this name (`domainErrorMessage`, an `error`), or empty. */
  readonly message: string;
  /** UTC, ISO 8601; null for `unchecked`. */
  readonly checkedAt: string | null;
  readonly prices: PriceList;
}

/** A finding that came from a lookup: it has a time, and is never `unchecked`. */
export interface CheckedFinding extends Finding {
  readonly kind: Exclude<FindingKind, 'unchecked'>;
  readonly checkedAt: string;
}

/** The order in which findings are shown: those that can be bought first. */
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
 * `amount` is the decimal text as received, never a float. `currency` is null if the answer names none.
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

/** All periods in an answer, shortest first; empty if it has none. */
export type PriceList = readonly PeriodPrices[];

/** The price to register for a whole period; `not-given` if the answer does not have that period. */
export const registrationPrice = (prices: PriceList, periodYears: number): Price =>
  prices.find(({ period }) => period === periodYears)?.register ?? notGiven;

/** The prices of one year, or of the shortest period in the answer; undefined if there is none. */
export const shortestPeriod = (prices: PriceList): PeriodPrices | undefined => prices[0];
