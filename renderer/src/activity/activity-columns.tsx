import { Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { changeTitle, kindOf, verificationOf } from '#shared/changes/index.ts';
import {
  type ActivityBatch,
  type ActivityLine,
  isPerhapsPaid,
  measuredNote,
  oldToNew,
  type Paid,
  paidFor,
  sumsText,
  sumText,
} from '#shared/domain/activity.ts';
import { domainsIn } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import { amountText } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../app-stores.ts';
import { batchStateText, batchTitle, domainsText } from '../changes/batches/batch-store.ts';
import { NoValue } from '../changes/ChangeParts.tsx';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { accountOf } from '../shell/stores.ts';
import { useCurrency } from '../ui/currency.ts';
import { Age, counted, format, upperFirst } from '../ui/Formats.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import type { Column } from '../ui/table-model.ts';
import css from './list.module.css';

type Fold = (batchId: string, isFolded: boolean) => void;

/** The columns of the list. @param unfolded The batches whose changes are listed below them. */
export function columnsFor(
  isOfAll: boolean,
  unfolded: readonly string[],
  onFold: Fold,
): readonly Column<ActivityLine>[] {
  const state: Column<ActivityLine> = {
    key: 'state',
    title: 'State',
    width: '160px',
    narrow: '152px',
    cell: (line) =>
      line.kind === 'batch' ? (
        <BatchState batch={line.batch} isUnfolded={unfolded.includes(line.batch.id)} onFold={onFold} />
      ) : (
        <StateOf change={line.change} />
      ),
  };
  return [state, ...columns.filter(({ key }) => isOfAll || key !== 'account')];
}

const StateOf = ({ change: { state, proof, settledAs, charge } }: { readonly change: Change }) => (
  <span className={css['state']}>
    <ChangeStateMark state={state} proof={proof} settledAs={settledAs} charge={charge} />
  </span>
);

interface BatchStateProps {
  readonly batch: ActivityBatch;
  readonly isUnfolded: boolean;
  readonly onFold: Fold;
}

/** The state of a batch, behind the button that shows or hides its changes. */
function BatchState({ batch, isUnfolded, onFold }: BatchStateProps) {
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight;
  const changes = counted(batch.changes.all, 'change', 'changes');
  return (
    <Group gap={4} wrap="nowrap">
      {batch.changes.all === 0 ? (
        <span className={css['noFold']} />
      ) : (
        <button
          type="button"
          className={css['fold']}
          tabIndex={-1}
          aria-expanded={isUnfolded}
          aria-label={`${isUnfolded ? 'Hide' : 'Show'} the ${changes} of ${titleOf(batch)}`}
          onClick={() => onFold(batch.id, isUnfolded)}
        >
          <Chevron size={14} stroke={2} aria-hidden />
        </button>
      )}
      <Text span truncate {...stateStyle(batch)}>
        {batchWords(batch)}
      </Text>
    </Group>
  );
}

const batchWords = ({ record, changes }: ActivityBatch): string =>
  record === null ? 'Record deleted' : batchStateText({ ...record, counts: changes });

function stateStyle({ record }: ActivityBatch) {
  if (record?.state === 'halted') return { c: 'var(--nd-caution)', fw: 600 } as const;
  if (record?.state === 'running' || record?.state === 'reading')
    return { c: 'var(--nd-accent)', fw: 500 } as const;
  return record?.state === 'ready' || record?.state === 'paused' ? {} : ({ c: 'dimmed' } as const);
}

/** What a batch does to how many domains; where its record was deleted, what is known from its changes. */
export const titleOf = ({ record, kind, changes }: ActivityBatch): string =>
  record === null
    ? `${upperFirst(kindOf(kind).label)}: ${counted(changes.all, 'change', 'changes')}`
    : batchTitle({ ask: record.ask, counts: record });

const domainsOf = ({ record, changes, firstDomains }: ActivityBatch): string =>
  domainsText(firstDomains, record === null ? changes.all : domainsIn({ ask: record.ask, counts: record }));

const columns: readonly Column<ActivityLine>[] = [
  {
    key: 'what',
    title: 'What',
    // A title needs more room than most names.
    width: 'minmax(0, 7fr)',
    hint: (line) => (line.kind === 'batch' ? domainsOf(line.batch) : whatHint(line.change)),
    cell: (line) => (line.kind === 'batch' ? <BatchWhat batch={line.batch} /> : <What of={line.change} />),
  },
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(0, 5fr)',
    hint: (line) =>
      line.kind === 'batch' ? '' : [line.change.domain, line.client].filter((text) => text !== '').join(', '),
    cell: (line) => (line.kind === 'batch' ? <Tallies batch={line.batch} /> : <Domain {...line} />),
  },
  {
    key: 'account',
    title: 'Account',
    width: 'minmax(88px, 2fr)',
    // Beside an open change only the account's colour is shown.
    narrow: '12px',
    isMarkWhereNarrow: true,
    className: `${css['account'] ?? ''} dim`,
    cell: (line) =>
      line.kind === 'batch' ? (
        <Account id={line.batch.accountId} otherwise="" />
      ) : (
        <Account id={line.change.accountId} otherwise={line.change.accountLabel} />
      ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 'minmax(176px, 4fr)',
    narrow: '128px',
    align: 'right',
    cell: (line) =>
      line.kind === 'batch' ? <BatchSum batch={line.batch} /> : <Amount change={line.change} />,
  },
  {
    key: 'when',
    title: 'When',
    width: '88px',
    narrow: '80px',
    className: 'dim',
    cell: (line) => (
      <Age at={line.kind === 'batch' ? line.at : (line.change.sentAt ?? line.change.createdAt)} />
    ),
  },
];

const whatHint = (change: Change): string =>
  [changeTitle(change.what), oldToNew(change)].filter((text) => text !== null).join(': ');

/** What a change does, and old → new. */
function What({ of }: { readonly of: Change }) {
  const values = oldToNew(of, useCurrency(of.accountId));
  return (
    <>
      <span className={css['what']}>{changeTitle(of.what)}</span>
      {values !== null && <span className={css['values']}>{values}</span>}
    </>
  );
}

const BatchWhat = ({ batch }: { readonly batch: ActivityBatch }) => (
  <>
    <strong className={css['batch']}>{titleOf(batch)}</strong>
    <span className={css['values']}>
      {batch.record?.proposedBy != null && (
        <Text span inherit c="var(--nd-caution)" pr={8}>
          Proposed by “<bdi>{batch.record.proposedBy}</bdi>”
        </Text>
      )}
      {domainsOf(batch)}
    </span>
  </>
);

const Domain = ({ change, client }: Extract<ActivityLine, { readonly kind: 'change' }>) => (
  <>
    <span className="mono">{toUnicode(change.domain)}</span>
    {client !== '' && <span className={css['values']}>{client}</span>}
  </>
);

/** What became of the changes of a batch, and how many of its domains were excluded. */
function Tallies({ batch: { kind, changes, record } }: { readonly batch: ActivityBatch }) {
  // What the service alone says is not drawn as confirmed.
  const proof = verificationOf(kind).isProvable ? null : 'answer';
  const tallies = (['confirmed', 'refused', 'uncertain', 'withdrawn'] as const).filter(
    (state) => changes[state] > 0,
  );
  const excluded = record?.leftOut ?? 0;
  return (
    <Group gap="sm" wrap="nowrap">
      {tallies.map((state) => (
        <Group key={state} gap={4} wrap="nowrap">
          <ChangeStateMark state={state} proof={state === 'confirmed' ? proof : null} short />
          {format.count(changes[state])}
        </Group>
      ))}
      {tallies.length === 0 && record !== null && (
        <Text span c="dimmed" truncate>
          {counted(domainsIn({ ask: record.ask, counts: record }), 'domain', 'domains')}
        </Text>
      )}
      {excluded > 0 && (
        <Text span c="dimmed" truncate>
          {format.count(excluded)} excluded
        </Text>
      )}
    </Group>
  );
}

interface AmountProps {
  readonly change: Change;
}

/** What a change cost: a price, what was measured, or that neither is known. Nothing where nothing was charged. */
function Amount({ change }: AmountProps) {
  const currency = useCurrency(change.accountId);
  const paid = paidFor(change);
  if (paid === null) return null;
  const text = <PaidText paid={paid} currency={currency} />;
  return isPerhapsPaid(change) ? (
    <Text span inherit c="var(--nd-caution)" title="Uncertain: perhaps not charged">
      perhaps {text}
    </Text>
  ) : (
    text
  );
}

interface PaidTextProps {
  readonly paid: Paid;
  /** The account's. */
  readonly currency: string | null;
}

/** An amount in words and looks: a price plainly, a measured one quietly and named so. */
export function PaidText({ paid: { by, amount, currency: own }, currency }: PaidTextProps) {
  if (amount === null) return <NoValue>not given</NoValue>;
  const text = amountText({ amount, currency: own ?? currency });
  if (by === 'price') return <span className="figures">{text}</span>;
  return (
    <span className={css['measured']} title={`Credit went down by ${text} (${measuredNote})`}>
      {text} <span>measured</span>
    </span>
  );
}

/** What the changes of a batch cost together; what is not known is said, and never counts as 0. */
function BatchSum({ batch: { sums } }: { readonly batch: ActivityBatch }) {
  // A single amount without a currency stands alone, as in every row.
  const text = sumText(sums, sums.sums.length > 1);
  const all = sumsText(sums, format);
  if (all === null) return null;
  if (text === null) return <NoValue>{sums.notGiven > 0 ? 'not given' : 'uncertain'}</NoValue>;
  const isMeasured = sums.sums.some(({ measured }) => measured !== null);
  const isWholly = sums.sums.every(({ sum, measured }) => measured === sum);
  // What is missing first: there may not be room for all.
  const more = [
    sums.notGiven > 0 && `+ ${format.count(sums.notGiven)} not given`,
    sums.perhaps > 0 && `${sums.notGiven > 0 ? '' : '+ '}${format.count(sums.perhaps)} uncertain`,
    isMeasured && (isWholly ? 'measured' : 'partly measured'),
  ].filter((words) => words !== false);
  return (
    <span className={isMeasured ? css['measured'] : 'figures'} title={all}>
      {text}
      {more.length > 0 && <span className={css['values']}>{more.join(', ')}</span>}
    </span>
  );
}

interface AccountProps {
  readonly id: string;
  /** The label is that of the journal where the account no longer exists: the journal outlives it. */
  readonly otherwise: string;
}

function Account({ id, otherwise }: AccountProps) {
  const account = useStore(useStores().accounts, (state) => accountOf(state, id));
  const label = account?.label ?? otherwise;
  return (
    <>
      {account !== null && <AccountDot colour={account.colour} />}
      <span className="cut" title={label}>
        {label}
      </span>
    </>
  );
}
