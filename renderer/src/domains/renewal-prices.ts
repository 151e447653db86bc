import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type OwnedPrice, pricedIn } from '#shared/domain/account.ts';
import { notGiven } from '#shared/domain/finding.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { RenewalPrices } from '#shared/domain/renewal-costs.ts';
import { useStores } from '../app-stores.ts';
import { accountOf } from '../shell/stores.ts';
import { useActions } from '../use-action.ts';

type Place = Pick<Domain, 'accountId' | 'name'>;

/** What renewing a domain for a year costs, and when that was said. */
type Renewal = Omit<RenewalPrices['known'][number], 'name'>;

export type RenewalsOfDomains = ReturnType<typeof renewalsOf>;

/** More than any amount: each currency is sorted by itself. */
const aboveAnyAmount = 1e9;

/** The prices of several accounts' domains. @param labelOf The account's label, which tells its money from that of others. */
export function renewalsOf(
  prices: ReadonlyMap<string, RenewalPrices>,
  labelOf: (accountId: string) => string = String,
) {
  const known = new Map<string, ReadonlyMap<string, Renewal>>();
  const similar = new Map<string, ReadonlyMap<string, Renewal>>();
  const currencies = new Set<string>();
  for (const [accountId, of] of prices) {
    known.set(accountId, new Map(of.known.map((one) => [one.name, one])));
    similar.set(accountId, new Map(of.similar.map((one) => [one.tld, one])));
    for (const { currency } of of.known) currencies.add(currency ?? '');
  }
  const ranks = new Map([...currencies].toSorted().map((currency, rank) => [currency, rank]));

  /** What was said of that very name; null where that is not known. */
  const of = ({ accountId, name }: Place): Renewal | null => known.get(accountId)?.get(name) ?? null;
  /** What another name of the TLD costs: this one may cost otherwise. */
  const similarTo = ({ accountId, name }: Place): Renewal | null =>
    similar.get(accountId)?.get(tldOf(name)) ?? null;
  return {
    of,
    similarTo,
    has: (place: Place): boolean => of(place) !== null || similarTo(place) !== null,
    priceOf(place: Place): OwnedPrice {
      const found = of(place);
      if (found === null) return notGiven;
      const { amount, currency } = found;
      const owner = { id: place.accountId, label: labelOf(place.accountId) };
      return pricedIn({ currency, owner })({ kind: 'given', amount, currency });
    },
    /** What the list is sorted by: known prices alone. */
    orderOf(place: Place): number | null {
      const found = of(place);
      if (found === null) return null;
      return (ranks.get(found.currency ?? '') ?? 0) * aboveAnyAmount + Number(found.amount);
    },
  };
}

export const noPrices = renewalsOf(new Map());

/** The prices of the accounts' domains, live while they are listed. Of an account whose prices cannot be read none is known. */
export function useRenewalPrices(accountIds: readonly string[]): RenewalsOfDomains {
  const state = useStore(useStores().accounts);
  const inputs = accountIds.map((accountId) => ({ accountId }));
  const read = useActions('domains', 'prices', inputs);
  return useMemo(() => {
    const known = accountIds.flatMap((id, index) => {
      const prices = read[index];
      return prices === undefined ? [] : [[id, prices] as const];
    });
    return renewalsOf(new Map(known), (id) => accountOf(state, id)?.label ?? '');
  }, [accountIds, read, state]);
}
