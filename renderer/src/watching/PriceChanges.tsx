import { Text } from '@mantine/core';
import type { Price } from '#shared/domain/finding.ts';
import { type PriceChange, priceChanges } from '#shared/domain/seen-prices.ts';
import type { Finding } from '../client.ts';
import { useCurrency } from '../ui/currency.ts';
import { useRenewalChanges } from './price-flags.ts';
import { changesOf, changeText } from './price-words.ts';
import { valueOf } from '../remote.ts';
import { useAction, useAgainWith } from '../use-action.ts';

interface PriceChangesProps {
  readonly accountId: string;
  readonly finding: Finding;
  /** What is about to be paid; of a name that is only looked at, both. */
  readonly of?: 'register' | 'renew';
}

/** How the prices of a name differ from what was seen before; draws nothing where they do not, or nothing is known. */
export function PriceChanges({ accountId, finding, of }: PriceChangesProps) {
  const currency = useCurrency(accountId);
  const read = useAction('watching', 'prices', { accountId, domain: finding.domain });
  useAgainWith(finding.checkedAt, read);
  const changes = priceChanges(valueOf(read[0])?.seen ?? [], finding).map((change) => ({
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
