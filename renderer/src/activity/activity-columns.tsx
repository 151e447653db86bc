import { Box, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { changeTitle, kindOf, verificationOf } from '#shared/changes/index.ts';
import {
  type ActivityBatch,
  type ActivityLine,
  isPerhapsPaid,
  othersInCredit,
  seenInCredit,
  oldToNew,
  type Paid,
  paidFor,
  sumsText,
  sumText,
  type TeamChange,
} from '#shared/domain/activity.ts';
import { isChangeKind } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { amountText } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { useAccount } from '../app-stores.ts';
import { batchStateText, batchTitle, domainsText } from '../changes/batches/batch-store.ts';
import { NoValue } from '../changes/ChangeParts.tsx';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { By, TeamStateMark } from '../team/TeamParts.tsx';
import { kindWord } from '../team/team-words.tsx';
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
    // Room for the longest one, of a change below its batch too.
    width: '184px',
    narrow: '168px',
    cell: (line) => {
      if (!('batch' in line)) return <StateOf change={line.change} />;
      return <BatchState batch={line.batch} isUnfolded={unfolded.includes(line.batch.id)} onFold={onFold} />;
    },
  };
  return [state, ...columns.filter(({ key }) => isOfAll || key !== 'account')];
}

const StateOf = ({ change }: { readonly change: Change | TeamChange }) => (
  <span className={css['state']}>
    {'proof' in change ? <ChangeStateMark of={change} /> : <TeamStateMark change={change} />}
  </span>
);

interface BatchStateProps {
  readonly batch: ActivityBatch;
  readonly isUnfolded: boolean;
  readonly onFold: Fold;
}

/** The state of a batch, or whose it is, behind the button that shows or hides its changes. */
function BatchState({ batch, isUnfolded, onFold }: BatchStateProps) {
  const { id, changes, team } = batch;
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight;
  return (
    <Group gap={4} wrap="nowrap">
      {changes.all === 0 ? (
        <Box component="span" flex="none" w={20} />
      ) : (
        <button
          type="button"
          className={css['fold']}
          tabIndex={-1}
          aria-expanded={isUnfolded}
          aria-label={`${isUnfolded ? 'Hide' : 'Show'} the ${counted(changes.all, 'change', 'changes')} of ${titleOf(batch)}`}
          onClick={() => onFold(id, isUnfolded)}
        >
          <Chevron size={14} stroke={2} aria-hidden />
        </button>
      )}
      {team === null ? (
        <Text span truncate {...stateStyle(batch)}>
          {batchWords(batch)}
        </Text>
      ) : (
        <By name={team.by} />
      )}
    </Group>
  );
}

const batchWords = ({ record, changes }: ActivityBatch): string =>
  record === null
    ? 'Record deleted'
    : batchStateText({ ...record, counts: { ...changes, notRead: record.notRead } });

function stateStyle({ record }: ActivityBatch) {
  if (record?.state === 'halted') return { c: 'var(--nd-caution)', fw: 600 } as const;
  if (record?.state === 'running' || record?.state === 'reading')
    return { c: 'var(--nd-accent)', fw: 500 } as const;
  return record?.state === 'ready' || record?.state === 'paused' ? {} : ({ c: 'dimmed' } as const);
}

/** What a batch does to how many domains; without its record, what is known from its changes. */
export function titleOf({ record, kind, team, changes }: ActivityBatch): string {
  if (record !== null) return batchTitle({ ask: record.ask, counts: record });
  const what = team === null && isChangeKind(kind) ? upperFirst(kindOf(kind).label) : kindWord(kind);
  return `${what}: ${counted(changes.all, 'change', 'changes')}`;
}

const domainsOf = ({ record, changes, firstDomains }: ActivityBatch): string =>
  domainsText(firstDomains, record?.domains ?? changes.all);

const columns: readonly Column<ActivityLine>[] = [
  {
    key: 'what',
    title: 'What',
    // A title needs more room than most names.
    width: 'minmax(0, 7fr)',
    className: css['named'],
    hint: (line) => {
      if (line.kind === 'team') return `${kindWord(line.change.kind)}, by ${isolated(line.change.by)}`;
      return line.kind === 'batch' ? domainsOf(line.batch) : whatHint(line.change);
    },
    cell: (line) => {
      if (line.kind === 'team') return <TeamWhat change={line.change} />;
      if (line.kind === 'change') return <What of={line.change} />;
      return <BatchWhat line={line} />;
    },
  },
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(0, 5fr)',
    hint: (line) =>
      'batch' in line ? '' : [line.change.domain, line.client].filter((text) => text !== '').join(', '),
    className: css['place'],
    cell: (line) => {
      if (isOfOthers(line)) return null;
      return 'batch' in line ? (
        <TalliesOf {...line} />
      ) : (
        <Domain domain={line.change.domain} client={line.client} />
      );
    },
  },
  {
    key: 'account',
    title: 'Account',
    width: 'minmax(88px, 2fr)',
    // Beside an open change only the account's colour is shown.
    narrow: '12px',
    isMarkWhereNarrow: true,
    className: `${css['account'] ?? ''} dim`,
    cell: (line) => {
      if (line.kind === 'change')
        return <Account id={line.change.accountId} otherwise={line.change.accountLabel} />;
      // An account that only the colleague has goes by its login.
      if (line.kind === 'team') return <Account id={line.accountId ?? ''} otherwise={line.change.service} />;
      return <Account id={line.batch.accountId ?? ''} otherwise={line.batch.team?.service ?? ''} />;
    },
  },
  {
    key: 'amount',
    title: 'Amount',
    // "perhaps 39.99 measured"
    width: 'minmax(168px, 3fr)',
    narrow: 'minmax(128px, 6fr)',
    align: 'right',
    cell: (line) => {
      if ('batch' in line) return <BatchSum sums={line.batch.sums} />;
      if (line.kind === 'change') return <Amount {...line.change} paid={paidFor(line.change)} />;
      const { paid, state } = line.change;
      return <Amount paid={paid} state={state} accountId={line.accountId} />;
    },
  },
  {
    key: 'when',
    title: 'When',
    width: '88px',
    narrow: '80px',
    className: 'dim',
    cell: (line) => {
      if (line.kind === 'change') return <Age at={line.change.sentAt ?? line.change.createdAt} />;
      return <Age at={line.kind === 'team' ? line.change.at : line.at} />;
    },
  },
];

const whatHint = (change: Change): string =>
  [changeTitle(change.what), oldToNew(change)].filter((text) => text !== null).join(': ');

/** What a change does, and old → new. */
function What({ of }: { readonly of: Change }) {
  const values = oldToNew(of, useCurrency(of.accountId));
  return (
    <>
      <Text span inherit fw={500}>
        {changeTitle(of.what)}
      </Text>
      {values !== null && <span className={css['values']}>{values}</span>}
    </>
  );
}

type BatchLine = Extract<ActivityLine, { readonly kind: 'batch' }>;

/** Whether nobody here has made it: then its line says so before anything that may be cut, and takes the column of domains as well. */
export const isOfOthers = (line: ActivityLine): boolean =>
  line.kind === 'batch' && line.batch.record?.proposal != null;

function BatchWhat({ line }: { readonly line: BatchLine }) {
  const { batch } = line;
  const proposal = batch.record?.proposal ?? null;
  const title = <strong>{titleOf(batch)}</strong>;
  const domains = <span className={css['values']}>{domainsOf(batch)}</span>;
  if (proposal === null)
    return (
      <>
        {title}
        {domains}
      </>
    );
  return (
    <Group gap={8} wrap="nowrap">
      {title}
      <Text span flex="none" c="var(--nd-caution)" data-whole>
        By an assistant
      </Text>
      <TalliesOf {...line} isTitled />
      <span className="cut">
        <bdi className={css['foreign']}>{proposal.by}</bdi>
        {domains}
      </span>
    </Group>
  );
}

/** A colleague's change: what it is, and whose. */
const TeamWhat = ({ change: { kind, by } }: { readonly change: TeamChange }) => (
  <>
    <Text span inherit fw={500}>
      {kindWord(kind)}
    </Text>
    <span className={css['values']}>
      <By name={by} />
    </span>
  </>
);

interface DomainProps {
  readonly domain: string;
  readonly client: string;
}

const Domain = ({ domain, client }: DomainProps) => (
  <>
    <span className="mono">{toUnicode(domain)}</span>
    {client !== '' && <span className={css['values']}>{client}</span>}
  </>
);

interface TalliesProps extends Pick<ActivityBatch, 'changes' | 'record'> {
  readonly proof: Change['proof'];
  /** The number of domains stands beside it already. */
  readonly isTitled: boolean;
}

/** What the service alone says is not drawn as confirmed, nor what only a colleague's journal does. */
function TalliesOf({
  batch: { team, kind, changes, record },
  isTitled = false,
}: BatchLine & { readonly isTitled?: boolean }) {
  const isProvable = team === null && isChangeKind(kind) && verificationOf(kind).isProvable;
  return (
    <Tallies isTitled={isTitled} changes={changes} record={record} proof={isProvable ? null : 'answer'} />
  );
}

/** What became of the changes of a batch, and how many of its domains were excluded. */
function Tallies({ changes, record, proof, isTitled }: TalliesProps) {
  const tallies = (['confirmed', 'refused', 'uncertain', 'withdrawn'] as const).filter(
    (state) => changes[state] > 0,
  );
  const excluded = record?.leftOut ?? 0;
  return (
    <Group gap="sm" wrap="nowrap" flex={isTitled ? 'none' : undefined}>
      {tallies.map((state) => (
        <Group key={state} gap={4} wrap="nowrap">
          <ChangeStateMark of={{ state, proof: state === 'confirmed' ? proof : null }} short />
          {format.count(changes[state])}
        </Group>
      ))}
      {tallies.length === 0 && record !== null && !isTitled && (
        <Text span c="dimmed" truncate>
          {counted(record.domains, 'domain', 'domains')}
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

interface AmountProps extends Pick<Change, 'state'> {
  readonly paid: Paid | null;
  readonly accountId: string | null;
}

/** What a change cost: a price, what was measured, or that neither is known. Nothing where nothing was charged. */
function Amount({ paid, state, accountId }: AmountProps) {
  const currency = useCurrency(accountId);
  if (paid === null) return null;
  const text = <PaidText paid={paid} currency={currency} />;
  return isPerhapsPaid({ state }) ? (
    <Text span inherit c="var(--nd-caution)" title="Uncertain: perhaps not charged">
      {paid.amount === null ? '' : 'perhaps '}
      {text}
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
    <span
      className={css['measured']}
      title={`The service gave no price. The credit went down by ${text}; ${othersInCredit}.`}
    >
      {text} <span>{seenInCredit}</span>
    </span>
  );
}

/** What the changes of a batch cost together; what is not known is said, and never counts as 0. */
function BatchSum({ sums }: Pick<ActivityBatch, 'sums'>) {
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
    isMeasured && `${isWholly ? '' : 'partly '}${seenInCredit}`,
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
  const account = useAccount(id);
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
