import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy, IconLayoutSidebarRight, IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type RefObject, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { notGiven, shortestPeriod } from '#shared/domain/finding.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { type Finding, valueOf } from '../bridge.ts';
import { Age, priceText } from '../ui/Formats.tsx';
import { FindingMark, FindingWord, unknownWords } from '../ui/Marks.tsx';
import { pressed, type ShortcutName, useCursorInSight } from '../ui/Shortcuts.tsx';
import { NoneShown } from '../ui/States.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { moveFor, useWindow } from '../ui/virtual-list.ts';
import { domainsWith, filterOrder, type Row, shownRows } from './rows.ts';
import { isAsking } from './search-store.ts';
import css from './list.module.css';

interface Props {
  /** The list has the focus as a whole; the current row is exposed to screen readers by `aria-activedescendant`. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeights = { comfortable: 36, compact: 28 };

/** The findings of the question, the most useful first. Only visible rows are drawn. */
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
      // A click on a row, or on a button in it that the next render removes, leaves the focus on the list.
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

interface FindingRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  /** The current row. */
  readonly current: boolean;
  /** Its details are open beside the list. */
  readonly open: boolean;
}

/** One name under one TLD: finding, price, age and source. */
export const FindingRow = memo(function FindingRow({ id, index, row, current, open }: FindingRowProps) {
  const { search } = useStores();
  const { domain, unicode } = row.name;
  const [pointed, setPointed] = useState(false);
  const remark = remarkOn(row);
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      aria-busy={row.asking}
      data-current={current}
      data-kind={row.finding.kind}
      onClick={() => search.actions.openDetails(domain)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <span className={css['finding']} role="gridcell">
        <FindingMark kind={row.finding.kind} decorative />
        <FindingWord kind={row.finding.kind} />
      </span>
      <span className={css['domain']} role="gridcell">
        {unicode}
      </span>
      <span className={css['price']} role="gridcell">
        <Price finding={row.finding} />
      </span>
      <span className={css['asked']} role="gridcell">
        <Asked row={row} />
      </span>
      <span className={css['remark']} role="gridcell" title={remark}>
        {remark}
      </span>
      <span className={css['actions']} role="gridcell">
        {/* Rendered for this row only: buttons in every row would take most of the time budget of a key press. */}
        {(current || pointed) && <RowActions row={row} />}
      </span>
    </div>
  );
});

/** The note: the A-labels, why the finding is unknown, or the service's own remark. */
function remarkOn({ name, finding }: Row): string {
  const parts = [
    name.domain === name.unicode ? '' : name.domain,
    finding.cause === null ? '' : unknownWords[finding.cause],
    finding.kind === 'unknown' || finding.kind === 'invalid' || finding.kind === 'reserved'
      ? finding.message
      : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

const buyable: ReadonlySet<string> = new Set(['available', 'premium', 'reserved']);

function Price({ finding }: { readonly finding: Finding }) {
  const first = shortestPeriod(finding.prices);
  const price = first?.register ?? notGiven;
  if (price.kind !== 'given')
    return buyable.has(finding.kind) ? <span className={css['none']}>{priceText(price)}</span> : null;
  return (
    <>
      {priceText(price)}
      {first !== undefined && first.period !== 1 && <span className={css['none']}> / {first.period} y</span>}
    </>
  );
}

function Asked({ row }: { readonly row: Row }) {
  if (row.asking) return <span className={css['asking']}>Asking…</span>;
  if (row.finding.checkedAt === null) return row.missed ? 'No answer' : null;
  return (
    <>
      <Age at={row.finding.checkedAt} />
      <span className={css['source']}>
        {row.missed ? 'no new answer' : row.source === 'kept' ? 'kept' : 'service'}
      </span>
    </>
  );
}

function RowActions({ row }: { readonly row: Row }) {
  const { search } = useStores();
  const copy = useCopy();
  const { domain, unicode } = row.name;
  const actions = [
    { label: `Copy ${unicode}`, Icon: IconCopy, act: () => copy([unicode]) },
    { label: `Look again at ${unicode}`, Icon: IconRefresh, act: () => search.actions.lookAgain([domain]) },
    {
      label: `Details of ${unicode}`,
      Icon: IconLayoutSidebarRight,
      act: () => search.actions.openDetails(domain),
    },
  ];
  return actions.map(({ label, Icon, act }) => (
    <Tooltip key={label} label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        tabIndex={-1}
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          act();
        }}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}

/** The keys of the list: move, open, copy, recheck, filter, and leave. */
function useListKeys(shown: readonly Row[], at: number, toField: () => void): (event: KeyboardEvent) => void {
  const stores = useStores();
  const copy = useCopy();
  return (event) => {
    // Keys on a row's own buttons are left to them; only the key that leaves works everywhere.
    if (event.target !== event.currentTarget && !pressed(event, 'back')) return;
    const moved = moveFor(event.key, at, shown.length);
    const act =
      moved === null
        ? (filterFor(event, stores) ?? actFor(event, stores, shown[at], copy, toField))
        : () => (moved < 0 ? toField() : stores.search.actions.moveTo(shown[moved]?.name.domain ?? null));
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

function filterFor(event: KeyboardEvent, { search }: Stores): (() => void) | null {
  if (!/^[0-7]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return null;
  return () => search.actions.filterBy(filterOrder[Number(event.key) - 1] ?? null);
}

function actFor(
  event: KeyboardEvent,
  { search }: Stores,
  row: Row | undefined,
  copy: (names: readonly string[]) => void,
  toField: () => void,
): (() => void) | null {
  const { actions, getState } = search;
  const { rows } = getState();
  const onRow = (act: (row: Row) => void) => () => {
    if (row !== undefined) act(row);
  };
  const acts: readonly (readonly [ShortcutName, () => void])[] = [
    ['details', onRow(({ name }) => actions.openDetails(name.domain))],
    ['copy', onRow(({ name }) => copy([name.unicode]))],
    ['copyAvailable', () => copy(domainsWith(rows, 'available'))],
    ['lookAgain', onRow(({ name }) => actions.lookAgain([name.domain]))],
    ['lookAgainAll', () => actions.lookAgain([...rows.keys()])],
    ['lookAgainUnknown', () => actions.lookAgain(domainsWith(rows, 'unknown'))],
    ['sort', actions.sort],
    ['back', () => back(search, toField)],
  ];
  return acts.find(([name]) => pressed(event, name))?.[1] ?? null;
}

/** Leaves one level at a time: the details, then the running search, then the list. */
function back({ actions, getState }: Stores['search'], toField: () => void): void {
  if (getState().open !== null) actions.closeDetails();
  else if (isAsking(getState())) actions.stop();
  else toField();
}
