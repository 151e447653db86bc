import type { Change } from '#shared/domain/change.ts';
import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { useCursorInSight } from '../../../components/use-cursor-in-sight.ts';
import { valueOf } from '../../../lib/remote.ts';
import { useWindow } from '../../search/use-window.ts';
import { InPlace } from '../InPlace.tsx';
import { rowAt } from '../paged.ts';
import { changeKeys } from './change-keys.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { GroupHeading, Heading } from './Headings.tsx';
import { cursorRow, itemAt, itemCount, itemOfRow } from './items.ts';
import { type ChangeListStore, pageSize, uncertainShown } from './list-store.ts';
import css from './list.module.css';
import { NothingHere } from './NothingHere.tsx';

interface Props {
  readonly store: ChangeListStore;
  /** The change that is looked at beside the list. */
  readonly openId: string | null;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeight = 36;

/** The changes, uncertain ones first, then the newest first; only those in sight are drawn and read. */
export function Rows({ store, openId, list, toField }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { total, pages } = useStore(store.list);
  const uncertain = useUncertain(store);
  const lines = itemCount(total ?? 0, uncertain);
  const { first, end } = useWindow(list, rowHeight, lines);
  const cursor = useStore(store, (state) => state.cursor);
  const at = cursorRow(cursor, { pages, total });
  const line = at === -1 ? -1 : itemOfRow(at, uncertain);
  useCursorInSight(list, line, rowHeight);
  useEffect(() => store.list.show(Math.max(0, first - 2), end), [store, first, end, total]);

  const open = useCallback(
    (change: Change, row: number) => {
      store.actions.moveTo({ index: row, id: change.id });
      goToChanges({ kind: 'list', changeId: change.id });
    },
    [store, goToChanges],
  );

  /** What stands beside the list follows the cursor. */
  function moveTo(row: number): void {
    const change = rowAt(pages, pageSize, row);
    if (change !== null && openId !== null) open(change, row);
    else store.actions.moveTo({ index: row, id: change?.id ?? null });
  }

  function openCurrent(): void {
    const change = rowAt(pages, pageSize, at);
    if (change !== null) open(change, at);
  }

  return (
    <div
      ref={list}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Changes"
      aria-rowcount={lines + 1}
      aria-activedescendant={line >= first && line < end ? idOf(line) : undefined}
      onKeyDown={changeKeys({
        at,
        count: total ?? 0,
        moveTo,
        open: openCurrent,
        close: () => goToChanges({ kind: 'list', changeId: null }),
        toField,
      })}
    >
      <Heading />
      {total === 0 && <NothingHere store={store} />}
      <InPlace first={first} lines={lines} rowHeight={rowHeight}>
        <Drawn store={store} first={first} end={end} line={line} openId={openId} open={open} />
      </InPlace>
    </div>
  );
}

const idOf = (line: number): string => `change-${line}`;

const useUncertain = (store: ChangeListStore): number => {
  const look = useStore(store);
  return uncertainShown(
    look,
    useStore(store.list, (state) => state.more),
  );
};

interface DrawnProps extends Pick<Props, 'store' | 'openId'> {
  readonly first: number;
  readonly end: number;
  /** The one under the cursor. */
  readonly line: number;
  readonly open: (change: Change, row: number) => void;
}

/** The lines in sight. */
function Drawn({ store, first, end, line, openId, open }: DrawnProps) {
  const pages = useStore(store.list, (state) => state.pages);
  const uncertain = useUncertain(store);
  const accounts = useAccounts();
  return Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset).map((index) => {
    const item = itemAt(index, uncertain);
    if (item.kind === 'heading')
      return <GroupHeading key={item.of} of={item.of} index={index} uncertain={uncertain} />;
    const change = rowAt(pages, pageSize, item.row);
    return (
      <ChangeRow
        key={change?.id ?? `row-${item.row}`}
        id={idOf(index)}
        index={index}
        row={item.row}
        change={change}
        account={accounts.get(change?.accountId ?? '') ?? null}
        current={index === line}
        open={change !== null && change.id === openId}
        onOpen={open}
      />
    );
  });
}

const noAccounts: readonly never[] = [];

function useAccounts() {
  const { accounts } = useStores();
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? noAccounts;
  return useMemo(() => new Map(all.map((account) => [account.id, account])), [all]);
}
