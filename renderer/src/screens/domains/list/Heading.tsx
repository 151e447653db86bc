import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { allOrNone } from './chosen.ts';
import type { ListStore } from './list-store.ts';
import css from './list.module.css';
import { type Column, columns } from './look.ts';
import type { Row } from './row.ts';

interface Props {
  readonly list: ListStore;
  readonly shown: readonly Row[];
}

const titles: Readonly<Record<Column, string>> = {
  name: 'Name',
  lock: 'Lock',
  nameservers: 'Nameservers',
  registrant: 'Registrant',
  expires: 'Expires',
  tags: 'Tags',
  read: 'Last read',
};

/** The columns, each of which can be sorted by, and the box that selects all that is shown. */
export const Heading = memo(function Heading({ list, shown }: Props) {
  const { by, isDescending } = useStore(list, ({ look }) => look.sort);
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div className={css['top']} role="rowgroup">
      <div className={css['heading']} role="row" aria-rowindex={1}>
        <span role="columnheader" className={css['box']}>
          <AllBox list={list} shown={shown} />
        </span>
        {columns.map((column) => (
          <span
            key={column}
            role="columnheader"
            data-column={column}
            aria-sort={column !== by ? 'none' : isDescending ? 'descending' : 'ascending'}
          >
            <button type="button" className={css['sort']} onClick={() => list.actions.sortBy(column)}>
              {titles[column]}
              {column === by && <Arrow size={12} stroke={2} aria-hidden />}
            </button>
          </span>
        ))}
      </div>
    </div>
  );
});

function AllBox({ list, shown }: Props) {
  const names = useStore(list, ({ chosen }) => chosen.names);
  const box = useRef<HTMLInputElement>(null);
  const count = useMemo(() => shown.filter(({ domain }) => names.has(domain.name)).length, [shown, names]);
  const isAll = shown.length > 0 && count === shown.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="tick"
      aria-label="Select all that are shown"
      disabled={shown.length === 0}
      checked={isAll}
      onChange={() => list.actions.choose((chosen) => allOrNone(chosen, shown))}
    />
  );
}
