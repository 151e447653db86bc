import { Text } from '@mantine/core';
import type { Batch } from '#shared/domain/batch.ts';
import { amountText } from '#shared/domain/counting.ts';
import { useStores } from '../../app-stores.ts';
import type { Output } from '#shared/routes.ts';
import { useCurrency } from '../../ui/currency.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { coalesced, useRemote } from '../../ui/live-collection.ts';
import { valueOf } from '../../remote.ts';

/** What the changes of the batch cost so far, by price or as measured from the credit; draws nothing where neither is known. */
export function CostSoFar({ batch: { id, accountId, counts } }: { readonly batch: Batch }) {
  const currency = useCurrency(accountId);
  const { request, on } = useStores().bridge;
  const [read] = useRemote(
    () => request.limits.costIn({ batchId: id }),
    (again) => {
      const soon = coalesced(again, 300);
      return on['changes.changed'](({ changes }) => {
        if (
          changes.some(({ batchId, state }) => batchId === id && state !== 'planned' && state !== 'sending')
        )
          soon();
      });
    },
  );
  const cost = valueOf(read);
  if (cost === null || (cost.sums.length === 0 && cost.credit === null)) return null;
  const done = counts.confirmed + counts.uncertain;
  return (
    <Text>
      <Sums cost={cost} done={done} currency={currency} />
      {cost.fall !== null && (
        <Text span c="dimmed">
          Measured from the credit:{' '}
          <span className="figures">{amountText({ amount: cost.fall.amount, currency })}</span> for{' '}
          {format.count(cost.fall.changes)} of {counted(done, 'change', 'changes')}.
        </Text>
      )}
      {counts.uncertain > 0 && (
        <Text span c="var(--nd-caution)">
          {' '}
          {counted(counts.uncertain, 'uncertain change', 'uncertain changes')} counted in: perhaps not
          charged.
        </Text>
      )}
      <CreditBeside credit={cost.credit} currency={currency} />
    </Text>
  );
}

type Cost = Output<'limits', 'costIn'>;

interface InCurrency {
  readonly currency: string | null;
}

interface SumsProps extends InCurrency {
  readonly cost: Cost;
  readonly done: number;
}

const Sums = ({ cost: { sums, unsummed }, done, currency }: SumsProps) =>
  sums.length > 0 && (
    <>
      Cost <span className="figures">{sums.map((sum) => amountText(sum, currency)).join(' + ')}</span>
      {unsummed > 0 && `; what ${format.count(unsummed)} of ${format.count(done)} cost is not known`}.{' '}
    </>
  );

/** Why the header's credit fell by another amount than was measured change by change. */
const CreditBeside = ({ credit, currency }: Pick<Cost, 'credit'> & InCurrency) =>
  credit !== null && (
    <Text span c="dimmed">
      {' '}
      The whole credit went from{' '}
      <span className="figures">{amountText({ amount: credit.before, currency })}</span> to{' '}
      <span className="figures">{amountText({ amount: credit.after, currency })}</span> meanwhile: the rest
      can’t be assigned to one change, as with orders side by side, late charges or a top-up.
    </Text>
  );
