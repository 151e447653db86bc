import { Button, Group, Menu, Text } from '@mantine/core';
import { IconArrowsSort, IconChevronDown, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { isBuyable } from '#shared/domain/finding.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { type Stores, useActiveId, useDensity, useStores } from '../app-stores.ts';
import { activeAccount } from '../shell/stores.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { FilterBar, FilterChip, FindingChip } from '../ui/Filters.tsx';
import { Age, format } from '../ui/Formats.tsx';
import { followListView } from '../ui/list-views.ts';
import { storeOf } from '../ui/live-collection.ts';
import { FindingMark, FindingWord, unknownWords } from '../ui/Marks.tsx';
import { ProgressBar } from '../ui/PageParts.tsx';
import { ButtonKeys, Keys } from '../ui/Shortcuts.tsx';
import { NoMatch } from '../ui/States.tsx';
import type { Column } from '../ui/table-model.ts';
import { useCopy } from '../ui/copy.ts';
import { CopyAvailable, RegisterButton } from './FindingButtons.tsx';
import { copyAvailable, useOwned, viewOwned } from './owned.ts';
import {
  countsOf,
  domainsWith,
  isInOrder,
  kindOfRow,
  mostUsefulFirst,
  priceOf,
  type Row,
  type Rows,
  type SearchSort,
  shownRows,
  sortColumns,
  withOwned,
  withUnlisted,
} from './rows.ts';
import { isAsking } from './search-store.ts';
import { RegisterTicked, tickColumn, tickFor, ticksOf } from './ticks.tsx';
import { knownTlds, outsideList } from './tlds-store.ts';
import { flagText } from '../watching/price-words.ts';
import { FlaggedPrice, useFlaggedRows } from './FlaggedPrice.tsx';
import css from './list.module.css';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

interface FindingListProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeights = { comfortable: 36, compact: 28 };

/** The findings of the question, and what can be done with all of them. */
export const Findings = (props: FindingListProps) => (
  <>
    <Group gap="sm" mb={-8} className={css['bar'] ?? ''}>
      <FindingFilter />
      <RunBar />
    </Group>
    <FindingList {...props} />
  </>
);

/** The findings as they are shown: what is in a portfolio is the user's own. */
function useShownRows(): Rows {
  const { search, tlds } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const known = useStore(tlds, knownTlds);
  const accountId = useActiveId();
  const owned = useOwned(accountId);
  return useMemo(() => withUnlisted(withOwned(rows, owned), outsideList(known)), [rows, owned, known]);
}

/** The findings, the most useful first. */
function FindingList({ list, toField }: FindingListProps) {
  const stores = useStores();
  const { search, route, accounts } = stores;
  const { order, sort, filter, cursor, open, question } = useStore(search);
  storeOf(stores, followSort);
  storeOf(stores, ticksOf);
  const accountId = useActiveId();
  const rows = useFlaggedRows(useShownRows(), accountId);
  const owned = useOwned(accountId);
  useEffect(() => search.actions.putOwned(owned), [search, owned]);
  const density = useDensity();
  const shown = useMemo(() => shownRows(rows, order, filter), [rows, order, filter]);
  const copy = useCopy();
  const { actions } = search;
  const onRow = (act: (row: Row) => void) => (row: Row | null) => {
    if (row !== null) act(row);
  };
  const showDetails = ({ name }: Row) => actions.openDetails(name.domain);
  const register = ({ name }: Row) => route.actions.goToRegister([name.domain], null);
  const viewDomain = ({ name }: Row) => {
    const account = activeAccount(accounts.getState());
    if (account !== null) void viewOwned(stores, { ...name, accountId: account.id });
  };
  return (
    <DataTable
      key={density}
      ref={list}
      label="Findings"
      columns={useFilledColumns(shown, sort.by)}
      rows={shown}
      rowKey={({ name }) => name.domain}
      rowHeight={rowHeights[density]}
      cursor={shown.findIndex(({ name }) => name.domain === cursor)}
      onCursor={(_, row) => actions.moveTo(row?.name.domain ?? null)}
      isSelected={({ name }) => name.domain === open}
      remembers={`findings for ${question?.query?.ascii ?? search.getState().text} ${filter ?? ''} ${sort.by} ${sort.isDescending}`}
      sort={{ of: sortColumns, ...sort, onSort: (by) => isSortColumn(by) && actions.sortBy(by) }}
      attributes={rowAttributes}
      onOpen={showDetails}
      keys={{
        register: onRow((row) => (isBuyable(kindOfRow(row)) ? register(row) : showDetails(row))),
        details: onRow(showDetails),
        viewDomain: onRow(viewDomain),
        copy: onRow(({ name }) => copy([name.unicode])),
        copyAvailable: () => copyAvailable(stores),
        recheck: onRow(({ name }) => actions.recheck([name.domain])),
        recheckAll: () => actions.recheck([...rows.keys()]),
        recheckUnknown: () => actions.recheck(domainsWith(rows, 'unknown')),
        sort: actions.sort,
        back: () => back(search, toField),
      }}
      onOtherKey={(event) => filterFor(event, search) ?? tickFor(event.key, stores, shown)}
      onLeave={toField}
      // A click on a row, or on a button in it that the next render removes, leaves the focus on the list.
      onClickCapture={() => list.current?.focus({ preventScroll: true })}
      onFocused={actions.hold}
      onPointerMove={actions.hold}
      startsAtFirst
      none={
        <NoMatch title="No results match this filter" onAll={() => actions.filterBy(null)}>
          The results have changed since it was set.
        </NoMatch>
      }
    />
  );
}

const rowAttributes = ({ asking }: Row) => ({ 'aria-busy': asking });

/** The number keys, in the order of the filter: 1 is `available`, 0 is all. */
function filterFor(event: KeyboardEvent, { actions }: Stores['search']): (() => void) | null {
  if (!/^[0-8]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return null;
  return () => actions.filterBy(shownKinds[Number(event.key) - 1] ?? null);
}

/** Leaves one level at a time: the details, then the running search, then the list. */
function back({ actions, getState }: Stores['search'], toField: () => void): void {
  if (getState().open !== null) actions.closeDetails();
  else if (isAsking(getState())) actions.stop();
  else toField();
}

const isSortColumn = (key: string): key is SearchSort['by'] => sortColumns.some((one) => one === key);

/** The order is found again after a restart; the filter belongs to one question. */
function followSort(stores: Stores): object {
  const { search } = stores;
  followListView(stores, search, {
    list: 'findings',
    isOfAccount: false,
    take: ({ sort }) => ({ sort }),
    put: (left) => search.actions.putSort(sortIn(left)),
  });
  return search;
}

/** Lenient: what is not understood is as at first. */
function sortIn(left: unknown): SearchSort {
  const { sort }: { readonly sort?: Partial<Record<keyof SearchSort, unknown>> | null } = left ?? {};
  const by = sortColumns.find((one) => one === sort?.by);
  return by === undefined ? mostUsefulFirst : { by, isDescending: sort?.isDescending === true };
}

/** One name under one TLD: finding, price, age and source. */
const columns: readonly Column<Row>[] = [
  tickColumn,
  {
    key: 'finding',
    title: 'Status',
    width: '136px',
    // The word leaves its room to the domain where it is too narrow for both.
    narrow: 'clamp(20px, (100cqw - 600px) * 100, 136px)',
    isMarkWhereNarrow: true,
    className: css['finding'],
    cell: (row) => (
      <>
        <FindingMark kind={kindOfRow(row)} decorative />
        <span data-word>
          <FindingWord kind={kindOfRow(row)} message={row.finding.message} />
        </span>
      </>
    ),
  },
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(160px, 3fr)',
    className: css['domain'],
    cell: (row) => (
      <bdi dir="ltr" data-kind={kindOfRow(row)}>
        {row.name.unicode}
      </bdi>
    ),
  },
  {
    key: 'register',
    title: 'Price',
    width: '112px',
    narrow: '112px',
    align: 'right',
    cell: (row) => <FlaggedPrice row={row} of="register" />,
  },
  {
    key: 'renew',
    title: 'Renewal',
    width: '100px',
    narrow: null,
    align: 'right',
    cell: (row) => <FlaggedPrice row={row} of="renew" />,
  },
  {
    key: 'asked',
    title: 'Checked',
    width: 'clamp(124px, 100cqw - 960px, 176px)',
    narrow: 'clamp(92px, (100cqw - 580px) * 100, 124px)',
    className: css['asked'],
    cell: askedOf,
  },
  {
    key: 'remark',
    title: 'Note',
    width: 'minmax(0, 5fr)',
    narrow: null,
    className: css['quiet'],
    hint: remarkOn,
    cell: remarkOn,
  },
  {
    key: 'order',
    title: 'Register',
    isTitleHidden: true,
    width: '80px',
    cell: (row) => (isBuyable(kindOfRow(row)) ? <RegisterRow row={row} /> : <OwnedRow row={row} />),
  },
];

/** Columns that leave their room to the others where no row has anything in them; not while answers come, which would move the others. */
const isFilledBy: Readonly<Record<string, (row: Row) => boolean>> = {
  register: ({ finding, isOwned }) => isOwned !== true && priceOf(finding, 'register') !== null,
  renew: ({ finding, isOwned }) => isOwned !== true && priceOf(finding, 'renew')?.kind === 'given',
  order: (row) => isBuyable(kindOfRow(row)) || row.isOwned === true,
  tick: (row) => isBuyable(kindOfRow(row)),
  remark: (row) => remarkOn(row) !== '',
};

const useFilledColumns = (rows: readonly Row[], sortedBy: string): readonly Column<Row>[] =>
  useMemo(() => {
    if (rows.some(({ asking }) => asking)) return columns;
    return columns.filter(({ key }) => key === sortedBy || rows.some(isFilledBy[key] ?? (() => true)));
  }, [rows, sortedBy]);

/** The note: the A-labels, another price before, that the TLD is not listed, why the finding is unknown, or the service's own remark. */
function remarkOn({ name, finding, isUnlisted, flags = [] }: Row): string {
  const parts = [
    name.domain === name.unicode ? '' : name.domain,
    ...flags.map(flagText),
    isUnlisted === true && isBuyable(finding.kind) ? 'Not in this account’s list' : '',
    finding.cause === null ? '' : unknownWords[finding.cause],
    ['unknown', 'invalid', 'reserved'].includes(finding.kind) ? finding.message : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function askedOf({ asking, missed, source, finding }: Row) {
  if (asking) return 'Checking…';
  if (finding.checkedAt === null) return missed ? 'No answer' : null;
  const remark = missed ? 'not updated' : source === 'stored' ? 'saved' : null;
  return (
    <>
      {remark !== null && <span className={css['quiet']}>{remark}, </span>}
      {finding.kind === 'unknown' ? 'tried ' : <span className="spoken">checked </span>}
      <Age at={finding.checkedAt} />
    </>
  );
}

function RegisterRow({ row: { name } }: { readonly row: Row }) {
  const { goToRegister } = useStores().route.actions;
  return <RegisterButton rowOf={name.unicode} onClick={() => goToRegister([name.domain], null)} />;
}

/** Leads from a name in the portfolio to its page. */
function OwnedRow({ row: { name } }: { readonly row: Row }) {
  const stores = useStores();
  const accountId = useActiveId();
  const isOwned = useOwned(accountId).has(name.domain);
  if (!isOwned || accountId === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      tabIndex={-1}
      aria-label={`Yours: view ${isolatedName(name.unicode)}`}
      onClick={() => void viewOwned(stores, { ...name, accountId })}
    >
      View
    </Button>
  );
}

/** The number of each kind of finding; each filters the list. */
function FindingFilter() {
  const { search } = useStores();
  const rows = useShownRows();
  const filter = useStore(search, (state) => state.filter);
  const counts = useMemo(() => countsOf(rows), [rows]);
  return (
    <FilterBar label="Show">
      <FilterChip
        label="All"
        count={rows.size}
        isOn={filter === null}
        onPress={() => search.actions.filterBy(null)}
      />
      {shownKinds
        .filter((kind) => counts[kind] > 0 || kind === filter)
        .map((kind) => (
          <FindingChip
            key={kind}
            kind={kind}
            count={counts[kind]}
            isOn={filter === kind}
            onPress={() => search.actions.filterBy(filter === kind ? null : kind)}
          />
        ))}
    </FilterBar>
  );
}

function RunBar() {
  const { search } = useStores();
  const asking = useStore(search, isAsking);
  return asking ? <Progress /> : <Whole />;
}

function Progress() {
  const { search } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const slow = useStore(search, (state) => state.runs.some((run) => run.slow));
  const asked = useStore(search, (state) => state.asked);
  const waiting = useMemo(() => [...rows.values()].filter((row) => row.asking).length, [rows]);
  const done = asked - waiting;
  return (
    <Group gap="sm" mih={32} ml="auto" className="figures">
      <Text role="status" {...(slow ? { c: 'var(--nd-caution)', fw: 500 } : { c: 'dimmed' })}>
        {slow ? 'Still waiting for the service:' : 'Checking:'} {format.count(done)} of {format.count(asked)}
      </Text>
      <ProgressBar label="Answered" of={{ done, total: asked }} width={96} />
      <Button leftSection={<IconPlayerStop size={14} stroke={2} aria-hidden />} onClick={search.actions.stop}>
        Stop
      </Button>
    </Group>
  );
}

function Whole() {
  const stores = useStores();
  const { search } = stores;
  const rows = useShownRows();
  const order = useStore(search, (state) => state.order);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const sort = useStore(search, (state) => state.sort);
  const sorted = useMemo(() => isInOrder(rows, order, sort), [rows, order, sort]);
  const all = [...rows.keys()];
  return (
    <Group gap="sm" mih={32} ml="auto" className="figures">
      {!sorted && (
        <Button
          variant="subtle"
          leftSection={<IconArrowsSort size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sort" />}
          onClick={search.actions.sort}
        >
          Sort again
        </Button>
      )}
      <RegisterTicked />
      {counts.available > 0 && (
        <CopyAvailable count={counts.available} onCopy={() => copyAvailable(stores)} />
      )}
      {all.length > counts.unchecked && (
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <Button
              leftSection={<IconRefresh size={14} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Check again
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item rightSection={<Keys of="recheckAll" />} onClick={() => search.actions.recheck(all)}>
              At all {format.count(all.length)}
            </Menu.Item>
            <Menu.Item
              disabled={counts.unknown === 0}
              rightSection={<Keys of="recheckUnknown" />}
              onClick={() => search.actions.recheck(domainsWith(rows, 'unknown'))}
            >
              At the {format.count(counts.unknown)} unknown
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
