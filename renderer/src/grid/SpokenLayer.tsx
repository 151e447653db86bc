import { type RefObject, useSyncExternalStore } from 'react';
import type { SessionSort, SessionView } from '#shared/domain/session-view.ts';
import { useNowMs } from '../lib/ticker.ts';
import { cellWords, nameWords, rowWords, tldWords } from './cell-words.ts';
import css from './findings-grid.module.css';
import type { GridModel } from './grid-model.ts';
import type { ShownWindow } from './layout.ts';
import type { ShownPlace, ShownRange } from './selection.ts';

interface Props {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly shown: ShownWindow;
  readonly focus: ShownPlace | null;
  readonly range: ShownRange | null;
  readonly sort: SessionSort | null;
  readonly nameWidth: number;
  /** Of the cell with the focus, which the grid names to screen readers. */
  readonly focusId: string;
  readonly focusRef: RefObject<HTMLSpanElement | null>;
}

/**
 * The grid for screen readers: the headings, the names in sight, and of the row with the focus every cell in sight. Only
 * the cell with the focus is to be seen, as the ring around it.
 */
export function SpokenLayer(props: Props) {
  const { model, view, shown, focus } = props;
  const columns = indices(shown.firstColumn, shown.endColumn, focus?.column ?? -1);
  return (
    <>
      <div role="row" aria-rowindex={1} className={css['row']}>
        <NamesHeading sort={props.sort} width={props.nameWidth} />
        {columns.map((column) => (
          <span key={column} role="columnheader" aria-colindex={column + 2} className="spoken">
            .{tldWords(model, view.columns[column] ?? 0)}
          </span>
        ))}
      </div>
      {indices(shown.firstRow, shown.endRow, focus?.row ?? -1).map((row) => (
        <div key={row} role="row" aria-rowindex={row + 2} className={css['row']}>
          {focus?.row === row ? (
            <FocusRow {...props} focus={focus} columns={columns} />
          ) : (
            <span role="rowheader" aria-colindex={1} className="spoken">
              {nameWords(model, view.rows[row] ?? 0)}
            </span>
          )}
        </div>
      ))}
    </>
  );
}

/** Those in sight, and the one with the focus, wherever it is. */
function indices(first: number, end: number, focus: number): readonly number[] {
  const inSight = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (focus < 0 || (focus >= first && focus < end)) return inSight;
  return focus < first ? [focus, ...inSight] : [...inSight, focus];
}

const directions = { true: 'descending', false: 'ascending' } as const;

function NamesHeading({ sort, width }: { readonly sort: SessionSort | null; readonly width: number }) {
  const direction = sort?.by === 'name' ? directions[`${sort.descending}`] : undefined;
  return (
    <span
      role="columnheader"
      aria-colindex={1}
      aria-sort={direction}
      className={css['corner']}
      style={{ width }}
    >
      Name
      {direction !== undefined && <span aria-hidden>{direction === 'ascending' ? '↑' : '↓'}</span>}
    </span>
  );
}

function FocusRow({
  columns,
  ...props
}: Props & { readonly focus: ShownPlace; readonly columns: readonly number[] }) {
  const { model, view, focus, range, focusId, focusRef } = props;
  const row = view.rows[focus.row] ?? 0;
  const name = nameWords(model, row);
  const isSelected = (column: number): boolean =>
    range !== null && column >= range.left && column <= range.right;
  return (
    <>
      {focus.column < 0 ? (
        <span
          id={focusId}
          ref={focusRef}
          role="rowheader"
          aria-colindex={1}
          aria-selected
          aria-label={`${name}: ${rowWords(model, view, row)}`}
          className={css['ring']}
        />
      ) : (
        <span role="rowheader" aria-colindex={1} className="spoken">
          {name}
        </span>
      )}
      {columns.map((column) =>
        column === focus.column ? (
          <FocusCell key={column} {...props} row={row} />
        ) : (
          <SpokenCell key={column} {...{ model, view, row, column }} selected={isSelected(column)} />
        ),
      )}
    </>
  );
}

interface CellProps {
  readonly model: GridModel;
  readonly view: SessionView;
  /** Of the matrix. */
  readonly row: number;
  /** As shown. */
  readonly column: number;
  readonly selected: boolean;
}

function SpokenCell({ model, view, row, column, selected }: CellProps) {
  const nowMs = useNowMs();
  return (
    <span role="gridcell" aria-colindex={column + 2} aria-selected={selected} className="spoken">
      {cellWords(model, view, row, view.columns[column] ?? 0, nowMs)}
    </span>
  );
}

/** Drawn anew when its own finding changes, not whenever one of a million does. */
function FocusCell({
  model,
  view,
  row,
  focus,
  focusId,
  focusRef,
}: Props & { readonly row: number; readonly focus: ShownPlace }) {
  const nowMs = useNowMs();
  const column = view.columns[focus.column] ?? 0;
  const cell = row * model.matrix.tlds.length + column;
  useSyncExternalStore(model.subscribe, () => model.matrix.codes[cell]);
  return (
    <span
      id={focusId}
      ref={focusRef}
      role="gridcell"
      aria-colindex={focus.column + 2}
      aria-selected
      aria-label={cellWords(model, view, row, column, nowMs)}
      className={css['ring']}
    />
  );
}
