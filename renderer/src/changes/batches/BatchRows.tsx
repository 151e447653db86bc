import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import { type ChangeKind, kindOf } from '#shared/changes/index.ts';
import { seenInCredit } from '#shared/domain/activity.ts';
import type { Batch, BatchRow as Row, BatchState, BatchStep } from '#shared/domain/batch.ts';
import { isProven, provenLater, type SyncAnswer, tookEffect } from '#shared/domain/change.ts';
import { nameInText, spellingOf } from '#shared/domain/domain-name.ts';
import { amountText } from '#shared/domain/counting.ts';
import { type Price, priceText } from '#shared/domain/finding.ts';
import { findingKinds } from '#shared/domain/finding-kinds.ts';
import { mayBeIncluded, remarksText } from '#shared/domain/remarks.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../../app-stores.ts';
import { useCurrency } from '../../ui/currency.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { dayInWords, format, upperFirst, withDaysInWords } from '../../ui/Formats.tsx';
import { usePagedRows } from '../../ui/live-collection.ts';
import { FindingMark, FindingWord } from '../../ui/Marks.tsx';
import { NoMatch } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-model.ts';
import { type TeamMarks, useTeamMarks } from '../../team/team-store.ts';
import { ClaimMark } from '../../team/TeamParts.tsx';
import { useRenewalChanges } from '../../watching/price-flags.ts';
import { PriceFlag } from '../../watching/PriceFlag.tsx';
import { ChangeStateMark } from '../ChangeStateMark.tsx';
import type { BatchStore, Which } from './batch-store.ts';
import { Expires } from './RenewalDates.tsx';
import css from './batches.module.css';

interface Props {
  readonly store: BatchStore;
  readonly batch: Batch;
}

/** Each row with its status, or why it is excluded; only visible rows are drawn and read. */
export function BatchRows({ store, batch }: Props) {
  const { goToChanges } = useStores().route.actions;
  const which = useStore(store, (now) => now.which);
  const rows = usePagedRows(store.rows);
  const isKnown = useStore(store.rows, ({ total }) => total !== null);
  const { state, ask, accountId } = batch;
  const { kind } = ask;
  const currency = useCurrency(accountId);
  const marks = useTeamMarks();
  const columns = useMemo(() => {
    const outcomeIn = (width: string) => outcome(batch, marks, width);
    const domain = domainOf(batch, store);
    if (ask.kind === 'renew')
      return [
        domain,
        ...ofRenewals(state, ask.periodYears, accountId, currency),
        outcomeIn('minmax(176px, 3.5fr)'),
      ];
    if (ask.kind === 'register')
      return [
        domain,
        ...(state === 'done' || state === 'stopped' ? [] : ofNames(state)),
        ...ofOrders(currency),
        outcomeIn('minmax(176px, 6fr)'),
      ];
    if (kind === 'contacts') return [domain, ...ofContacts(state), outcomeIn('minmax(176px, 5fr)')];
    if (kind === 'sync') return [domain, ...ofSyncs(state), outcomeIn('minmax(176px, 4.5fr)')];
    // A word each says what a lock was and will be; a set of nameservers is long.
    if (kind === 'nameservers')
      return [domain, ...ofOthers(kind, state, 'minmax(0, 4.5fr)'), outcomeIn('minmax(176px, 4.5fr)')];
    return [domain, ...ofOthers(kind, state, '104px'), outcomeIn('minmax(176px, 8fr)')];
  }, [batch, ask, kind, state, store, accountId, currency, marks]);
  return (
    <DataTable
      label="Rows of the batch"
      columns={columns}
      rows={rows}
      rowKey={({ index }) => String(index)}
      onOpen={({ changeId }) => goToChanges({ kind: 'list', changeId })}
      isOpenable={({ changeId }) => changeId !== null}
      attributes={excluded}
      topOn={which}
      remembers={`batch ${batch.id} ${which}`}
      none={
        isKnown && (
          <NoMatch title={noneWords[which]} onAll={() => store.actions.show('all')}>
            Searched all rows of the batch.
          </NoMatch>
        )
      }
    />
  );
}

const excluded = ({ leftOut, step }: Row) => ({
  'data-left-out': leftOut !== null,
  'data-step': step ?? 'main',
});

/** The name, and where a person may decide, the button that excludes or includes it. */
const domainOf = ({ state }: Pick<Batch, 'state'>, store: BatchStore): Column<Row> => ({
  key: 'domain',
  title: 'Domain',
  width: 'minmax(206px, 4fr)',
  className: `mono ${css['domain'] ?? ''}`,
  hint: ({ domain, client = '' }) => [domain, client].filter((text) => text !== '').join(', '),
  cell: (row) => (
    <Group gap="sm" wrap="nowrap">
      <div className={css['name']}>
        <NameOfRow {...row} />
      </div>
      {isByHand(row, state) && <ByHand row={row} store={store} />}
    </Group>
  ),
});

/**
 * With its A-labels where they differ, and whose it is where others of the batch are somebody else's: two lines fit into a row. What could be
 * mistaken is said in full above the button that applies it.
 */
function NameOfRow({ domain: name, client = '' }: Pick<Row, 'domain' | 'client'>) {
  const { unicode, aLabels, caution } = spellingOf(name);
  if (aLabels === null && client === '') return name;
  return (
    <div>
      <Group gap={4} wrap="nowrap" lh="16px">
        <bdi dir="ltr" className={css['name']}>
          {unicode}
        </bdi>
        {caution !== null && (
          <IconAlertTriangle
            size={14}
            color="var(--nd-caution)"
            style={{ flex: 'none' }}
            role="img"
            aria-label={caution}
          />
        )}
      </Group>
      <Text fz="xs" lh="15px" c="dimmed" truncate>
        {aLabels}
        {client !== '' && (
          <Text span inherit ff="text">
            {aLabels !== null && ' · '}
            <bdi>{client}</bdi>
          </Text>
        )}
      </Text>
    </div>
  );
}

const ofOthers = (kind: ChangeKind, state: BatchState, width: string): readonly Column<Row>[] => [
  {
    key: 'before',
    title: 'Before',
    width,
    className: kindOf(kind).isOfHosts ? 'dim mono' : 'dim',
    hint: ({ before }) => before ?? '',
    cell: (row) => <Value>{row.before ?? (row.error === null ? notLoaded(state) : 'not readable')}</Value>,
  },
  {
    key: 'after',
    title: 'After',
    width,
    className: kindOf(kind).isOfHosts ? 'mono' : '',
    hint: ({ after }) => after,
    cell: ({ leftOut, after }) =>
      leftOut === null && (
        <Group gap="sm" wrap="nowrap">
          <IconArrowRight size={14} color="var(--nd-muted)" style={{ flex: 'none' }} aria-hidden />
          <Value>{after}</Value>
        </Group>
      ),
  },
];

/** Values of contacts are personal: a row names the fields. */
const ofContacts = (state: BatchState): readonly Column<Row>[] => [
  {
    key: 'fields',
    title: 'Changes',
    width: 'minmax(0, 5fr)',
    hint: ({ step, before, erases }) =>
      step !== null || before === null ? '' : `${before}${erases === null ? '' : `. ${erasesText(erases)}`}`,
    cell: ({ step, before, erases, leftOut }) =>
      step !== null ? (
        <span className="dim">{stepWords[step]}</span>
      ) : erases === null ? (
        <Value>{before ?? (leftOut === null ? notLoaded(state) : '–')}</Value>
      ) : (
        <>
          <Text fz="xs" lh="15px" c="var(--nd-danger)" fw={500} truncate>
            {erasesText(erases)}
          </Text>
          <Text fz="xs" lh="15px" truncate>
            {before}
          </Text>
        </>
      ),
  },
];

/** What a row does that is a step of its domain. */
const stepWords: Readonly<Record<BatchStep, string>> = {
  unlock: 'Unlock',
  'lock-again': 'Lock again',
};

const erasesText = (fields: string): string => `Erases ${fields}`;

const oneLine = 28;

/** A long value takes two lines, which fit into a row: it is what is reviewed here. */
const Value = ({ children }: { readonly children: string }) =>
  children.length <= oneLine ? (
    children
  ) : (
    <Text span fz="xs" lh="15px" lineClamp={2} miw={0} style={{ whiteSpace: 'normal' }}>
      {children}
    </Text>
  );

const notLoaded = (state: BatchState): string => (state === 'reading' ? 'not loaded yet' : '–');

/** The last renewal from here, the expiry date with its source, and the price of a renewal. */
const ofRenewals = (
  state: BatchState,
  periodYears: number,
  accountId: string,
  currency: string | null,
): readonly Column<Row>[] => [
  {
    key: 'renewed',
    title: 'Last renewed',
    width: '92px',
    hint: ({ remarks }) =>
      withDaysInWords(remarks.flatMap(({ at, text }) => (at === undefined ? [] : [text])).join(' ')),
    cell: (row) => {
      const { renewal } = row;
      if (isRenewed(row)) return 'this batch';
      if (renewal === null) return <span className="dim">{notLoaded(state)}</span>;
      const { renewedAt } = renewal;
      return renewedAt === null ? '–' : <time dateTime={renewedAt}>{format.day(renewedAt)}</time>;
    },
  },
  {
    key: 'expires',
    title: 'Expires',
    width: '272px',
    className: css['expires'],
    cell: (row) =>
      row.renewal !== null && (
        <Expires
          on={row.renewal.expiresOn}
          renewedFor={isRenewed(row) || isToBeRenewed(row, state) ? periodYears : null}
          isDone={isRenewed(row)}
          isProven={isProven(row)}
        />
      ),
  },
  priceColumn(
    currency,
    (row) =>
      row.renewal !== null &&
      isToBeRenewed(row, state) && (
        <RenewalFlag
          accountId={accountId}
          domain={row.domain}
          price={row.renewal.price}
          periodYears={periodYears}
        />
      ),
  ),
];

/** What a row costs, and what the credit fell by. `flagOf`: how the price differs from before. */
const priceColumn = (currency: string | null, flagOf: (row: Row) => ReactNode): Column<Row> => ({
  key: 'price',
  title: 'Price',
  width: '104px',
  hint: ({ fall }) =>
    fall === null ? '' : `${upperFirst(seenInCredit)}: ${amountText({ amount: fall, currency })}`,
  cell: (row) => {
    const { renewal, fall } = row;
    if (renewal === null) return null;
    return (
      <>
        {/* Two lines fit into a row, and what was taken says more than that no price was given. */}
        {(renewal.price.kind === 'given' || fall === null) && (
          <Text component="div" lh="16px">
            <span className={renewal.price.kind === 'given' ? 'figures' : 'dim'}>
              {priceText(renewal.price, currency)}
            </span>
            {flagOf(row)}
          </Text>
        )}
        {fall !== null && (
          <Text fz="xs" lh="15px" c="dimmed" className="figures">
            credit −{amountText({ amount: fall, currency })}
          </Text>
        )}
        {renewal.isPremium === true && (
          <Text fz="xs" lh="15px" c="var(--nd-caution)">
            premium
          </Text>
        )}
      </>
    );
  },
});

interface RenewalFlagProps {
  readonly accountId: string;
  readonly domain: string;
  /** For the whole period. */
  readonly price: Price;
  readonly periodYears: number;
}

/** Where the price was another one: a mark, and what it was. */
function RenewalFlag({ accountId, ...renewal }: RenewalFlagProps) {
  const changes = useRenewalChanges(accountId, renewal);
  const currency = useCurrency(accountId);
  const [change] = changes;
  if (change?.before == null) return null;
  const ofYear = renewal.periodYears === 1 ? `was ${priceText(change.before, currency)}` : null;
  return (
    <Text fz="xs" lh="15px" c="dimmed" className="figures" truncate>
      <PriceFlag changes={changes} />
      {ofYear ?? (change.isRise ? 'has risen' : 'has fallen')}
    </Text>
  );
}

/** The price of what can be ordered. */
function ofOrders(currency: string | null): readonly Column<Row>[] {
  const price = priceColumn(currency, () => null);
  return [
    {
      ...price,
      width: '112px',
      // That it is a premium name stands beside it.
      cell: (row) =>
        row.before !== null &&
        price.cell({ ...row, renewal: row.renewal && { ...row.renewal, isPremium: false } }),
    },
  ];
}

/** What the lookup of a name found. */
const ofNames = (state: BatchState): readonly Column<Row>[] => [
  {
    key: 'found',
    title: 'Found',
    width: '136px',
    cell: ({ before, error }) => {
      const kind = findingIn(before) ?? (error?.kind === 'not-available' ? error.finding : null);
      if (kind === null) return <span className="dim">{notLoaded(state)}</span>;
      return (
        <Group gap="sm" wrap="nowrap">
          <FindingMark kind={kind} decorative />
          <FindingWord kind={kind} />
        </Group>
      );
    },
  },
];

const findingIn = (before: string | null) => findingKinds.find((kind) => kind === before) ?? null;

/** The expiry date before, known or expected, and what the service answered. */
const ofSyncs = (state: BatchState): readonly Column<Row>[] => [
  {
    key: 'before',
    title: 'Expiry before',
    width: 'minmax(0, 3fr)',
    className: 'dim',
    cell: ({ before }) => (before === null ? unknownOr(state) : withDaysInWords(before)),
  },
  {
    key: 'told',
    title: 'Answer',
    width: 'minmax(0, 5fr)',
    hint: ({ syncAnswer }) => (syncAnswer === null ? '' : syncAnswerText(syncAnswer)),
    cell: ({ syncAnswer }) => syncAnswer !== null && syncAnswerText(syncAnswer),
  },
];

const unknownOr = (state: BatchState): string => (state === 'reading' ? notLoaded(state) : 'not known');

/** Whether its renewal was done, as far as is known. */
const isRenewed = ({ state, settledAs }: Row): boolean => state !== null && tookEffect({ state, settledAs });

/** Whether its renewal is still to come, or was done: only of these a new expiry can be expected. */
const isToBeRenewed = ({ leftOut, state }: Pick<Row, 'leftOut' | 'state'>, batch: BatchState): boolean =>
  leftOut === null && batch !== 'stopped' && (state === null || state === 'planned' || state === 'sending');

/** Why the row is excluded, or the status of its change. */
const outcome = (
  { state, ask: { kind } }: Pick<Batch, 'state' | 'ask'>,
  marks: TeamMarks,
  width: string,
): Column<Row> => ({
  key: 'state',
  // Before anything is sent there is none.
  title: state === 'reading' || state === 'ready' ? 'Note' : 'State',
  width,
  className: css['outcome'],
  hint: (row) => (row.state === null ? reasonText(row) : underState(row)),
  cell: (row) => (
    <>
      {row.state !== null && <ChangeStateMark of={{ ...row, state: row.state }} saysWho />}
      <Reason>{row.state === null ? reasonText(row) : underState(row)}</Reason>
      {row.state === null && row.leftOut === null && (
        <ClaimMark claim={marks.claimOf(row.domain, kind)} isAlone={false} />
      )}
    </>
  ),
});

/** How long after its sending its registry showed it; or why it was not done. */
const underState = (row: Row): string =>
  isProven(row) ? (provenLater(row, format) ?? '') : notDoneText(row);

/** Why the row is excluded, or what is to be known before it is sent, as a review of one domain says it. */
const reasonText = ({ remarks, leftOut }: Row): string =>
  withDaysInWords(remarksText(remarks, leftOut !== null));

/** A long reason takes two lines, which fit into a row. */
const Reason = ({ children }: { readonly children: string }) =>
  children !== '' && (
    <Text c="dimmed" fz="xs" lh="15px" lineClamp={2} flex={1} miw={0} style={{ whiteSpace: 'normal' }}>
      {children}
    </Text>
  );

const resting: readonly BatchState[] = ['ready', 'paused', 'halted'];

const isExcludedByChoice = ({ leftOut }: Row): boolean => leftOut !== null && mayBeIncluded(leftOut);

/**
 * In a batch at rest, rows without a change can be excluded, and rows excluded for a reason that the user may override can be
 * included.
 */
const isByHand = (row: Row, state: BatchState): boolean =>
  resting.includes(state) &&
  row.changeId === null &&
  // A domain is excluded with all its steps.
  row.step === null &&
  (row.leftOut === null || isExcludedByChoice(row));

function ByHand({ row, store }: Pick<Props, 'store'> & { readonly row: Row }) {
  const isExcluded = isExcludedByChoice(row);
  const words = isExcluded ? 'Include' : 'Exclude';
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ff="text"
      aria-label={`${words} ${nameInText(row.domain)}`}
      onClick={() => void store.actions.leaveOut(row.index, !isExcluded)}
    >
      {words}
    </Button>
  );
}

const noneWords: Readonly<Record<Which, string>> = {
  all: 'This batch has no rows',
  'to-do': 'No domain is ready',
  'left-out': 'No domain is excluded',
  odd: 'Nothing needs attention',
};

const notDoneStates: readonly Row['state'][] = ['refused', 'not-applied', 'uncertain'];

/** Why a change was not done, or is uncertain: what the service answered. Empty for the others. */
const notDoneText = ({ state, changeError }: Row): string =>
  changeError === null || !notDoneStates.includes(state) ? '' : sentencesFor(changeError).happened;

/** What a service answered to a sync, in a few words. */
function syncAnswerText({ expiresOn, transferredAway, expired, cancelled }: SyncAnswer): string {
  const words = [
    ...(expiresOn === null ? [] : [`expires ${dayInWords(expiresOn)}`]),
    ...(transferredAway === true ? ['transferred away'] : []),
    ...(expired === true ? ['expired'] : []),
    ...(cancelled === true ? ['cancelled'] : []),
  ];
  return words.length === 0 ? 'No expiry date given' : upperFirst(words.join(', '));
}
