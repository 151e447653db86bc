import { type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { NoneShown } from '../../components/NoneShown.tsx';
import { useCursorInSight } from '../../components/use-cursor-in-sight.ts';
import { valueOf } from '../../lib/remote.ts';
import { FindingRow } from './FindingRow.tsx';
import css from './list.module.css';
import { shownRows } from './rows.ts';
import { useListKeys } from './use-list-keys.ts';
import { useWindow } from './use-window.ts';

interface Props {
  /** The list, which takes the focus as a whole; its row under the cursor is named to screen readers. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeights = { comfortable: 36, compact: 28 };

/** The findings of the question, the most useful first. Only the rows in sight are drawn. */
export function FindingList({ list, toField }: Props) {
  const { search, settings } = useStores();
  const { rows, order, filter, cursor, open } = useStore(search);
  const density = useStore(settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');
  const shown = useMemo(() => shownRows(rows, order, filter), [rows, order, filter]);
  const height = rowHeights[density];
  const { first, end } = useWindow(list, height, shown.length);
  const at = shown.findIndex((row) => row.name.domain === cursor);
  const onKeyDown = useListKeys(shown, at, toField);
  useCursorInSight(list, at, height);

  return (
    <div
      ref={list}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Findings"
      aria-rowcount={shown.length + 1}
      aria-activedescendant={at === -1 ? undefined : idOf(at)}
      // A click on a row, or on a button in it that goes with the next drawing, leaves the focus with the list.
      onClickCapture={() => list.current?.focus({ preventScroll: true })}
      onKeyDown={onKeyDown}
      onFocus={() => {
        search.actions.hold();
        if (at === -1) search.actions.moveTo(shown[0]?.name.domain ?? null);
      }}
      onPointerMove={search.actions.hold}
    >
      <Heading />
      {shown.length === 0 && (
        <NoneShown title="None under this filter" onAll={() => search.actions.filterBy(null)}>
          The findings have changed since it was set.
        </NoneShown>
      )}
      <div role="rowgroup">
        <div style={{ height: first * height }} role="presentation" />
        {shown.slice(first, end).map((row, index) => (
          <FindingRow
            key={row.name.domain}
            id={idOf(first + index)}
            index={first + index}
            row={row}
            current={first + index === at}
            open={row.name.domain === open}
          />
        ))}
        <div style={{ height: (shown.length - end) * height }} role="presentation" />
      </div>
    </div>
  );
}

const idOf = (index: number): string => `finding-${index}`;

function Heading() {
  return (
    <div className={css['top']} role="rowgroup">
      <div className={css['heading']} role="row" aria-rowindex={1}>
        <span role="columnheader">Finding</span>
        <span role="columnheader">Domain</span>
        <span role="columnheader" className={css['right']}>
          To register
        </span>
        <span role="columnheader">Asked</span>
        <span role="columnheader">Remark</span>
        <span role="columnheader">
          <span className="spoken">Actions</span>
        </span>
      </div>
    </div>
  );
}
