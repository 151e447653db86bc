import { Text } from '@mantine/core';
import { useStore } from 'zustand';
import { priceIn } from '#shared/domain/account.ts';
import { seenInCredit } from '#shared/domain/activity.ts';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import { amountText } from '#shared/domain/counting.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import { creditWarning, moneyText, premiumWarning, sumsOf, unpricedIn } from '#shared/domain/limits.ts';
import { creditAfter } from '#shared/domain/renewal-costs.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../../app-stores.ts';
import type { Output } from '../../client.ts';
import { creditOf } from '../../shell/stores.ts';
import { useCurrency } from '../../ui/currency.ts';
import { Age, counted, format, upperFirst } from '../../ui/Formats.tsx';
import { useAction } from '../../use-action.ts';
import { valueOf } from '../../remote.ts';
import type { BatchCost } from './batch-store.ts';

/** What the changes of the batch cost so far, by price or as measured from the credit; draws nothing where neither is known. */
export function CostSoFar({ batch: { id, accountId, counts } }: { readonly batch: Batch }) {
  const currency = useCurrency(accountId);
  const [read] = useAction('limits', 'costIn', { batchId: id });
  const cost = valueOf(read);
  if (cost === null || (cost.sums.length === 0 && cost.credit === null)) return null;
  const done = counts.confirmed + counts.uncertain;
  return (
    <Text>
      <Sums cost={cost} done={done} currency={currency} />
      {cost.fall !== null && !isAllMeasured(cost) && (
        <Text span c="dimmed">
          {upperFirst(seenInCredit)}:{' '}
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
      {isAllMeasured({ sums }) && ` (${seenInCredit})`}
      {unsummed > 0 && `; what ${format.count(unsummed)} of ${format.count(done)} cost is not known`}.{' '}
    </>
  );

/** Then the fall of the credit says nothing more. */
const isAllMeasured = ({ sums }: Pick<Cost, 'sums'>): boolean =>
  sums.length > 0 && sums.every(({ amount, measured }) => measured === amount);

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

interface CostsProps {
  readonly batch: Batch;
  /** Null until they are loaded. */
  readonly ready: readonly BatchRow[] | null;
}

/** Costs. A missing price is shown as missing; no total is guessed. */
export function Costs({ batch, ready }: CostsProps) {
  const credit = useStore(useStores().status, (state) => creditOf(state, batch.accountId));
  const currency = useCurrency(batch.accountId);
  if (!isPaid(batch.ask.kind) || ready === null) return null;
  const cost = costOf(batch, ready, currency);
  const after = creditAfter({ credit, currency }, pricesOf(ready, currency));
  const premium = ready.filter(({ renewal }) => renewal?.isPremium === true).length;
  const unsaid = ready.find(({ renewal }) => renewal?.priceError != null)?.renewal?.priceError;
  const warnings = [
    unsaid == null ? null : `Prices could not be looked up: ${sentencesFor(unsaid).happened}`,
    creditWarning(credit?.amount, pricesOf(ready, currency), currency),
    premium === 0 ? null : premiumText(batch, premium, ready.length),
  ].filter((text) => text !== null);
  return (
    <p>
      <strong className="figures">
        {cost === null ? 'Prices are listed beside the domains.' : costText(batch, cost)}
      </strong>{' '}
      {credit === null ? (
        'The credit is unknown.'
      ) : (
        <>
          Credit <span className="figures">{amountText({ amount: credit.amount, currency })}</span>, read{' '}
          <Age at={credit.readAt} />
          {after !== null && (
            <>
              ; <span className="figures">{amountText({ amount: after, currency })}</span> afterwards
            </>
          )}
          .
        </>
      )}
      {warnings.length > 0 && (
        <Text span c="var(--nd-caution)">
          {` ${warnings.join(' ')}`}
        </Text>
      )}
    </p>
  );
}

const pricesOf = (ready: readonly BatchRow[], currency: string | null): readonly Price[] =>
  ready.map(({ renewal }) => renewal?.price ?? notGiven).map(priceIn(currency));

/** The cost of the ready orders; null before they are loaded. */
export function costOf(
  { ask, counts }: Batch,
  ready: readonly BatchRow[] | null,
  currency: string | null,
): BatchCost | null {
  if (!isPaid(ask.kind) || ready === null || ready.length < counts.remaining) return null;
  const prices = pricesOf(ready, currency);
  const sums = sumsOf(prices.filter(({ kind }) => kind === 'given')).map((sum) => moneyText(sum));
  const unpriced = unpricedIn(prices);
  return { sum: sums.length === 0 ? null : sums.join(' + '), priced: prices.length - unpriced, unpriced };
}

function costText({ ask }: Pick<Batch, 'ask'>, { sum, priced, unpriced }: BatchCost): string {
  const orders = (count: number): string =>
    ask.kind === 'register' ? counted(count, 'name', 'names') : counted(count, 'renewal', 'renewals');
  if (sum === null) return `Prices: not given for ${format.count(unpriced)}.`;
  const known = `${sum} for ${orders(priced)}`;
  return unpriced === 0 ? `${known}.` : `${known}; not given for ${format.count(unpriced)}.`;
}

/** Names that a person included although they are premium ones, or that were registered as such. */
const premiumText = ({ ask }: Batch, premium: number, names: number): string =>
  ask.kind === 'register'
    ? `${counted(premium, 'premium name is', 'premium names are')} included: each can cost many times the usual price, at each renewal too.`
    : premiumWarning(premium, names);
