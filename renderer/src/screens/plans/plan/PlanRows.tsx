import { useRef } from 'react';
import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { rowAt } from '../../changes/paged.ts';
import { RowGrid, useTopWhen } from '../../changes/RowGrid.tsx';
import { NoRows } from './NoRows.tsx';
import css from './plan.module.css';
import { PlanRow } from './PlanRow.tsx';
import { pageSize, type PlanStore } from './plan-store.ts';

interface Props {
  readonly store: PlanStore;
  readonly plan: Plan;
}

/** Each row with what becomes of it, or why it is excluded; only those in sight are drawn and read. */
export function PlanRows({ store, plan }: Props) {
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
        <PlanRow
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
