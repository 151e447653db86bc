import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { format } from './Formats.tsx';
import type { Paged } from './live-collection.ts';
import { pressed, useCursorInSight } from './Shortcuts.tsx';
import { ErrorState } from './States.tsx';
import { moveFor, useWindow } from './virtual-list.ts';
import css from './line-grid.module.css';

interface Props {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly className: string | undefined;
  /** The number of lines in all, drawn or not. */
  readonly lines: number;
  /** The current line, from 0; -1 where there is none. */
  readonly line: number;
  readonly keys: Parameters<typeof changeKeys>[0];
  /** The prefix of each line's id. */
  readonly idPrefix: string;
  readonly heading: ReactNode;
  /** Shown below the heading where there are no lines. */
  readonly none: ReactNode;
  /** Called when lines become visible; `end` is one past the last. */
  readonly onSight: (first: number, end: number) => void;
  readonly draw: (line: number, id: string) => ReactNode;
}

const rowHeight = 36;

/** A virtual list of any length under its heading, with lines of equal height; only visible lines are drawn. */
export function RowGrid({
  list,
  label,
  className,
  lines,
  line,
  keys,
  idPrefix,
  heading,
  none,
  onSight,
  draw,
}: Props) {
  const { first, end } = useWindow(list, rowHeight, lines);
  useCursorInSight(list, line, rowHeight);
  useEffect(() => onSight(first, end), [onSight, first, end, lines]);
  const idOf = (index: number): string => `${idPrefix}-${index}`;
  return (
    <div
      ref={list}
      className={`${className ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={lines + 1}
      aria-activedescendant={line >= first && line < end ? idOf(line) : undefined}
      onKeyDown={changeKeys(keys)}
    >
      {heading}
      {none}
      <InPlace first={first} lines={lines} rowHeight={rowHeight}>
        {Array.from({ length: Math.max(0, end - first) }, (_, offset) =>
          draw(first + offset, idOf(first + offset)),
        )}
      </InPlace>
    </div>
  );
}

/** Scrolls the list to the top when `changed` changes. */
export function useTopWhen(list: RefObject<HTMLDivElement | null>, changed: unknown): void {
  useEffect(() => list.current?.scrollTo({ top: 0 }), [list, changed]);
}

interface InPlaceProps {
  /** The first drawn line. */
  readonly first: number;
  /** The number of lines in all. */
  readonly lines: number;
  readonly rowHeight: number;
  readonly children: ReactNode;
}

/**
 * The drawn rows at their position among all. The height is always that of all rows together: if it were lower for a moment, a
 * list scrolled to its end would jump.
 */
const InPlace = ({ first, lines, rowHeight, children }: InPlaceProps) => (
  <div role="rowgroup" style={{ position: 'relative', height: lines * rowHeight }}>
    <div role="presentation" style={{ position: 'absolute', top: first * rowHeight, right: 0, left: 0 }}>
      {children}
    </div>
  </div>
);

interface LineGridProps<T> {
  readonly label: string;
  /** Sets `--columns` and `--line`: the column widths and the line height. */
  readonly className: string | undefined;
  readonly columns: readonly string[];
  readonly lines: readonly T[];
  /** The prefix of each line's id. */
  readonly idPrefix: string;
  readonly onOpen: (line: T) => void;
  /** The cells of a line, one for each column. */
  readonly children: (line: T) => ReactNode;
}

/** A list short enough to be drawn as a whole, whose lines can be opened. Takes the focus at mount. */
export function LineGrid<T extends { readonly id: string }>({
  label,
  className,
  columns,
  lines,
  idPrefix,
  onOpen,
  children,
}: LineGridProps<T>) {
  const grid = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const at = lines.findIndex(({ id }) => id === cursor);
  useEffect(() => grid.current?.focus({ preventScroll: true }), [grid]);

  function open(): void {
    const line = lines[at];
    if (line !== undefined) onOpen(line);
  }

  return (
    <div
      ref={grid}
      className={`${css['grid'] ?? ''} ${className ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-activedescendant={at === -1 ? undefined : `${idPrefix}-${at}`}
      onKeyDown={changeKeys({
        at,
        count: lines.length,
        moveTo: (row) => setCursor(lines[row]?.id ?? null),
        open,
        close: () => setCursor(null),
        toField: () => undefined,
      })}
    >
      <Heading columns={columns} />
      <div role="rowgroup">
        {lines.map((line, index) => (
          <div
            key={line.id}
            id={`${idPrefix}-${index}`}
            className={css['row']}
            role="row"
            aria-rowindex={index + 2}
            aria-selected={index === at}
            onClick={() => onOpen(line)}
          >
            {children(line)}
          </div>
        ))}
      </div>
    </div>
  );
}

const Heading = ({ columns }: { readonly columns: readonly string[] }) => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      {columns.map((column) => (
        <span key={column} role="columnheader">
          {column}
        </span>
      ))}
    </div>
  </div>
);

interface Ways {
  /** The current row; -1 where there is none. */
  readonly at: number;
  readonly count: number;
  readonly moveTo: (row: number) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly toField: () => void;
}

/** The keys of a list of changes, batches or rows: move, open, close the panel beside it, and go to the text filter. */
function changeKeys({ at, count, moveTo, open, close, toField }: Ways): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const act = moving(event) ?? actFor(event);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  function moving(event: KeyboardEvent): (() => void) | null {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    const moved = moveFor(event.key, at, count);
    if (moved === null) return null;
    if (moved < 0) return toField;
    return () => moveTo(moved);
  }

  function actFor(event: KeyboardEvent): (() => void) | null {
    if (pressed(event, 'openChange')) return open;
    if (pressed(event, 'closeChange')) return close;
    return pressed(event, 'findChange') ? toField : null;
  }
}

interface RowFilterProps<W extends string> {
  /** The number of rows for each choice; null where it is not known. */
  readonly choices: readonly (readonly [which: W, label: string, count: number | null])[];
  readonly which: W;
  readonly onShow: (which: W) => void;
}

/** The filter of the rows: one of a few choices, each with its count. */
export const RowFilter = <W extends string>({ choices, which, onShow }: RowFilterProps<W>) => (
  <div className={`${css['chips'] ?? ''} figures`} role="group" aria-label="Rows to show">
    {choices.map(([value, label, count]) => (
      <button
        key={value}
        type="button"
        className={css['chip']}
        aria-pressed={which === value}
        onClick={() => onShow(value)}
      >
        <span>{label}</span>
        {count !== null && <span className={css['count']}>{format.count(count)}</span>}
      </button>
    ))}
  </div>
);

interface RowsTroubleProps<T, M> {
  readonly rows: Paged<T, M>;
  /** What could not be loaded, as a sentence without its end. */
  readonly about: string;
  readonly again: () => void;
}

/** An error with a retry button, where rows could not be loaded. */
export function RowsTrouble<T, M>({ rows, about, again }: RowsTroubleProps<T, M>) {
  const error = useStore(rows, (state) => state.error);
  if (error === null) return null;
  return <ErrorState error={error} about={about} remedies={{ 'try-again': again }} />;
}
