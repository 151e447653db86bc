import type { PriceList } from './price.ts';

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
