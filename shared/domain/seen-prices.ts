import type * as schemas from '../areas/watching.ts';
import type { TypeOf } from '../schema-type.ts';
import { tenThousandths } from './counting.ts';
import { type Finding, shortestPeriod } from './finding.ts';

/** What a name cost from when it was first seen so, until the next one. */
export type SeenPrice = TypeOf<typeof schemas.seenPrice>;

/** The last change of what a name costs. */
export type PriceChange = TypeOf<typeof schemas.priceChange>;
/** The last change of what a name costs by its latest finding. */
export type NamedPriceChange = TypeOf<typeof schemas.namedPriceChange>;

/**
 * How what a name costs now differs from what was seen before: of the shortest period, where both prices are given in the same
 * currency. A price that was not given once is no change.
 *
 * @param seen In the order in which they were seen.
 */
export function priceChanges(seen: readonly SeenPrice[], now: Finding): readonly PriceChange[] {
  const last = { seenAt: now.checkedAt ?? '', kind: now.kind, prices: now.prices };
  const all = [...seen.filter(({ seenAt }) => seenAt < last.seenAt), last].filter(
    ({ kind }) => kind === 'available' || kind === 'premium' || kind === 'taken',
  );
  if (all.at(-1) !== last) return [];
  return [premiumSince(all), changeOf(all, 'register'), changeOf(all, 'renew')].filter(
    (change) => change !== null,
  );
}

function premiumSince(all: readonly SeenPrice[]): PriceChange | null {
  const before = all.findLastIndex(({ kind }) => kind === 'available');
  const since = all[before + 1];
  const isFlip = before >= 0 && all.at(-1)?.kind === 'premium' && since !== undefined;
  return isFlip
    ? { of: 'premium', before: null, beforeAt: null, after: null, isRise: true, since: since.seenAt }
    : null;
}

function changeOf(all: readonly SeenPrice[], of: 'register' | 'renew'): PriceChange | null {
  const given = all.flatMap(({ seenAt, prices }) => {
    const price = shortestPeriod(prices)?.[of];
    return price?.kind === 'given' ? [{ seenAt, price, period: shortestPeriod(prices)?.period }] : [];
  });
  const after = given.at(-1);
  const isNow = after !== undefined && after.seenAt === all.at(-1)?.seenAt;
  if (!isNow) return null;
  const comparable = given.filter(
    ({ price, period }) => price.currency === after.price.currency && period === after.period,
  );
  const at = comparable.findLastIndex(({ price }) => price.amount !== after.price.amount);
  const [before, first] = [comparable[at], comparable[at + 1]];
  const [was, is] = [tenThousandths(before?.price.amount ?? ''), tenThousandths(after.price.amount)];
  if (before === undefined || first === undefined || was === null || is === null || was === is) return null;
  return {
    of,
    before: before.price,
    beforeAt: before.seenAt,
    after: after.price,
    isRise: is > was,
    since: first.seenAt,
  };
}

/** Those that a finding itself shows: a later lookup of the name may have found another price. */
export const ofFinding = (
  changes: readonly NamedPriceChange[],
  { checkedAt }: Pick<Finding, 'checkedAt'>,
): readonly NamedPriceChange[] => changes.filter((change) => change.checkedAt === checkedAt);
