import { useMemo } from 'react';
import { isBuyable, priceText, shortestPeriod } from '#shared/domain/finding.ts';
import type { PriceKind } from '#shared/domain/session-prices.ts';
import type { Finding } from '../client.ts';
import { useCurrency } from '../ui/currency.ts';
import { usePriceFlags } from '../watching/price-flags.ts';
import { changesOf } from '../watching/price-words.ts';
import { PriceFlag } from '../watching/PriceFlag.tsx';
import css from './list.module.css';
import { kindOfRow, priceOf, type Row, type Rows, withFlags } from './rows.ts';

/** The rows with how their prices differ from what was seen before. */
export function useFlaggedRows(rows: Rows, accountId: string | null): Rows {
  const names = useMemo(
    () =>
      [...rows.values()]
        .filter((row) => isBuyable(kindOfRow(row)))
        .map(({ finding: { domain, checkedAt } }) => ({ domain, asOf: checkedAt ?? '' })),
    [rows],
  );
  const flags = usePriceFlags(accountId, names);
  return useMemo(() => withFlags(rows, flags), [rows, flags]);
}

/** The price of a row that is not the user's own, marked where it was another one. */
export const FlaggedPrice = ({
  row: { isOwned, finding, flags },
  of,
}: {
  readonly row: Row;
  readonly of: PriceKind;
}) =>
  isOwned !== true && (
    <>
      <PriceFlag changes={changesOf(flags ?? [], of)} />
      <Price finding={finding} of={of} />
    </>
  );

interface PriceProps {
  readonly finding: Finding;
  readonly of: PriceKind;
}

/** The price of one year, or of the shortest period, where the name can be bought; a missing one is named. */
export function Price({ finding, of }: PriceProps) {
  const currency = useCurrency();
  const first = shortestPeriod(finding.prices);
  const price = priceOf(finding, of);
  const spoken = <span className="spoken">{of === 'renew' ? 'renewal price ' : 'price '}</span>;
  // Where no price is given at all, one word says so.
  const isSaidBeside = of === 'renew' && first?.register.kind !== 'given';
  if (price === null || (price.kind === 'not-given' && isSaidBeside)) return null;
  if (price.kind !== 'given')
    return (
      <span className={css['quiet']}>
        {spoken}
        {priceText(price, currency)}
      </span>
    );
  return (
    <>
      {spoken}
      {priceText(price, currency)}
      {first !== undefined && first.period !== 1 && <span className={css['quiet']}> / {first.period} y</span>}
    </>
  );
}
