import type * as schemas from '../areas/common-schemas.ts';
import { assertNever } from '../result.ts';
import type { TypeOf } from '../schema-type.ts';
import { amountText, timesAmount } from './counting.ts';
import { isolated } from './isolated.ts';
import type { findingKinds, shownKinds, unknownCauses } from './finding-kinds.ts';

export type FindingKind = (typeof findingKinds)[number];
/** Of a name on a screen or in a file, see `shownKinds`. */
export type ShownKind = (typeof shownKinds)[number];
export type UnknownCause = (typeof unknownCauses)[number];
export type Finding = TypeOf<typeof schemas.finding>;

/** A finding that came from a lookup: it has a time, and is never `unchecked`. */
export interface CheckedFinding extends Finding {
  readonly kind: Exclude<FindingKind, 'unchecked'>;
  readonly checkedAt: string;
}

/**
 * Whether the service says that it does not offer the TLD. It answers as for a name that cannot be one, so only its own
 * words tell them apart. With others, or none, it is not known; “not available” may be a registry that is down.
 *
 * Unknown: how a TLD that the account does not sell is answered, and whether `GET /tlds` lists what it sells.
 */
export const isNotSold = ({
  kind,
  message,
}: Pick<Finding, 'message'> & { readonly kind: ShownKind }): boolean =>
  kind === 'invalid' && saysNotSold.test(message);

/** Of the TLD as a whole: “not supported for …” or “with …” speaks of some names under it. */
const saysNotSold =
  /^(?:sorry, )?(?:unsupported (?:tld|extension)\b|(?:(?:this|the|that) )?(?:domain )?(?:tld|extension|top[- ]level domain)(?: ["“'(]?\.[^\s"”')]+["”')]?)?,? (?:is )?(?:unsupported|not (?:supported|offered|sold|enabled))\b)(?! (?:for|with|without|in|on|when|if|unless)\b)/iu;

/** The order in which findings are shown: those that can be bought first, then the user's own. */
const rank: Readonly<Record<ShownKind, number>> = {
  available: 0,
  premium: 1,
  yours: 2,
  unknown: 3,
  reserved: 4,
  taken: 5,
  invalid: 6,
  unchecked: 7,
};

/** Whether the name can be registered. */
export const isBuyable = (kind: ShownKind): boolean => kind === 'available' || kind === 'premium';

export const byUsefulness = (a: ShownKind, b: ShownKind): number => rank[a] - rank[b];

export type Price = TypeOf<typeof schemas.price>;
export type PriceList = Finding['prices'];
export type PeriodPrices = PriceList[number];

export const notGiven: Price = { kind: 'not-given' };

/** The price to register for a whole period; `not-given` if the answer does not have that period. */
export const registrationPrice = (prices: PriceList, periodYears: number): Price =>
  priceOfPeriod(prices, periodYears, 'register');

/** The same to renew. */
export const renewalPrice = (prices: PriceList, periodYears: number): Price =>
  priceOfPeriod(prices, periodYears, 'renew');

/** Assumed: n years cost n times one year or more; this is only what limits count, and never shown as the price (G11). */
function priceOfPeriod(prices: PriceList, periodYears: number, of: 'register' | 'renew'): Price {
  const priceFor = (years: number): Price => prices.find(({ period }) => period === years)?.[of] ?? notGiven;
  const [whole, oneYear] = [priceFor(periodYears), priceFor(1)];
  const amount = oneYear.kind === 'given' ? timesAmount(oneYear.amount, periodYears) : null;
  if (whole.kind !== 'not-given' || oneYear.kind !== 'given' || amount === null) return whole;
  return { kind: 'not-given', atLeast: { amount, currency: oneYear.currency } };
}

/** True for the same amount and currency as text, and for the same raw text where they cannot be read (G15). */
export function isSamePrice(one: Price | null, other: Price | null): boolean {
  if (one === null || other === null) return one === other;
  const textOf = (price: Price): string =>
    price.kind === 'not-given'
      ? JSON.stringify(price.atLeast && [price.atLeast.amount, price.atLeast.currency])
      : JSON.stringify(price.kind === 'given' ? [price.amount, price.currency] : price.raw);
  return one.kind === other.kind && textOf(one) === textOf(other);
}

/** What a lookup found is used as the price of a paid change for so long (G11). */
const freshForMs = 86_400_000;

/** Whether the prices of a lookup at `checkedAt` may still be used. A clock that was set back does not make it younger. */
export function isFresh({ checkedAt }: Pick<Finding, 'checkedAt'>, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(checkedAt ?? '');
  return ageMs <= freshForMs && ageMs >= -60_000;
}

/** The prices of one year, or of the shortest period in the answer; undefined if there is none. */
export const shortestPeriod = (prices: PriceList): PeriodPrices | undefined => prices[0];

/** A price as the service gave it. A missing price is *not given*, never 0. @param usual See {@link amountText}. */
export function priceText(price: Price, usual: string | null = null): string {
  switch (price.kind) {
    case 'not-given':
      return 'not given';
    case 'unreadable': {
      const raw = rawText(price, 60);
      return raw === '' ? 'not readable' : `not readable (“${isolated(raw)}”)`;
    }
    case 'given':
      return amountText(price, usual);
    default:
      return assertNever(price);
  }
}

/** What was given instead of a price, in so many characters; empty where that is not known. */
export const rawText = (
  { raw = '' }: Extract<Price, { readonly kind: 'unreadable' }>,
  most: number,
): string => (raw.length > most ? `${raw.slice(0, most - 1)}…`.toWellFormed() : raw);
