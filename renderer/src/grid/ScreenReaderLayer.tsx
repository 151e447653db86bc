import { type RefObject, useSyncExternalStore } from 'react';
import { nameFormsOf } from '#shared/domain/domain-name.ts';
import { isBuyable, type ShownKind } from '#shared/domain/finding.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import {
  causeOfCell,
  isShortlisted,
  kindOfCell,
  type SessionSort,
  type SessionView,
  type ShownCounts,
  shownKindOf,
} from '#shared/domain/session.ts';
import { counted, format, useNowMs } from '../ui/Formats.tsx';
import { findingWords, unknownWords } from '../ui/Marks.tsx';
import type { GridModel } from './grid-model.ts';
import { directionOf, directionSigns, type ShownWindow } from './layout.ts';
import { priceWords } from './prices.ts';
import type { GridShow, ShownPlace, ShownRange } from './selection.ts';
import css from './findings-grid.module.css';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

interface Props {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly shown: ShownWindow;
  readonly focus: ShownPlace | null;
  readonly range: ShownRange | null;
  readonly sort: SessionSort | null;
  readonly nameWidth: number;
  readonly show: GridShow;
  /** The id of the cell with the focus, which the grid passes to screen readers. */
  readonly focusId: string;
  readonly focusRef: RefObject<HTMLSpanElement | null>;
}

/**
 * The grid for screen readers: the headings, the visible names, and every visible cell of the focused row. Only the
 * cell with the focus is displayed, as the ring around it.
 */
export function ScreenReaderLayer(props: Props) {
  const { model, view, shown, focus } = props;
  const columns = indices(shown.firstColumn, shown.endColumn, focus?.column ?? -1);
  return (
    <>
      <div role="row" aria-rowindex={1} className={css['row']}>
        <NamesHeading sort={props.sort} width={props.nameWidth} />
        {columns.map((column) => (
          <span
            key={column}
            role="columnheader"
            aria-colindex={column + 2}
            aria-sort={directionOf(props.sort, model.matrix.tlds[view.columns[column] ?? 0])}
            className="spoken"
          >
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

/** The visible indices, and the focused one wherever it is. */
function indices(first: number, end: number, focus: number): readonly number[] {
  const inSight = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (focus < 0 || (focus >= first && focus < end)) return inSight;
  return focus < first ? [focus, ...inSight] : [...inSight, focus];
}

function NamesHeading({ sort, width }: { readonly sort: SessionSort | null; readonly width: number }) {
  const direction = directionOf(sort, null);
  return (
    <span
      role="columnheader"
      aria-colindex={1}
      aria-sort={direction}
      className={css['corner']}
      style={{ width }}
    >
      Name
      {direction !== undefined && <span aria-hidden>{directionSigns[direction]}</span>}
    </span>
  );
}

function FocusRow({
  columns,
  ...props
}: Props & { readonly focus: ShownPlace; readonly columns: readonly number[] }) {
  const { model, view, focus, range, focusId, focusRef, show } = props;
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
          <ScreenReaderCell
            key={column}
            {...{ model, view, row, column, show }}
            selected={isSelected(column)}
          />
        ),
      )}
    </>
  );
}

interface CellProps {
  readonly model: GridModel;
  readonly view: SessionView;
  /** Index in the matrix. */
  readonly row: number;
  /** Index as shown. */
  readonly column: number;
  readonly selected: boolean;
  readonly show: GridShow;
}

function ScreenReaderCell({ model, view, row, column, selected, show }: CellProps) {
  const nowMs = useNowMs();
  return (
    <span role="gridcell" aria-colindex={column + 2} aria-selected={selected} className="spoken">
      {cellWords(model, view, { row, column: view.columns[column] ?? 0 }, nowMs, show)}
    </span>
  );
}

/** Re-renders when its own finding changes, not whenever any of a million does. */
function FocusCell({
  model,
  view,
  row,
  focus,
  focusId,
  focusRef,
  show,
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
      aria-label={cellWords(model, view, { row, column }, nowMs, show)}
      className={css['ring']}
    />
  );
}

const ages = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** An age in whole units, to be read out: "just now", "3 minutes ago". */
export function spokenAge(seconds: number): string {
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length);
    if (count > 0) return ages.format(-count, unit);
  }
  return 'just now';
}

/**
 * The full description of a cell: "bakery under .com: available, register price 10.49, checked 3 minutes ago, on the shortlist".
 *
 * @param at Indices in the matrix.
 */
export function cellWords(
  model: GridModel,
  view: SessionView,
  { row, column }: ShownPlace,
  nowMs: number,
  show: GridShow = 'marks',
): string {
  const { tlds, codes, checkedAt } = model.matrix;
  const cell = row * tlds.length + column;
  const code = codes[cell] ?? 0;
  const at = checkedAt[cell] ?? 0;
  const kind = shownKindOf(code);
  const cause = causeOfCell(code);
  const parts = [
    `${isolatedName(model.unicodeOf(row))} under .${isolatedName(tldWords(model, column))}: ${findingWords[kind].toLowerCase()}`,
    cause === null ? '' : unknownWords[cause],
    kind === 'yours' && at !== 0
      ? `found ${findingWords[kindOfCell(model.findingAt(cell))].toLowerCase()}`
      : '',
    show === 'marks' || !isBuyable(kind) ? '' : priceWords(model, view, cell, show),
    at === 0 ? '' : `checked ${spokenAge(Math.max(0, nowMs / 1_000 - at))}`,
    isShortlisted(code) ? 'on the shortlist' : '',
    view.fits(cell) ? '' : 'hidden by the filter',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A TLD in its Unicode form. */
export const tldWords = (model: GridModel, column: number): string =>
  nameFormsOf(model.matrix.tlds).unicode[column] ?? '';

/** A name in its Unicode form, followed by its A-label if that differs. */
export function nameWords(model: GridModel, row: number): string {
  const unicode = model.unicodeOf(row);
  const ascii = model.matrix.names[row] ?? '';
  return unicode === ascii ? unicode : `${isolatedName(unicode)} (${ascii})`;
}

/** "3 of 20 TLDs available, 1 premium, 2 yours": the summary of a name's row. */
export function rowWords(model: GridModel, view: SessionView, row: number): string {
  const { codes, tlds } = model.matrix;
  const kinds = Array.from(view.columns, (column) => shownKindOf(codes[row * tlds.length + column] ?? 0));
  const countOf = (kind: ShownKind): number => kinds.filter((each) => each === kind).length;
  const all = counted(kinds.length, 'TLD', 'TLDs');
  const others = (['premium', 'yours'] as const)
    .filter((kind) => countOf(kind) > 0)
    .map((kind) => `${format.count(countOf(kind))} ${findingWords[kind].toLowerCase()}`);
  return [`${format.count(countOf('available'))} of ${all} available`, ...others].join(', ');
}

/** The number of findings of each kind under a TLD, without those that are 0: `[['Available', '12'], …]`. */
export const countWords = (counts: ShownCounts): readonly (readonly [string, string])[] =>
  shownKinds
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => [findingWords[kind], format.count(counts[kind] ?? 0)] as const);
