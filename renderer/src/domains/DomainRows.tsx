import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconLock,
  IconLockOpen,
  IconNote,
} from '@tabler/icons-react';
import { memo, type MouseEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { ChangeStateMark, changeTitle } from '../changes/ChangeParts.tsx';
import { format, useNowMs } from '../ui/Formats.tsx';
import { useCursorInSight } from '../ui/Shortcuts.tsx';
import { NoneShown } from '../ui/States.tsx';
import { useWindow } from '../ui/virtual-list.ts';
import { dayInWords, daysInWords, daysUntil, partWords, sourceAndAge, toneOf } from './domain-words.ts';
import { portfolioKeys, usePortfolioActions } from './portfolio-actions.ts';
import {
  allOrNone,
  type Column,
  columns,
  extendSelection,
  isTroubled,
  type PortfolioNow,
  type PortfolioStore,
  type Row,
  toggleSelected,
} from './portfolio-store.ts';
import css from './list.module.css';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  /** The grid has the focus as a whole; the current row is exposed to screen readers by `aria-activedescendant`. */
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeight = 44;

/** The list of domains; only visible rows are drawn. */
export function DomainRows({ list, now, grid, toField }: Props) {
  const { shown, uncertain } = now;
  const cursor = useStore(list, (state) => state.cursor);
  const chosen = useStore(list, (state) => state.chosen.names);
  const deeds = usePortfolioActions(list);
  const { first, end } = useWindow(grid, rowHeight, shown.length);
  const at = useMemo(() => shown.findIndex(({ domain }) => domain.name === cursor), [shown, cursor]);
  const press = usePress(list, now, deeds.open);
  useCursorInSight(grid, at, rowHeight);
  useFocusAtFirst(grid);
  return (
    <div
      ref={grid}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Domains"
      aria-multiselectable
      aria-rowcount={shown.length + 1}
      // Set only while the row is drawn, which it is as soon as it is visible.
      aria-activedescendant={at >= first && at < end ? idOf(at) : undefined}
      onKeyDown={portfolioKeys({ list, deeds, shown, at, toField })}
      onFocus={() => {
        if (at === -1) list.actions.moveTo(shown[0]?.domain.name ?? null);
      }}
    >
      <ColumnHeadings list={list} shown={shown} />
      {shown.length === 0 && (
        <NoneShown title="No domain fits" onAll={list.actions.showAll}>
          Names, tags, notes, registrants and nameservers were looked through.
        </NoneShown>
      )}
      <div role="rowgroup" className={css['rows']} style={{ height: shown.length * rowHeight }}>
        <div role="presentation" className={css['drawn']} style={{ top: first * rowHeight }}>
          {shown.slice(first, end).map((row, index) => (
            <DomainRow
              key={row.domain.name}
              id={idOf(first + index)}
              index={first + index}
              row={row}
              uncertain={uncertain.get(row.domain.name) ?? null}
              current={first + index === at}
              chosen={chosen.has(row.domain.name)}
              onPress={press}
              onOpenChange={deeds.openChange}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Focuses the list at mount so that its keys work at once, unless a dialog is open over it. */
function useFocusAtFirst(grid: Props['grid']): void {
  useEffect(() => {
    if (document.querySelector('[role=dialog][aria-modal=true]') === null)
      grid.current?.focus({ preventScroll: true });
  }, [grid]);
}

const idOf = (index: number): string => `domain-${index}`;

/** A click on a row opens it; with Ctrl or ⌘, or on its checkbox, it selects it; with Shift, the range up to it. */
type Press = (event: MouseEvent, name: string, isOnBox: boolean) => void;

function usePress(list: PortfolioStore, { shown }: PortfolioNow, open: (name: string) => void): Press {
  return useCallback(
    (event, name, isOnBox) => {
      const from = list.getState().cursor;
      list.actions.moveTo(name);
      if (event.shiftKey) list.actions.choose((chosen) => extendSelection(chosen, shown, from, name));
      else if (isOnBox || event.ctrlKey || event.metaKey)
        list.actions.choose((chosen) => toggleSelected(chosen, name));
      else open(name);
    },
    [list, shown, open],
  );
}

interface ColumnHeadingsProps {
  readonly list: PortfolioStore;
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

/** The sortable column headings, and the checkbox that selects all shown rows. */
const ColumnHeadings = memo(function Heading({ list, shown }: ColumnHeadingsProps) {
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

function AllBox({ list, shown }: ColumnHeadingsProps) {
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

interface DomainRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  /** Its newest uncertain change. */
  readonly uncertain: Change | null;
  /** Under the list's cursor. */
  readonly current: boolean;
  readonly chosen: boolean;
  readonly onPress: Press;
  readonly onOpenChange: (changeId: string) => void;
}

/** One domain: its name, its known values and their age. */
const DomainRow = memo(function DomainRow(props: DomainRowProps) {
  const { id, index, row, uncertain, current, chosen, onPress, onOpenChange } = props;
  const { domain } = row;
  const nowMs = useNowMs();
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-current={current}
      onClick={(event) => onPress(event, domain.name, false)}
    >
      <div
        role="gridcell"
        className={css['box']}
        onClick={(event) => {
          event.stopPropagation();
          onPress(event, domain.name, true);
        }}
      >
        {/* The whole cell handles the click, including Shift; the checkbox only shows the result. */}
        <input
          type="checkbox"
          className="tick"
          tabIndex={-1}
          readOnly
          aria-label={`Select ${row.unicode}`}
          checked={chosen}
        />
      </div>
      <NameCell row={row} uncertain={uncertain} onOpenChange={onOpenChange} />
      <Lock of={domain} nowMs={nowMs} />
      <Nameservers of={domain} nowMs={nowMs} />
      <Registrant of={domain} nowMs={nowMs} />
      <Expires of={domain} nowMs={nowMs} />
      <Tags of={domain} />
      <LastRead row={row} nowMs={nowMs} />
    </div>
  );
});

interface NameCellProps {
  readonly row: Row;
  readonly uncertain: Change | null;
  readonly onOpenChange: (changeId: string) => void;
}

/** The name in Unicode and A-labels, with marks for anything that needs attention. */
function NameCell({ row: { domain, unicode }, uncertain, onOpenChange }: NameCellProps) {
  const isOther = unicode !== domain.name;
  return (
    <div role="gridcell" className={css['what']}>
      <span className={css['nameLine']}>
        <span
          className={`mono ${css['name'] ?? ''}`}
          title={isOther ? `${unicode}\n${domain.name}` : unicode}
        >
          {unicode}
        </span>
        {uncertain !== null && <Uncertain change={uncertain} onOpen={onOpenChange} />}
        {isTroubled(domain) && <Trouble of={domain} />}
        {domain.note !== '' && (
          <span className={css['mark']} title={domain.note} role="img" aria-label="Has a note">
            <IconNote size={14} stroke={1.75} aria-hidden />
          </span>
        )}
      </span>
      {(isOther || domain.archivedAt !== null) && (
        <span className={css['second']}>
          {isOther && <span className="mono">{domain.name}</span>}
          {domain.archivedAt !== null && <span className={css['badge']}>Archived</span>}
        </span>
      )}
    </div>
  );
}

/** For the mouse only; with the keyboard, the domain's page leads there as well. */
function Uncertain({
  change,
  onOpen,
}: {
  readonly change: Change;
  readonly onOpen: NameCellProps['onOpenChange'];
}) {
  const words = `Change ${change.number} is uncertain: ${changeTitle(change)}`;
  return (
    <button
      type="button"
      className={css['markButton']}
      tabIndex={-1}
      title={`${words}. Open it`}
      aria-label={words}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(change.id);
      }}
    >
      <span aria-hidden>
        <ChangeStateMark state="uncertain" short />
      </span>
    </button>
  );
}

function Trouble({ of: domain }: { readonly of: Domain }) {
  const words = [
    ...(domain.transferredAway?.value === true ? ['The service says that it was transferred away.'] : []),
    ...domain.troubles.map(({ part, error }) => `${partWords[part]}: ${sentencesFor(error).happened}`),
  ].join('\n');
  return (
    <span className={css['mark']} data-tone="caution" title={words} role="img" aria-label={words}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
    </span>
  );
}

interface CellProps {
  readonly of: Domain;
  readonly nowMs: number;
}

const Unread = ({ words = 'Not read yet' }: { readonly words?: string }) => (
  <span className={css['unread']}>{words}</span>
);

/** The registrar lock, by icon and word. */
function Lock({ of: { lock }, nowMs }: CellProps) {
  if (lock === null)
    return (
      <div role="gridcell">
        <Unread />
      </div>
    );
  const Icon = lock.value === 'locked' ? IconLock : IconLockOpen;
  return (
    <div role="gridcell" className={css['lock']} data-state={lock.value} title={sourceAndAge(lock, nowMs)}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {lock.value === 'locked' ? 'Locked' : 'Unlocked'}
    </div>
  );
}

/** The first nameserver and the number of others; all of them on hover. */
function Nameservers({ of: { nameservers }, nowMs }: CellProps) {
  const [first, ...others] = nameservers?.value ?? [];
  if (nameservers === null || first === undefined)
    return (
      <div role="gridcell">
        <Unread words={nameservers === null ? 'Not read yet' : 'None'} />
      </div>
    );
  return (
    <div
      role="gridcell"
      className={css['pair']}
      title={`${nameservers.value.join('\n')}\n${sourceAndAge(nameservers, nowMs)}`}
    >
      <span className={`mono ${css['cut'] ?? ''}`}>{first}</span>
      {others.length > 0 && <span className={css['second']}>and {format.count(others.length)} more</span>}
    </div>
  );
}

const Registrant = ({ of: { registrant }, nowMs }: CellProps) => (
  <div role="gridcell" className={css['cut']}>
    {registrant === null ? (
      <Unread />
    ) : (
      <span title={`${registrant.value}\n${sourceAndAge(registrant, nowMs)}`}>
        {registrant.value === '' ? 'Without a name' : registrant.value}
      </span>
    )}
  </div>
);

/** The expiry date and the days until then. An unknown date is not marked as a problem: few services report it. */
function Expires({ of: { expiresOn }, nowMs }: CellProps) {
  if (expiresOn === null)
    return (
      <div role="gridcell">
        <Unread words="Not known" />
      </div>
    );
  const days = daysUntil(expiresOn.value, nowMs);
  return (
    <div
      role="gridcell"
      className={css['pair']}
      data-tone={toneOf(days)}
      title={sourceAndAge(expiresOn, nowMs)}
    >
      <span>{dayInWords(expiresOn.value)}</span>
      <span className={css['second']}>{daysInWords(days)}</span>
    </div>
  );
}

const Tags = ({ of: { tags } }: Pick<CellProps, 'of'>) => (
  <div role="gridcell" className={css['tags']} data-column="tags" title={tags.join(', ')}>
    {tags[0] !== undefined && <span className={css['tag']}>{tags[0]}</span>}
    {tags.length > 1 && <span className={css['more']}>+{format.count(tags.length - 1)}</span>}
  </div>
);

/** The age of the oldest value that was read. */
function LastRead({ row, nowMs }: { readonly row: Row; readonly nowMs: number }) {
  const { oldestAt, isPartlyUnread } = row;
  if (oldestAt === null)
    return (
      <div role="gridcell">
        <Unread words="Never" />
      </div>
    );
  return (
    <div
      role="gridcell"
      className={css['pair']}
      title={`The oldest of its values: ${format.instant(oldestAt)}`}
    >
      <time dateTime={oldestAt}>{format.age(oldestAt, nowMs)}</time>
      {isPartlyUnread && <span className={css['second']}>in part</span>}
    </div>
  );
}
