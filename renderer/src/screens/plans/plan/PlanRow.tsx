import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { PlanRow as Row, PlanState } from '#shared/domain/plan.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStores } from '../../../app-stores.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { leftOutWords } from '../plan-words.ts';
import css from './plan.module.css';
import type { PlanStore } from './plan-store.ts';

interface Props {
  readonly id: string;
  /** Among those that are shown, from 0. */
  readonly index: number;
  /** Null while its page is on its way. */
  readonly row: Row | null;
  /** Of the plan. */
  readonly state: PlanState;
  readonly current: boolean;
  readonly store: PlanStore;
}

/** One domain of the plan: what is there, what it becomes, and what came of it. */
export function PlanRow({ id, index, row, state, current, store }: Props) {
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
          <StateCell row={row} />
          <span role="gridcell" className={css['hand']}>
            <ByHand row={row} state={state} store={store} />
          </span>
        </>
      )}
    </div>
  );
}

const beforeWords = ({ error }: Row, state: PlanState): string => {
  if (error !== null) return 'not readable';
  return state === 'reading' ? 'not read yet' : '–';
};

/** Why it is left out, or where its change stands. */
function StateCell({ row }: { readonly row: Row }) {
  const { leftOut, state, error } = row;
  if (state !== null)
    return (
      <span role="gridcell">
        <ChangeStateMark state={state} />
      </span>
    );
  const words = leftOut === null ? '' : leftOutWords[leftOut];
  const why = error === null ? words : `${words}. ${sentencesFor(error).happened}`;
  return (
    <span role="gridcell" className={css['why']} title={why}>
      {why}
    </span>
  );
}

const resting: readonly PlanState[] = ['ready', 'paused', 'halted'];

/** Rows of a plan at rest that have no change yet can be left out, and taken in again. */
function ByHand({ row, state, store }: Pick<Props, 'state' | 'store'> & { readonly row: Row }) {
  const isByHand = row.leftOut === 'by-hand';
  if (!resting.includes(state) || row.changeId !== null || (row.leftOut !== null && !isByHand)) return null;
  const words = isByHand ? 'Take in' : 'Leave out';
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${words} ${toUnicode(row.domain)}`}
      onClick={(event) => {
        event.stopPropagation();
        void store.actions.leaveOut(row.index, !isByHand);
      }}
    >
      {words}
    </Button>
  );
}
