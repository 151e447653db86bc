import { Button } from '@mantine/core';
import { IconFilterOff, IconHistory } from '@tabler/icons-react';
import { memo, type RefObject, useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Change, Proof } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../app-stores.ts';
import { type AccountSummary, valueOf } from '../bridge.ts';
import { Age, counted } from '../ui/Formats.tsx';
import { type PagedState, rowAt } from '../ui/live-collection.ts';
import { AccountDot } from '../ui/Marks.tsx';
import { RowGrid } from '../ui/RowGrid.tsx';
import { EmptyState } from '../ui/States.tsx';
import {
  type ChangeListStore,
  type Cursor,
  isFiltered,
  pageSize,
  uncertainShown,
  wholeList,
} from './change-stores.ts';
import { ChangeStateMark, changeTitle } from './ChangeParts.tsx';
import css from './list.module.css';

interface Props {
  readonly store: ChangeListStore;
  /** The change that is open beside the list. */
  readonly openId: string | null;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

/** The list of changes: uncertain ones first, then the newest; only visible rows are drawn and read. */
export function Rows({ store, openId, list, toField }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { total, pages } = useStore(store.list);
  const uncertain = useUncertain(store);
  const cursor = useStore(store, (state) => state.cursor);
  const at = cursorRow(cursor, { pages, total });
  const line = at === -1 ? -1 : itemOfRow(at, uncertain);
  // Up to two lines are headings.
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

  /** The panel beside the list follows the current row. */
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
  /** The current line. */
  readonly line: number;
  readonly open: (change: Change, row: number) => void;
}

/** Renders one line: a heading or a change. */
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

const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">State</span>
      <span role="columnheader">What</span>
      <span role="columnheader">Domain</span>
      <span role="columnheader">Account</span>
      <span role="columnheader">When</span>
      <span role="columnheader">Shown by</span>
    </div>
  </div>
);

interface HeadingsProps {
  readonly of: Extract<Item, { readonly kind: 'heading' }>['of'];
  /** The line's number, from 0. */
  readonly index: number;
  readonly uncertain: number;
}

/** The heading of the uncertain changes says what they are and what to do. */
const GroupHeading = ({ of, index, uncertain }: HeadingsProps) => (
  <div className={css['group']} role="row" aria-rowindex={index + 2} data-of={of}>
    <span role="gridcell">
      {of === 'rest' ? 'All others, the newest first' : <Uncertain count={uncertain} />}
    </span>
  </div>
);

const Uncertain = ({ count }: { readonly count: number }) => (
  <>
    <strong>
      {counted(count, 'change is uncertain', 'changes are uncertain')}: we do not know whether{' '}
      {count === 1 ? 'it was' : 'they were'} done.
    </strong>{' '}
    Read back or settle {count === 1 ? 'it' : 'each'}.
  </>
);

/** One line of the list: a change, or a heading. */
type Item =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'heading'; readonly of: 'uncertain' | 'rest' };

/**
 * The number of lines. Uncertain changes come first under their own heading, the others under theirs; without uncertain changes
 * there is no heading.
 */
export const itemCount = (total: number, uncertain: number): number => {
  if (uncertain === 0) return total;
  return total + (total > uncertain ? 2 : 1);
};

export function itemAt(index: number, uncertain: number): Item {
  if (uncertain === 0) return { kind: 'row', row: index };
  if (index === 0) return { kind: 'heading', of: 'uncertain' };
  if (index <= uncertain) return { kind: 'row', row: index - 1 };
  return index === uncertain + 1 ? { kind: 'heading', of: 'rest' } : { kind: 'row', row: index - 2 };
}

/** The line of a change. */
export const itemOfRow = (row: number, uncertain: number): number => {
  if (uncertain === 0) return row;
  return row < uncertain ? row + 1 : row + 2;
};

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

interface ChangeRowProps {
  readonly id: string;
  /** The line's number, from 0. */
  readonly index: number;
  /** The change's row among the changes. */
  readonly row: number;
  /** Null while its page is loading. */
  readonly change: Change | null;
  /** Null where the account no longer exists: the journal outlives it. */
  readonly account: AccountSummary | null;
  readonly current: boolean;
  /** Whether this change is open. */
  readonly open: boolean;
  readonly onOpen: (change: Change, row: number) => void;
}

/** One change: state, kind, domain, time and evidence. */
const ChangeRow = memo(function ChangeRow(props: ChangeRowProps) {
  const { id, index, row, change, account, current, open, onOpen } = props;
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={change === null}
      data-open={open}
      onClick={() => {
        if (change !== null) onOpen(change, row);
      }}
    >
      {change === null ? <Coming /> : <Cells change={change} account={account} />}
    </div>
  );
});

const Coming = () => (
  <span className={css['coming']} role="gridcell">
    <span className="spoken">On its way</span>
  </span>
);

function Cells({ change, account }: { readonly change: Change; readonly account: AccountSummary | null }) {
  const title = changeTitle(change);
  return (
    <>
      <span role="gridcell">
        <ChangeStateMark state={change.state} />
      </span>
      <span role="gridcell" className={css['what']} title={title}>
        {title}
      </span>
      <span role="gridcell" className={`${css['domain'] ?? ''} mono`} title={change.domain}>
        {toUnicode(change.domain)}
      </span>
      <span role="gridcell" className={css['account']}>
        {account !== null && <AccountDot colour={account.colour} />}
        <span title={account?.label ?? change.accountLabel}>{account?.label ?? change.accountLabel}</span>
      </span>
      <span role="gridcell" className={css['when']}>
        <Age at={change.sentAt ?? change.createdAt} />
      </span>
      <span role="gridcell" className={css['proof']}>
        {change.proof === null ? '' : proofWords[change.proof]}
      </span>
    </>
  );
}

/** The evidence for a closed change's state, in a word or two. */
export const proofWords: Readonly<Record<Proof, string>> = {
  'read-back': 'Read back',
  answer: 'Answer alone',
  person: 'A person',
};

interface NothingHereProps {
  readonly store: ChangeListStore;
}

/** The row of an empty list: says why it is empty, and what to do first. */
const NothingHere = ({ store }: NothingHereProps) => (
  <div role="row">
    <div role="gridcell">
      <Words store={store} />
    </div>
  </div>
);

function Words({ store }: NothingHereProps) {
  const { route } = useStores();
  const look = useStore(store);
  if (isFiltered(look))
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.5} />}
        title="No change fits this filter"
        actions={
          <Button variant="default" onClick={() => store.actions.lookAt(wholeList)}>
            Show all
          </Button>
        }
      >
        Domains, kinds and states were looked through.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconHistory size={24} stroke={1.5} />}
      title="No changes yet"
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Open a domain to lock it, set its nameservers or renew it. Each change is written down here before it is
      sent, and read back afterwards.
    </EmptyState>
  );
}
