import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mostFlaggedNames } from '#shared/domain/bounds.ts';
import { isSamePrice, type Price, priceText } from '#shared/domain/finding.ts';
import type { NamedPriceChange } from '#shared/domain/seen-prices.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { useCurrency } from '../ui/currency.ts';
import { coalesced, storeOf } from '../ui/live-collection.ts';
import { changesOf } from './price-words.ts';

/** A name whose price is on the screen. `asOf` changes with the price: when it was checked, or the price itself. */
export interface PricedName {
  readonly domain: string;
  readonly asOf: string;
}

/** Answers come in one after the other: they are asked about together. */
const askAfterMs = 200;
/** More than are on any screen. */
const mostKnown = 20_000;

const keyOf = (accountId: string, { domain, asOf }: PricedName): string => `${accountId} ${domain} ${asOf}`;

/** How what names cost differs from what was seen before, asked once for each price. */
function createPriceFlags({ bridge }: Pick<Stores, 'bridge'>) {
  const store = createStore<ReadonlyMap<string, readonly NamedPriceChange[]>>(() => new Map());
  const wanted = new Map<string, PricedName & { readonly accountId: string }>();

  async function askAbout(accountId: string, names: readonly PricedName[]): Promise<void> {
    const domains = names.map(({ domain }) => domain);
    const answer = await bridge.request.watching.priceChanges({ accountId, domains });
    // Without an answer nothing is flagged until the price is another one.
    const changes = Map.groupBy(answer.ok ? answer.value.changes : [], ({ domain }) => domain);
    const before = store.getState();
    const next = new Map(before.size > mostKnown ? [] : before);
    for (const name of names) next.set(keyOf(accountId, name), changes.get(name.domain) ?? []);
    store.setState(next, true);
  }

  async function ask(): Promise<void> {
    const names = [...wanted.values()];
    wanted.clear();
    for (const [accountId, of] of Map.groupBy(names, (name) => name.accountId))
      for (let from = 0; from < of.length; from += mostFlaggedNames)
        await askAbout(accountId, of.slice(from, from + mostFlaggedNames));
  }

  const askSoon = coalesced(() => void ask(), askAfterMs);

  return {
    ...store,
    want(accountId: string, names: readonly PricedName[]): void {
      for (const name of names) {
        const key = keyOf(accountId, name);
        if (!store.getState().has(key)) wanted.set(key, { ...name, accountId });
      }
      if (wanted.size > 0) askSoon();
    },
  };
}

/** How the prices on the screen differ from what was seen before, by name. */
export function usePriceFlags(accountId: string | null, names: readonly PricedName[]) {
  const store = storeOf(useStores(), createPriceFlags);
  const known = useStore(store);
  const usual = useCurrency(accountId);
  useEffect(() => {
    if (accountId !== null && names.length > 0) store.want(accountId, names);
  }, [store, accountId, names]);
  return useMemo(
    () =>
      new Map(
        names.flatMap((name) => {
          const changes = known.get(keyOf(accountId ?? '', name)) ?? [];
          if (changes.length === 0) return [];
          return [[name.domain, changes.map((change) => ({ ...change, usual }))] as const];
        }),
      ),
    [known, accountId, names, usual],
  );
}

interface Renewal {
  readonly domain: string;
  /** For the whole period. */
  readonly price: Price;
  readonly periodYears: number;
}

/** How the price of a renewal differs from what was seen before. */
export function useRenewalChanges(
  accountId: string,
  { domain, price, periodYears }: Renewal,
): readonly NamedPriceChange[] {
  const asOf = priceText(price);
  const names = useMemo(() => [{ domain, asOf }], [domain, asOf]);
  const changes = changesOf(usePriceFlags(accountId, names).get(domain) ?? [], 'renew');
  // The price of a year may have changed again since this one was read; that of a longer period is another one.
  return changes.filter(({ after }) => periodYears > 1 || isSamePrice(after, price));
}
