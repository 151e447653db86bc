import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { ActivityLine } from '#shared/domain/activity.ts';
import type { Change } from '#shared/domain/change.ts';
import { plural } from '#shared/domain/counting.ts';
import { useActiveId, useStores } from '../app-stores.ts';
import type { Verdict } from '../changes/ChangeActions.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { format } from '../ui/Formats.tsx';
import { type PagedState, rowAt, usePagedRows } from '../ui/live-collection.ts';
import { EmptyState, NoMatch } from '../ui/States.tsx';
import type { RowAttributes, RowGroup } from '../ui/table-model.ts';
import { columnsFor, isOfOthers } from './activity-columns.tsx';
import {
  type ActivityStore,
  type Cursor,
  isFiltered,
  keyOf,
  pageSize,
  wholeActivity,
} from './activity-store.ts';

interface Props {
  readonly store: ActivityStore;
  /** The change that is open beside the list. */
  readonly openId: string | null;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
  /** Of the only uncertain change: how it is to be marked. */
  readonly onMark: (id: string, verdict: Verdict) => void;
  readonly onClose: () => void;
}

/** Uncertain changes first, then changes and batches, the newest first; only visible lines are drawn and read. */
export function Rows({ store, openId, list, toField, onMark, onClose }: Props) {
  const { route } = useStores();
  const { goToChanges, goToDomains } = route.actions;
  const activeId = useActiveId();
  const whose = useStore(store, (state) => state.whose);
  const cursor = useStore(store, (state) => state.cursor);
  const unfolded = useStore(store, (state) => state.unfolded);
  const { pages, total, more } = useStore(store.list);
  const uncertain = more?.uncertain ?? 0;
  const first = uncertain === 1 ? rowAt(pages, pageSize, 0) : null;
  const only = first?.kind === 'change' ? first.change : null;
  const groups = useMemo(
    () =>
      groupsOf(
        total ?? 0,
        uncertain,
        only?.next.includes('settle') === true && <Marks of={only} onMark={onMark} />,
      ),
    [total, uncertain, only, onMark],
  );
  const columns = useMemo(
    () => columnsFor(whose === 'all', unfolded, store.actions.fold),
    [whose, unfolded, store],
  );
  const rows = usePagedRows(store.list);
  useOpenIsCurrent(store, openId);
  const openChange = ({ id }: Change) => goToChanges({ kind: 'list', changeId: id });

  function open(line: ActivityLine): void {
    if (line.kind === 'change') openChange(line.change);
    // Of a colleague's change there is no more here than its line: its domain has the rest.
    else if (line.kind === 'team')
      goToDomains({ kind: 'domain', domain: line.change.domain, tab: 'history' });
    else if (line.batch.record === null) store.actions.fold(line.batch.id, unfolded.includes(line.batch.id));
    else goToChanges({ kind: 'batch', batchId: line.batch.id });
  }

  const fold = (line: ActivityLine | null, isFolded: boolean): void => {
    const id = line === null ? null : batchOf(line);
    if (id !== null && unfolded.includes(id) === isFolded) store.actions.fold(id, isFolded);
  };

  return (
    <DataTable
      ref={list}
      label="Activity"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      cursor={cursorRow(cursor, { pages, total })}
      onCursor={(index, line) => {
        store.actions.moveTo({ index, id: line === null ? null : keyOf(line) });
        // The panel beside the list follows the current row.
        if (line?.kind === 'change' && openId !== null && line.change.id !== openId) openChange(line.change);
      }}
      onOpen={open}
      isOpenable={(line) => line.kind !== 'team' || line.accountId === activeId}
      isOpen={(line) => line.kind === 'change' && line.change.id === openId}
      keys={{
        findChange: toField,
        unfoldBatch: (line) => fold(line, false),
        foldBatch: (line) => fold(line, true),
      }}
      onLeave={toField}
      onOtherKey={({ key }) => (key === 'Escape' ? onClose : null)}
      attributes={attributesOf}
      groups={groups}
      remembers={`changes of ${activeId ?? ''} ${JSON.stringify(store.actions.filter())}`}
      none={total === 0 && <NothingHere store={store} />}
    />
  );
}

const isBelow = (line: ActivityLine): boolean => 'isOfBatch' in line && line.isOfBatch;

/** The batch that a line is, or is below of. */
const batchOf = (line: ActivityLine): string | null =>
  'batch' in line ? line.batch.id : line.isOfBatch ? line.change.batchId : null;

const attributesOf = (line: ActivityLine): RowAttributes => ({
  'data-below': isBelow(line),
  'data-of-others': isOfOthers(line),
});

/** A change opened from elsewhere becomes the current row, and so visible, once its page is loaded. */
function useOpenIsCurrent(store: ActivityStore, openId: string | null): void {
  const { pages } = useStore(store.list);
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (openId === null) done.current = null;
    if (openId === null || done.current === openId) return;
    for (const [page, rows] of pages) {
      const at = rows.findIndex((line) => line.kind === 'change' && line.change.id === openId);
      const found = rows[at];
      if (found === undefined) continue;
      done.current = openId;
      // Of a change that is listed twice, the line that is current already stays so.
      if (store.getState().cursor?.id?.endsWith(openId) !== true)
        store.actions.moveTo({ index: page * pageSize + at, id: keyOf(found) });
    }
  }, [store, pages, openId]);
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

/**
 * The two ways to mark the only uncertain change: its evidence and the reason are asked for next. Where everything is large there is no
 * room for them: the change itself has them too.
 */
const Marks = ({ of: { id }, onMark }: MarksProps) => (
  <>
    <Button variant="subtle" size="compact-sm" visibleFrom="md" onClick={() => onMark(id, 'applied')}>
      Mark as done…
    </Button>
    <Button variant="subtle" size="compact-sm" visibleFrom="md" onClick={() => onMark(id, 'not-applied')}>
      Mark as not done…
    </Button>
  </>
);

/** The row of the cursor: its line's present row, else the row where it was; -1 where there is none. */
export function cursorRow(
  cursor: Cursor | null,
  { pages, total }: Pick<PagedState<ActivityLine, unknown>, 'pages' | 'total'>,
): number {
  if (cursor === null || total === null || total === 0) return -1;
  const isIt = (line: ActivityLine): boolean => keyOf(line) === cursor.id;
  const there = rowAt(pages, pageSize, cursor.index);
  if (there !== null && isIt(there)) return cursor.index;
  for (const [page, rows] of pages) {
    const at = rows.findIndex(isIt);
    if (at !== -1) return page * pageSize + at;
  }
  return Math.min(cursor.index, total - 1);
}

/** Says why the list is empty, and what to do first. */
function NothingHere({ store }: Pick<Props, 'store'>) {
  const { route } = useStores();
  if (useStore(store, isFiltered))
    return (
      <NoMatch title="No matching changes" onAll={() => store.actions.filterBy(wholeActivity)}>
        Searched domains, days, clients, people, kinds and states.
      </NoMatch>
    );
  return (
    <EmptyState
      icon={<IconHistory size={24} stroke={1.5} />}
      title="No changes yet"
      actions={
        <Button variant="filled" onClick={() => route.actions.goToDomains({ kind: 'list' })}>
          Go to the domains
        </Button>
      }
    >
      Open a domain to lock it, set its nameservers or renew it; select several to change them as one batch.
      Each change is logged here before it is sent, and verified afterwards.
    </EmptyState>
  );
}
