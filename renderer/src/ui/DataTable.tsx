import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  allOrNone,
  asRows,
  canOpen,
  type Column,
  handleClick,
  handleKey,
  keysOf,
  lineAt,
  lineOf,
  type RowAttributes,
  type RowGroup,
  type Rows,
  type Selecting,
  type TableActions,
  type TableNow,
} from './table-model.ts';
import { isDialogOpen } from './Shortcuts.tsx';
import { useScrolling, useView, type View } from './table-view.ts';
import { cellId, classes, GroupRow, TableRow } from './TableRow.tsx';
import css from './data-table.module.css';

interface Sort<K> {
  /** The columns to sort by; left out: all. */
  readonly of?: readonly K[];
  readonly by: K;
  readonly isDescending: boolean;
  readonly onSort: (column: K) => void;
}

interface Props<T, K extends string>
  extends TableActions<T>, Pick<ComponentProps<'div'>, 'className' | 'onClickCapture' | 'onPointerMove'> {
  readonly label: string;
  /** Made once or memoized: rows are drawn again when it changes. */
  readonly columns: readonly Column<T, K>[];
  readonly rows: readonly T[] | Rows<T>;
  /** In px; the same for all rows, and for as long as the table is drawn. */
  readonly rowHeight?: number;
  /** The current row, from 0; -1 is none. Without it, the table keeps its current row itself. */
  readonly cursor?: number;
  readonly onCursor?: (index: number, row: T | null) => void;
  readonly sort?: Sort<K>;
  /** Of a row that is open beside the table: `aria-selected` as well as its look. By default the current row is selected. */
  readonly isSelected?: (row: T) => boolean;
  /** Of a row that is open beside the table, where the current row stays the selected one. */
  readonly isOpen?: (row: T) => boolean;
  /** Further attributes of a row; a function that stays the same. */
  readonly attributes?: (row: T) => RowAttributes;
  /** Headings between the rows, in order. */
  readonly groups?: readonly RowGroup[];
  /** In place of rows where there are none. */
  readonly none?: ReactNode;
  /** Scrolls to the top when it changes. */
  readonly topOn?: unknown;
  /**
   * The name under which the table remembers how far it is scrolled and its own current row: after going to a row and back it
   * is as it was left. What the owner shows is a part of the name: another filter begins at the top.
   */
  readonly remembers?: string;
  /** Takes the focus at mount, unless a dialog is open. */
  readonly autoFocus?: boolean;
  /** Makes the first row current when the table gets the focus, though not by a click, and has no current row. */
  readonly startsAtFirst?: boolean;
  readonly onFocused?: () => void;
  /** A table to read: no current row, no keys. */
  readonly isStatic?: boolean;
}

interface WithRef {
  readonly ref?: RefObject<HTMLDivElement | null>;
}

/** The height of the sticky heading in px, with its border. */
const headingHeight = 28;
/** Rows drawn beyond each edge, so that quick scrolling shows no gap. */
const overscan = 8;
const noGroups: readonly RowGroup[] = [];

/**
 * A list of any length in columns; only visible rows are drawn. It has the focus as a whole: `aria-activedescendant` exposes the
 * current row to screen readers. It fills what its flex column leaves.
 *
 * ```tsx
 * const columns: readonly Column<Session>[] = [
 *   { key: 'what', title: 'Session', width: 'minmax(0, 5fr)', cell: titleOf },
 *   { key: 'made', title: 'Made', width: '96px', cell: ({ createdAt }) => <Age at={createdAt} /> },
 * ];
 * <DataTable label="Sessions" columns={columns} rows={shown} rowKey={({ id }) => id} onOpen={open} autoFocus />
 * ```
 */
export function DataTable<T, K extends string>({ ref, ...props }: Props<T, K> & WithRef) {
  const { label, columns, rowHeight = 36, groups = noGroups, selecting, isStatic = false } = props;
  const own = useRef<HTMLDivElement>(null);
  const table = ref ?? own;
  const rows = asRows(props.rows);
  const view = useView(props.remembers);
  const now = useCurrent(props, rows, view);
  const lines = rows.count + groups.length;
  const line = now.at === -1 ? -1 : lineOf(groups, now.at);
  const drawn = useDrawnLines(table, {
    lines,
    line,
    rowHeight,
    topOn: props.topOn,
    view,
    ...currentOf(props, now),
  });
  const { first, end } = drawn;
  const isDrawn = line >= first && line < end;
  useVisible(rows, groups, drawn);
  useAutoFocus(table, props.autoFocus);
  const idPrefix = useId();
  return (
    <div
      ref={table}
      className={classes(css['table'], 'figures', props.className)}
      style={stylesOf(columns, selecting !== undefined, rowHeight)}
      role={isStatic ? 'table' : 'grid'}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={selecting === undefined ? undefined : true}
      aria-rowcount={lines + 1}
      data-one-line={rowHeight < 36}
      data-open={selecting !== undefined && currentOf(props, now).isOpen}
      aria-activedescendant={isDrawn ? `${idPrefix}${line}` : undefined}
      onKeyDown={(event) => isStatic || handleKey(event, props, now)}
      onClick={(event) => isStatic || handleClick(event, props, now)}
      {...useFocused(props, now, view)}
      onClickCapture={props.onClickCapture}
      onPointerMove={props.onPointerMove}
      onScroll={({ currentTarget }) =>
        lines > 0 && view.setState({ top: currentTarget.scrollTop / rowHeight })
      }
    >
      <Heading {...props} titlePrefix={idPrefix} />
      {rows.count === 0 && <NoRows>{props.none}</NoRows>}
      {/* Always as high as all lines together: if it were lower for a moment, a list scrolled to its end would jump. */}
      <div role="rowgroup" style={{ position: 'relative', height: lines * rowHeight }}>
        <div role="presentation" style={{ position: 'absolute', insetInline: 0, top: first * rowHeight }}>
          {Array.from({ length: Math.max(0, end - first) }, (_, offset) => {
            const number = first + offset;
            const found = lineAt(groups, number);
            if (typeof found !== 'number')
              return <GroupRow key={`group ${number}`} {...found} line={number} />;
            const row = rows.at(found);
            return (
              <TableRow
                key={row === null ? `row ${found}` : props.rowKey(row)}
                id={`${idPrefix}${number}`}
                titlePrefix={idPrefix}
                line={number}
                index={found}
                row={row}
                columns={columns}
                isStatic={isStatic}
                isOpenable={row !== null && canOpen(props, row)}
                isCurrent={number === line}
                isSelected={isRowSelected(props, row, number === line)}
                isMarked={row !== null && isRowMarked(props, row)}
                checkbox={row === null || selecting === undefined ? null : selecting.label(row)}
                attributes={props.attributes}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** What a table does when it gets the focus: a key begins at the first row. */
function useFocused<T, K extends string>(
  { onFocused, startsAtFirst }: Props<T, K>,
  now: TableNow<T>,
  view: View,
): Pick<ComponentProps<'div'>, 'onMouseDown' | 'onMouseUp' | 'onFocus'> {
  const isPressed = useRef(false);
  return {
    onMouseDown: () => void (isPressed.current = true),
    onMouseUp: () => void (isPressed.current = false),
    onFocus() {
      onFocused?.();
      // A click means the row under it: going to another one first would scroll that row away.
      if (startsAtFirst === true && !isPressed.current) start(now, view);
    },
  };
}

/** Makes the first row current where none is; where the last one has left the list, the row in its place. */
function start<T>({ rows, at, moveTo }: TableNow<T>, view: View): void {
  if (at === -1 && rows.count > 0) moveTo(Math.min(Math.max(0, view.getState().at), rows.count - 1));
}

const NoRows = ({ children }: { readonly children: ReactNode }) =>
  children !== undefined &&
  children !== false && (
    <div role="row">
      <div role="gridcell">{children}</div>
    </div>
  );

/** The tracks and the height, for the style sheet. */
function stylesOf<T>(
  columns: readonly Column<T>[],
  hasBoxes: boolean,
  rowHeight: number,
): Record<`--${string}`, string> {
  const box = hasBoxes ? ['28px'] : [];
  const narrow = columns.flatMap(({ width, narrow: other }) => (other === null ? [] : [other ?? width]));
  return {
    '--row-height': `${rowHeight}px`,
    '--columns': [...box, ...columns.map(({ width }) => width)].join(' '),
    '--narrow-columns': [...box, ...narrow].join(' '),
  };
}

function isRowMarked<T, K extends string>(
  { selecting, isSelected, isOpen, rowKey }: Props<T, K>,
  row: T,
): boolean {
  if (selecting !== undefined) return selecting.selection.keys.has(rowKey(row));
  return (isSelected ?? isOpen)?.(row) ?? false;
}

function isRowSelected<T, K extends string>(
  props: Props<T, K>,
  row: T | null,
  isCurrent: boolean,
): boolean | undefined {
  if (props.isStatic === true) return undefined;
  if (props.selecting === undefined && props.isSelected === undefined) return isCurrent;
  return row !== null && isRowMarked(props, row);
}

/** The current row: the owner's, else one that the table keeps by its key. */
function useCurrent<T, K extends string>(
  { cursor, onCursor, rowKey, isStatic }: Props<T, K>,
  rows: Rows<T>,
  view: View,
): TableNow<T> {
  const [key, setKey] = useState(() => view.getState().key);
  const moveTo = (index: number) => {
    const row = rows.at(index);
    if (isStatic === true) return;
    setKey(row === null ? null : rowKey(row));
    onCursor?.(index, row);
  };
  if (cursor !== undefined) return { rows, at: cursor, moveTo };
  const kept = Array.from({ length: key === null ? 0 : rows.count }, (_, index) => rows.at(index));
  return { rows, at: kept.findIndex((row) => row !== null && rowKey(row) === key), moveTo };
}

function currentOf<T, K extends string>({ rowKey, isOpen }: Props<T, K>, { rows, at }: TableNow<T>) {
  const row = at === -1 ? null : rows.at(at);
  if (row === null) return { at, key: null, isOpen: false };
  return { at, key: rowKey(row), isOpen: isOpen?.(row) === true };
}

interface Lines {
  readonly lines: number;
  readonly line: number;
  readonly rowHeight: number;
  readonly topOn: unknown;
  readonly view: View;
  readonly at: number;
  readonly key: string | null;
  readonly isOpen: boolean;
}

interface DrawnLines {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

function useDrawnLines(table: RefObject<HTMLDivElement | null>, of: Lines): DrawnLines {
  const { lines, rowHeight, topOn, view } = of;
  // eslint-disable-next-line react-hooks/incompatible-library -- without React's compiler nothing here is memoized
  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => table.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingEnd: headingHeight,
    initialRect: { width: 0, height: 800 },
    initialOffset: () => (lines === 0 ? 0 : view.getState().top * rowHeight),
    useFlushSync: false,
  });
  const topOf = useRef(topOn);
  useEffect(() => {
    if (topOf.current !== topOn) table.current?.scrollTo({ top: 0 });
    topOf.current = topOn;
  }, [table, topOn]);
  useScrolling(table, virtual, { ...of, hasRows: lines > 0, headingHeight });
  const items = virtual.getVirtualItems();
  return { first: items[0]?.index ?? 0, end: (items.at(-1)?.index ?? -1) + 1 };
}

function useVisible<T>({ onVisible, count }: Rows<T>, groups: readonly RowGroup[], drawn: DrawnLines): void {
  const { first, end } = drawn;
  const above = groups.filter(({ before }, index) => before + index < first).length;
  const firstRow = first - above;
  const endRow = end - groups.filter(({ before }, index) => before + index < end).length;
  useEffect(() => onVisible?.(firstRow, endRow), [onVisible, firstRow, endRow, count]);
}

function useAutoFocus(table: RefObject<HTMLDivElement | null>, isWanted = false): void {
  useEffect(() => {
    if (!isWanted || isDialogOpen()) return;
    table.current?.focus({ preventScroll: true });
  }, [table, isWanted]);
}

function Heading<T, K extends string>(props: Props<T, K> & { readonly titlePrefix: string }) {
  const { columns, sort, selecting, titlePrefix } = props;
  return (
    <div className={css['top']} role="rowgroup">
      <div className={css['heading']} role="row" aria-rowindex={1}>
        {selecting !== undefined && (
          <span role="columnheader" className={css['box']}>
            <AllBox selecting={selecting} rows={props.rows} rowKey={props.rowKey} />
          </span>
        )}
        {columns.map((column) => (
          <ColumnTitle
            key={column.key}
            id={cellId(titlePrefix, column.key)}
            column={column}
            sort={sort?.of?.includes(column.key) === false ? undefined : sort}
          />
        ))}
      </div>
    </div>
  );
}

interface ColumnTitleProps<T, K extends string> {
  readonly id: string;
  readonly column: Column<T, K>;
  readonly sort: Sort<K> | undefined;
}

function ColumnTitle<T, K extends string>({ id, column, sort }: ColumnTitleProps<T, K>) {
  const { key, title, align, narrow, isMarkWhereNarrow = false, isTitleHidden = false } = column;
  const attributes = {
    id,
    role: 'columnheader',
    className: css['title'],
    'data-align': align,
    'data-narrow': narrow === null ? 'hidden' : isMarkWhereNarrow ? 'mark' : undefined,
  } as const;
  if (sort === undefined)
    return <span {...attributes}>{isTitleHidden ? <span className="spoken">{title}</span> : title}</span>;
  const isHere = sort.by === key;
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
  const direction = sort.isDescending ? 'descending' : 'ascending';
  return (
    <span {...attributes} aria-sort={isHere ? direction : 'none'}>
      <button type="button" className={css['sort']} onClick={() => sort.onSort(key)}>
        {title}
        {isHere && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
    </span>
  );
}

interface AllBoxProps<T> extends Pick<Props<T, string>, 'rows' | 'rowKey'> {
  readonly selecting: Selecting<T>;
}

function AllBox<T>({ selecting, rows, rowKey }: AllBoxProps<T>) {
  const { selection, onChange } = selecting;
  const box = useRef<HTMLInputElement>(null);
  const keys = useMemo(() => keysOf(asRows(rows), rowKey), [rows, rowKey]);
  const count = useMemo(() => keys.filter((key) => selection.keys.has(key)).length, [keys, selection]);
  const isAll = keys.length > 0 && count === keys.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="tick"
      aria-label="Select all that are shown"
      disabled={keys.length === 0}
      checked={isAll}
      onChange={() => onChange((before) => allOrNone(before, keys))}
    />
  );
}
