import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { Batch, BatchRow as Row, BatchState } from '#shared/domain/batch.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../../app-stores.ts';
import { format, priceText } from '../../ui/Formats.tsx';
import { rowAt } from '../../ui/live-collection.ts';
import { RowGrid, useTopWhen } from '../../ui/RowGrid.tsx';
import { NoneShown } from '../../ui/States.tsx';
import { ChangeStateMark } from '../ChangeParts.tsx';
import { KnownAge } from '../LastChange.tsx';
import { type BatchStore, excludedText, pageSize, type Which } from './batch-store.ts';
import css from './plan.module.css';

interface Props {
  readonly store: BatchStore;
  readonly plan: Batch;
}

/** Each row with its status, or why it is excluded; only visible rows are drawn and read. */
export function BatchRows({ store, plan }: Props) {
  const { goToChanges } = useStores().route.actions;
  const list = useRef<HTMLDivElement>(null);
  const { total, pages } = useStore(store.rows);
  const at = useStore(store, (state) => state.cursor);
  const which = useStore(store, (state) => state.which);
  const count = total ?? 0;
  const isRenewal = plan.ask.kind === 'renew';
  useTopWhen(list, which);

  function open(): void {
    const changeId = rowAt(pages, pageSize, at)?.changeId ?? null;
    if (changeId !== null) goToChanges({ kind: 'list', changeId });
  }

  return (
    <RowGrid
      list={list}
      label="Rows of the batch"
      className={css[isRenewal ? 'renewals' : 'grid']}
      lines={count}
      line={at}
      keys={{
        at,
        count,
        moveTo: store.actions.moveTo,
        open,
        close: () => store.actions.moveTo(-1),
        toField: () => undefined,
      }}
      idPrefix="plan-row"
      heading={<Heading columns={isRenewal ? ofRenewals : ofOthers} />}
      none={total === 0 && <NoRows store={store} />}
      onSight={store.rows.show}
      draw={(index, id) => (
        <BatchRow
          key={index}
          id={id}
          index={index}
          row={rowAt(pages, pageSize, index)}
          plan={plan}
          current={index === at}
          store={store}
        />
      )}
    />
  );
}

const ofOthers = ['Domain', 'Before', 'After', 'State'] as const;
const ofRenewals = ['Domain', 'Renewed', 'Expires', 'Price', 'State'] as const;

const Heading = ({ columns }: { readonly columns: readonly string[] }) => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      {columns.map((name) => (
        <span key={name} role="columnheader">
          {name}
        </span>
      ))}
      <span role="columnheader">
        <span className="spoken">Include or exclude</span>
      </span>
    </div>
  </div>
);

interface BatchRowProps {
  readonly id: string;
  /** Among the shown rows, from 0. */
  readonly index: number;
  /** Null while its page is loading. */
  readonly row: Row | null;
  readonly plan: Batch;
  readonly current: boolean;
  readonly store: BatchStore;
}

/** One domain of the batch: before, after, and the outcome. */
function BatchRow({ id, index, row, plan, current, store }: BatchRowProps) {
  const { goToChanges } = useStores().route.actions;
  const changeId = row?.changeId ?? null;
  return (
    <div
      id={id}
      className={css[changeId === null ? 'line' : 'row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={row === null}
      data-left-out={row !== null && row.leftOut !== null}
      onClick={() => {
        store.actions.moveTo(index);
        if (changeId !== null) goToChanges({ kind: 'list', changeId });
      }}
    >
      {row !== null && (
        <>
          <span role="gridcell" className={`${css['domain'] ?? ''} mono`} title={row.domain}>
            {toUnicode(row.domain)}
          </span>
          {plan.ask.kind === 'renew' ? (
            <RenewalCells row={row} state={plan.state} />
          ) : (
            <BeforeAfter row={row} state={plan.state} />
          )}
          <StateCell row={row} isWide={!isByHand(row, plan.state)} />
          {isByHand(row, plan.state) && (
            <span role="gridcell" className={css['hand']}>
              <ByHand row={row} store={store} />
            </span>
          )}
        </>
      )}
    </div>
  );
}

interface CellsProps {
  readonly row: Row;
  readonly state: BatchState;
}

const BeforeAfter = ({ row, state }: CellsProps) => (
  <>
    <span role="gridcell" className={css['before']} title={row.before ?? ''}>
      {row.before ?? beforeWords(row, state)}
    </span>
    <span role="gridcell" className={css['after']} title={row.after}>
      {row.leftOut === null && (
        <>
          <IconArrowRight size={14} aria-hidden />
          {row.after}
        </>
      )}
    </span>
  </>
);

const beforeWords = ({ error }: Row, state: BatchState): string => {
  if (error !== null) return 'not readable';
  return state === 'reading' ? 'not loaded yet' : '–';
};

/** The last renewal from here, the expiry date with its source, and the price of a renewal. */
function RenewalCells({ row: { renewal }, state }: CellsProps) {
  if (renewal === null) {
    return (
      <>
        <span role="gridcell" className={css['before']}>
          {state === 'reading' ? 'not loaded yet' : '–'}
        </span>
        <span role="gridcell" />
        <span role="gridcell" />
      </>
    );
  }
  const { renewedAt, expiresOn, price } = renewal;
  return (
    <>
      <span role="gridcell" title={renewedAt === null ? '' : `Renewed on ${format.day(renewedAt)}`}>
        {renewedAt === null ? '–' : <time dateTime={renewedAt}>{format.day(renewedAt)}</time>}
      </span>
      <span role="gridcell" className={css['expires']}>
        {expiresOn === null ? (
          <span className={css['quiet']}>not known</span>
        ) : (
          <>
            <time dateTime={expiresOn.value}>{format.day(`${expiresOn.value}T12:00:00`)}</time>
            <KnownAge at={expiresOn.at} source={expiresOn.source} />
          </>
        )}
      </span>
      <span role="gridcell" className={price.kind === 'given' ? 'figures' : css['quiet']}>
        {priceText(price)}
      </span>
    </>
  );
}

interface StateProps {
  readonly row: Row;
  /** Whether it spans the last column too. */
  readonly isWide: boolean;
}

/** Why the row is excluded, or the status of its change. */
function StateCell({ row, isWide }: StateProps) {
  const wide = isWide ? { className: css['wide'], 'aria-colspan': 2 } : {};
  if (row.state !== null)
    return (
      <span role="gridcell" {...wide}>
        <ChangeStateMark state={row.state} />
      </span>
    );
  const why = excludedText(row);
  return (
    <span role="gridcell" {...wide} className={`${css['why'] ?? ''} ${wide.className ?? ''}`} title={why}>
      {why}
    </span>
  );
}

const resting: readonly BatchState[] = ['ready', 'paused', 'halted'];

const isExcludedByChoice = ({ leftOut }: Row): boolean => leftOut === 'by-hand' || leftOut === 'renewed';

/**
 * In a batch at rest, rows without a change can be excluded, and rows excluded for a reason that the user may override can be
 * included.
 */
const isByHand = (row: Row, state: BatchState): boolean =>
  resting.includes(state) && row.changeId === null && (row.leftOut === null || isExcludedByChoice(row));

function ByHand({ row, store }: Pick<BatchRowProps, 'store'> & { readonly row: Row }) {
  const isExcluded = isExcludedByChoice(row);
  const words = isExcluded ? 'Include' : 'Exclude';
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${words} ${toUnicode(row.domain)}`}
      onClick={(event) => {
        event.stopPropagation();
        void store.actions.leaveOut(row.index, !isExcluded);
      }}
    >
      {words}
    </Button>
  );
}

/** The row of a list whose filter matches nothing. */
function NoRows({ store }: { readonly store: BatchStore }) {
  const which = useStore(store, (state) => state.which);
  return (
    <NoneShown title={noneWords[which]} onAll={() => store.actions.show('all')}>
      All rows of the batch were looked through.
    </NoneShown>
  );
}

const noneWords: Readonly<Record<Which, string>> = {
  all: 'This batch has no rows',
  'to-do': 'No domain is ready',
  'left-out': 'No domain is excluded',
  odd: 'Nothing needs attention',
};
