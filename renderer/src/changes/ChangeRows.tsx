import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { changeTitle } from '#shared/changes/index.ts';
import type { Change, Proof } from '#shared/domain/change.ts';
import { plural } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../app-stores.ts';
import { accountOf, activeAccount } from '../shell/stores.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Age, format } from '../ui/Formats.tsx';
import { type PagedState, rowAt, usePagedRows } from '../ui/live-collection.ts';
import { AccountDot } from '../ui/Marks.tsx';
import { EmptyState, NoMatch } from '../ui/States.tsx';
import type { Column, RowGroup } from '../ui/table-model.ts';
import type { Verdict } from './ChangeActions.tsx';
import { ChangeStateMark } from './ChangeStateMark.tsx';
import {
  type ChangeListStore,
  type Cursor,
  isFiltered,
  pageSize,
  uncertainShown,
  wholeList,
} from './change-stores.ts';
import css from './list.module.css';

interface Props {
  readonly store: ChangeListStore;
  /** The change that is open beside the list. */
  readonly openId: string | null;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
  /** Of the only uncertain change: how it is to be marked. */
  readonly onMark: (id: string, verdict: Verdict) => void;
  readonly onClose: () => void;
}

/** The list of changes: uncertain ones first, then the newest; only visible rows are drawn and read. */
export function Rows({ store, openId, list, toField, onMark, onClose }: Props) {
  const { route, accounts } = useStores();
  const { goToChanges } = route.actions;
  const activeId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  const view = useStore(store);
  const { pages, total, more } = useStore(store.list);
  const uncertain = uncertainShown(view, more?.byState ?? null);
  const only = uncertain === 1 ? rowAt(pages, pageSize, 0) : null;
  const groups = useMemo(
    () =>
      groupsOf(
        total ?? 0,
        uncertain,
        only?.next.includes('settle') === true && <Marks of={only} onMark={onMark} />,
      ),
    [total, uncertain, only, onMark],
  );
  const rows = usePagedRows(store.list);
  useOpenIsCurrent(store, openId);
  const open = ({ id }: Change) => goToChanges({ kind: 'list', changeId: id });
  return (
    <DataTable
      ref={list}
      label="Changes"
      columns={view.whose === 'this' ? columnsOfOneAccount : columns}
      rows={rows}
      rowKey={({ id }) => id}
      cursor={cursorRow(view.cursor, { pages, total })}
      onCursor={(index, change) => {
        store.actions.moveTo({ index, id: change?.id ?? null });
        // The panel beside the list follows the current row.
        if (change !== null && openId !== null && change.id !== openId) open(change);
      }}
      onOpen={open}
      isOpen={({ id }) => id === openId}
      keys={{ findChange: toField }}
      onLeave={toField}
      onOtherKey={({ key }) => (key === 'Escape' ? onClose : null)}
      groups={groups}
      remembers={{ list: 'changes', accountId: activeId, of: JSON.stringify(store.actions.filter()) }}
      none={total === 0 && <NothingHere store={store} />}
    />
  );
}

/** A change opened from elsewhere becomes the current row, and so visible, once its page is loaded. */
function useOpenIsCurrent(store: ChangeListStore, openId: string | null): void {
  const { pages } = useStore(store.list);
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (openId === null) done.current = null;
    if (openId === null || done.current === openId) return;
    for (const [page, rows] of pages) {
      const at = rows.findIndex(({ id }) => id === openId);
      if (at === -1) continue;
      done.current = openId;
      store.actions.moveTo({ index: page * pageSize + at, id: openId });
    }
  }, [store, pages, openId]);
}

const columns: readonly Column<Change>[] = [
  {
    key: 'state',
    title: 'State',
    width: '152px',
    narrow: '148px',
    cell: ({ state, proof, settledAs, charge }) => (
      <ChangeStateMark state={state} proof={proof} settledAs={settledAs} charge={charge} />
    ),
  },
  {
    key: 'what',
    title: 'What',
    // A title needs more room than most names.
    width: 'minmax(0, 7fr)',
    className: css['what'],
    hint: ({ what }) => changeTitle(what),
    cell: ({ what }) => changeTitle(what),
  },
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(0, 6fr)',
    className: 'mono',
    hint: ({ domain }) => domain,
    cell: ({ domain }) => toUnicode(domain),
  },
  {
    key: 'account',
    title: 'Account',
    width: 'minmax(96px, 3fr)',
    // Beside an open change only the account's colour is shown.
    narrow: '12px',
    isMarkWhereNarrow: true,
    className: `${css['account'] ?? ''} dim`,
    cell: (change) => <Account change={change} />,
  },
  {
    key: 'when',
    title: 'When',
    width: '88px',
    narrow: '80px',
    className: 'dim',
    cell: ({ sentAt, createdAt }) => <Age at={sentAt ?? createdAt} />,
  },
  {
    key: 'proof',
    title: 'Verified',
    width: '96px',
    narrow: '88px',
    className: 'dim',
    cell: ({ proof }) => (proof === null ? '' : proofWords[proof]),
  },
];

const columnsOfOneAccount = columns.filter(({ key }) => key !== 'account');

/** The evidence for a closed change's state, in a word or two. */
const proofWords: Readonly<Record<Proof, string>> = {
  'read-back': 'Yes',
  answer: 'No',
  person: 'By you',
  registry: 'Registry',
};

/** The label is that of the journal where the account no longer exists: the journal outlives it. */
function Account({ change: { accountId, accountLabel } }: { readonly change: Change }) {
  const account = useStore(useStores().accounts, (state) => accountOf(state, accountId));
  const label = account?.label ?? accountLabel;
  return (
    <>
      {account !== null && <AccountDot colour={account.colour} />}
      <span className="cut" title={label}>
        {label}
      </span>
    </>
  );
}

/** Uncertain changes stand under a heading of their own, which says what they are and what to do. */
export function groupsOf(total: number, uncertain: number, marks: ReactNode = null): readonly RowGroup[] {
  if (uncertain === 0) return [];
  const rest = { before: uncertain, heading: 'All others, newest first' };
  return [
    {
      before: 0,
      heading: (
        <>
          {uncertainHeading(uncertain)}
          {marks}
        </>
      ),
      tone: 'caution',
    },
    ...(total > uncertain ? [rest] : []),
  ];
}

const uncertainHeading = (uncertain: number): ReactNode => (
  <>
    <strong>
      {plural(
        uncertain,
        `${format.count(uncertain)} change is uncertain: we don’t know whether it was done.`,
        `${format.count(uncertain)} changes are uncertain: we don’t know whether they were done.`,
      )}
    </strong>{' '}
    {plural(uncertain, 'Verify or mark it.', 'Verify or mark each.')}
  </>
);

interface MarksProps extends Pick<Props, 'onMark'> {
  readonly of: Change;
}

/** The two ways to mark the only uncertain change: its evidence and the reason are asked for next. */
const Marks = ({ of: { id }, onMark }: MarksProps) => (
  <>
    <Button variant="subtle" size="compact-sm" onClick={() => onMark(id, 'applied')}>
      Mark as done…
    </Button>
    <Button variant="subtle" size="compact-sm" onClick={() => onMark(id, 'not-applied')}>
      Mark as not done…
    </Button>
  </>
);

/** The row of the cursor: its change's present row, else the row where it was; -1 where there is none. */
export function cursorRow(
  cursor: Cursor | null,
  { pages, total }: Pick<PagedState<Change, unknown>, 'pages' | 'total'>,
): number {
  if (cursor === null || total === null || total === 0) return -1;
  if (rowAt(pages, pageSize, cursor.index)?.id === cursor.id) return cursor.index;
  for (const [page, rows] of pages) {
    const at = rows.findIndex(({ id }) => id === cursor.id);
    if (at !== -1) return page * pageSize + at;
  }
  return Math.min(cursor.index, total - 1);
}

/** Says why the list is empty, and what to do first. */
function NothingHere({ store }: Pick<Props, 'store'>) {
  const { route } = useStores();
  if (useStore(store, isFiltered))
    return (
      <NoMatch title="No matching changes" onAll={() => store.actions.filterBy(wholeList)}>
        Searched domains, kinds and states.
      </NoMatch>
    );
  return (
    <EmptyState
      icon={<IconHistory size={24} stroke={1.5} />}
      title="No changes yet"
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Open a domain to lock it, set its nameservers or renew it. Each change is logged here before it is sent,
      and verified afterwards.
    </EmptyState>
  );
}
