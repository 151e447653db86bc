import type * as schemas from '../areas/common-schemas.ts';
import { assertNever } from '../result.ts';
import type { TypeOf } from '../schema-type.ts';
import type { findingKinds, shownKinds, unknownCauses } from './terms.ts';

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
  prices.find(({ period }) => period === periodYears)?.register ?? notGiven;

/** The same to renew. */
export const renewalPrice = (prices: PriceList, periodYears: number): Price =>
  prices.find(({ period }) => period === periodYears)?.renew ?? notGiven;

/** The prices of one year, or of the shortest period in the answer; undefined if there is none. */
export const shortestPeriod = (prices: PriceList): PeriodPrices | undefined => prices[0];

/** A price as the service gave it. A missing price is *not given*, never 0; a missing currency is not guessed. */
export function priceText(price: Price): string {
  switch (price.kind) {
    case 'not-given':
      return 'not given';
    case 'unreadable':
      return 'not readable';
    case 'given':
      return price.currency === null ? price.amount : `${price.amount} ${price.currency}`;
    default:
      return assertNever(price);
  }
}
