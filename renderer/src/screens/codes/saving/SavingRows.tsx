import type { CodeSavingRow } from '#shared/domain/code.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { NoneShown } from '../../../components/NoneShown.tsx';
import { rowAt } from '../../changes/paged.ts';
import { RowGrid, useTopWhen } from '../../changes/RowGrid.tsx';
import { openDomain } from '../../../shell/open-domain.ts';
import { outcomeWords } from '../code-words.ts';
import { OutcomeMark } from './OutcomeMark.tsx';
import css from './saving.module.css';
import { pageSize, type SavingStore } from './saving-store.ts';

interface Props {
  readonly store: SavingStore;
  /** Whose the domains are. */
  readonly accountId: string;
}

/** Each domain and what came of asking for its code; only those in sight are drawn and read. */
export function SavingRows({ store, accountId }: Props) {
  const stores = useStores();
  const list = useRef<HTMLDivElement>(null);
  const { total, pages } = useStore(store.rows);
  const { cursor: at, which } = useStore(store);
  const count = total ?? 0;
  useTopWhen(list, which);

  const open = (row: CodeSavingRow | null) => {
    if (row !== null) void openDomain(stores, { accountId, domain: row.domain, tab: 'transfer-code' });
  };

  return (
    <RowGrid
      list={list}
      label="What came of each domain"
      className={css['grid']}
      lines={count}
      line={at}
      keys={{
        at,
        count,
        moveTo: store.actions.moveTo,
        open: () => open(rowAt(pages, pageSize, at)),
        close: () => store.actions.moveTo(-1),
        toField: () => undefined,
      }}
      idPrefix="saving-row"
      heading={<Heading />}
      none={
        total === 0 && (
          <NoneShown title="None is without a code" onAll={() => store.actions.show('all')}>
            A code came for each domain that was asked.
          </NoneShown>
        )
      }
      onSight={store.rows.show}
      draw={(index, id) => (
        <Row
          key={index}
          id={id}
          index={index}
          row={rowAt(pages, pageSize, index)}
          current={index === at}
          onOpen={open}
        />
      )}
    />
  );
}

const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">Domain</span>
      <span role="columnheader">What came</span>
      <span role="columnheader">Why</span>
    </div>
  </div>
);

interface RowProps {
  readonly id: string;
  /** Among those that are shown, from 0. */
  readonly index: number;
  /** Null while its page is on its way. */
  readonly row: CodeSavingRow | null;
  readonly current: boolean;
  readonly onOpen: (row: CodeSavingRow | null) => void;
}

function Row({ id, index, row, current, onOpen }: RowProps) {
  const why = row === null || row.error === null ? '' : sentencesFor(row.error).happened;
  const came = row === null || row.outcome === null ? 'Not asked yet' : outcomeWords[row.outcome];
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={row === null}
      onClick={() => onOpen(row)}
    >
      {row !== null && (
        <>
          <span role="gridcell" className="mono" title={row.domain}>
            {toUnicode(row.domain)}
          </span>
          <span role="gridcell" className={css['outcome']} title={came}>
            <OutcomeMark outcome={row.outcome} />
            <span>{came}</span>
          </span>
          <span role="gridcell" className={css['why']} title={why}>
            {why}
          </span>
        </>
      )}
    </div>
  );
}
