import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Plan, PlanRow as Row, PlanState } from '#shared/domain/plan.ts';
import { useStores } from '../../../app-stores.ts';
import { format } from '../../../lib/format.ts';
import { priceText } from '../../../lib/price-text.ts';
import { KnownAge } from '../../change/KnownAge.tsx';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { excludedText } from '../plan-words.ts';
import css from './plan.module.css';
import type { PlanStore } from './plan-store.ts';

interface Props {
  readonly id: string;
  /** Among those that are shown, from 0. */
  readonly index: number;
  /** Null while its page is on its way. */
  readonly row: Row | null;
  readonly plan: Plan;
  readonly current: boolean;
  readonly store: PlanStore;
}

/** One domain of the plan: what is there, what it becomes, and what came of it. */
export function PlanRow({ id, index, row, plan, current, store }: Props) {
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
  readonly state: PlanState;
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

const beforeWords = ({ error }: Row, state: PlanState): string => {
  if (error !== null) return 'not readable';
  return state === 'reading' ? 'not loaded yet' : '–';
};

/** When it was last renewed here, until when it is registered and by whose word, and what a renewal costs. */
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
  /** Whether it has the last column too. */
  readonly isWide: boolean;
}

/** Why it is excluded, or where its change stands. */
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

const resting: readonly PlanState[] = ['ready', 'paused', 'halted'];

const isExcludedByChoice = ({ leftOut }: Row): boolean => leftOut === 'by-hand' || leftOut === 'renewed';

/** Rows of a batch at rest that have no change yet can be excluded; those that a person may decide about, included. */
const isByHand = (row: Row, state: PlanState): boolean =>
  resting.includes(state) && row.changeId === null && (row.leftOut === null || isExcludedByChoice(row));

function ByHand({ row, store }: Pick<Props, 'store'> & { readonly row: Row }) {
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
