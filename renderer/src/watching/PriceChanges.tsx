import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Price } from '#shared/domain/finding.ts';
import { type PriceChange, priceChanges, type SeenPrice } from '#shared/domain/seen-prices.ts';
import { useStores } from '../app-stores.ts';
import type { Finding } from '../client.ts';
import { useCurrency } from '../ui/currency.ts';
import { useRenewalChanges } from './price-flags.ts';
import { changesOf, changeText } from './price-words.ts';

interface PriceChangesProps {
  readonly accountId: string;
  readonly finding: Finding;
  /** What is about to be paid; of a name that is only looked at, both. */
  readonly of?: 'register' | 'renew';
}

interface Read {
  readonly accountId: string;
  readonly domain: string;
  readonly seen: readonly SeenPrice[];
}

/** How the prices of a name differ from what was seen before; draws nothing where they do not, or nothing is known. */
export function PriceChanges({ accountId, finding, of }: PriceChangesProps) {
  const { bridge } = useStores();
  const currency = useCurrency(accountId);
  const [read, setRead] = useState<Read | null>(null);
  const { domain, checkedAt } = finding;
  useEffect(() => {
    let isWanted = true;
    void bridge.request.watching.prices({ accountId, domain }).then((answer) => {
      if (isWanted && answer.ok) setRead({ accountId, domain, seen: answer.value.seen });
    });
    return () => void (isWanted = false);
  }, [bridge, accountId, domain, checkedAt]);
  const isOfThis = read?.domain === domain && read.accountId === accountId;
  const changes = priceChanges(isOfThis ? read.seen : [], finding).map((change) => ({
    ...change,
    usual: currency,
  }));
  return <ChangeLines changes={of === undefined ? changes : changesOf(changes, of)} />;
}

interface RenewalChangesProps {
  readonly accountId: string;
  readonly domain: string;
  /** For the whole period. */
  readonly price: Price;
  readonly periodYears: number;
}

/** The same of a renewal's price, as it stands in its review. */
export const RenewalChanges = ({ accountId, ...renewal }: RenewalChangesProps) => (
  <ChangeLines changes={useRenewalChanges(accountId, renewal)} />
);

const ChangeLines = ({ changes }: { readonly changes: readonly PriceChange[] }) =>
  changes.map((change) => (
    <Text key={change.of} role="note" c={change.isRise ? 'var(--nd-caution)' : 'dimmed'} className="figures">
      {changeText(change)}
    </Text>
  ));
