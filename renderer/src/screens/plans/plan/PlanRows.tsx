import { type RefObject, useEffect, useRef } from 'react';
import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { useCursorInSight } from '../../../components/use-cursor-in-sight.ts';
import { changeKeys } from '../../changes/list/change-keys.ts';
import { InPlace } from '../../changes/InPlace.tsx';
import { rowAt } from '../../changes/paged.ts';
import { useWindow } from '../../search/use-window.ts';
import { NoRows } from './NoRows.tsx';
import css from './plan.module.css';
import { PlanRow } from './PlanRow.tsx';
import { pageSize, type PlanStore } from './plan-store.ts';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

const rowHeight = 36;

/** Each row before → after, and why some are left out; only those in sight are drawn and read. */
export function PlanRows({ store, plan }: Props) {
  const { goToChanges } = useStores().route.actions;
  const list = useRef<HTMLDivElement>(null);
  const { total, pages } = useStore(store.rows);
  const at = useStore(store, (state) => state.cursor);
  const which = useStore(store, (state) => state.which);
  const count = total ?? 0;
  const { first, end } = useWindow(list, rowHeight, count);
  useCursorInSight(list, at, rowHeight);
  useEffect(() => store.rows.show(first, end), [store, first, end, total]);
  useTopWhen(list, which);

  function open(): void {
    const changeId = rowAt(pages, pageSize, at)?.changeId ?? null;
    if (changeId !== null) goToChanges({ kind: 'list', changeId });
  }

  return (
    <div
      ref={list}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Rows of the plan"
      aria-rowcount={count + 1}
      aria-activedescendant={at >= first && at < end ? idOf(at) : undefined}
      onKeyDown={changeKeys({
        at,
        count,
        moveTo: store.actions.moveTo,
        open,
        close: () => store.actions.moveTo(-1),
        toField: () => undefined,
      })}
    >
      <Heading />
      {total === 0 && <NoRows store={store} />}
      <InPlace first={first} lines={count} rowHeight={rowHeight}>
        {Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset).map((index) => (
          <PlanRow
            key={index}
            id={idOf(index)}
            index={index}
            row={rowAt(pages, pageSize, index)}
            state={plan.state}
            current={index === at}
            store={store}
          />
        ))}
      </InPlace>
    </div>
  );
}

const idOf = (index: number): string => `plan-row-${index}`;

/** Another choice of rows is looked at from its beginning. */
function useTopWhen(list: RefObject<HTMLDivElement | null>, changed: unknown): void {
  useEffect(() => list.current?.scrollTo({ top: 0 }), [list, changed]);
}

const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">Domain</span>
      <span role="columnheader">Before</span>
      <span role="columnheader">After</span>
      <span role="columnheader">State</span>
      <span role="columnheader">
        <span className="spoken">Leave out or take in</span>
      </span>
    </div>
  </div>
);
