import type { Change } from '#shared/domain/change.ts';
import { type RefObject, useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { valueOf } from '../../../lib/remote.ts';
import { rowAt } from '../paged.ts';
import { RowGrid } from '../RowGrid.tsx';
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

/** The changes, uncertain ones first, then the newest first; only those in sight are drawn and read. */
export function Rows({ store, openId, list, toField }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { total, pages } = useStore(store.list);
  const uncertain = useUncertain(store);
  const cursor = useStore(store, (state) => state.cursor);
  const at = cursorRow(cursor, { pages, total });
  const line = at === -1 ? -1 : itemOfRow(at, uncertain);
  // Two lines may be headings.
  const show = useCallback(
    (first: number, end: number) => store.list.show(Math.max(0, first - 2), end),
    [store],
  );

  const open = useCallback(
    (change: Change, row: number) => {
      store.actions.moveTo({ index: row, id: change.id });
      goToChanges({ kind: 'list', changeId: change.id });
    },
    [store, goToChanges],
  );

  const draw = useDraw(store, { line, openId, open });

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
    <RowGrid
      list={list}
      label="Changes"
      className={css['grid']}
      lines={itemCount(total ?? 0, uncertain)}
      line={line}
      keys={{
        at,
        count: total ?? 0,
        moveTo,
        open: openCurrent,
        close: () => goToChanges({ kind: 'list', changeId: null }),
        toField,
      }}
      idPrefix="change"
      heading={<Heading />}
      none={total === 0 && <NothingHere store={store} />}
      onSight={show}
      draw={draw}
    />
  );
}

interface Looked extends Pick<Props, 'openId'> {
  /** The one under the cursor. */
  readonly line: number;
  readonly open: (change: Change, row: number) => void;
}

/** Draws one line: a heading, or a change. */
function useDraw(store: ChangeListStore, { line, openId, open }: Looked) {
  const pages = useStore(store.list, (state) => state.pages);
  const uncertain = useUncertain(store);
  const accounts = useAccounts();
  return (index: number, id: string) => {
    const item = itemAt(index, uncertain);
    if (item.kind === 'heading')
      return <GroupHeading key={item.of} of={item.of} index={index} uncertain={uncertain} />;
    const change = rowAt(pages, pageSize, item.row);
    return (
      <ChangeRow
        key={change?.id ?? `row-${item.row}`}
        id={id}
        index={index}
        row={item.row}
        change={change}
        account={accounts.get(change?.accountId ?? '') ?? null}
        current={index === line}
        open={change !== null && change.id === openId}
        onOpen={open}
      />
    );
  };
}

const useUncertain = (store: ChangeListStore): number => {
  const look = useStore(store);
  return uncertainShown(
    look,
    useStore(store.list, (state) => state.more),
  );
};

const noAccounts: readonly never[] = [];

function useAccounts() {
  const { accounts } = useStores();
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? noAccounts;
  return useMemo(() => new Map(all.map((account) => [account.id, account])), [all]);
}
