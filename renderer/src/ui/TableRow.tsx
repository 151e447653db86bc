import { memo, type ReactNode } from 'react';
import type { Column, RowAttributes, RowGroup } from './table-model.ts';
import css from './data-table.module.css';

export const classes = (...names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== '').join(' ');

/** A heading between rows. */
export const GroupRow = ({ heading, tone, line }: RowGroup & { readonly line: number }) => (
  <div className={css['group']} role="row" aria-rowindex={line + 2} data-tone={tone}>
    <span role="gridcell" className="cut">
      {heading}
    </span>
  </div>
);

interface RowProps<T> {
  readonly id: string;
  readonly titlePrefix: string;
  /** Among rows and group headings, from 0. */
  readonly line: number;
  /** Among rows, from 0. */
  readonly index: number;
  readonly row: T | null;
  readonly columns: readonly Column<T>[];
  readonly isStatic: boolean;
  readonly isOpenable: boolean;
  readonly isCurrent: boolean;
  readonly isSelected: boolean | undefined;
  /** Selected or open, which is seen without the focus too. */
  readonly isMarked: boolean;
  /** The name of its checkbox. */
  readonly checkbox: string | null;
  readonly attributes: ((row: T) => RowAttributes) | undefined;
}

// `memo` loses the type parameter; what it returns takes the same properties.
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<T>(props: RowProps<T>) {
  const { id, line, index, row, columns, isStatic, isOpenable, isCurrent } = props;
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={line + 2}
      aria-labelledby={row === null ? undefined : namedBy(props.titlePrefix, id, columns)}
      aria-selected={props.isSelected}
      aria-busy={row === null}
      data-row={index}
      data-current={isCurrent}
      data-marked={props.isMarked}
      data-openable={isOpenable}
      {...(row === null ? {} : props.attributes?.(row))}
    >
      {row === null && (
        <span className={css['coming']} role="gridcell">
          <span className="spoken">Sending</span>
        </span>
      )}
      {props.checkbox !== null && (
        <div role="gridcell" className={css['box']} data-box>
          {/* The whole cell handles the click, including Shift; the checkbox only shows the result. */}
          <input
            type="checkbox"
            className="tick"
            tabIndex={-1}
            readOnly
            aria-label={props.checkbox}
            checked={props.isMarked}
          />
        </div>
      )}
      {row !== null &&
        columns.map(({ key, className, align, narrow, hint, cell }) => (
          <div
            key={key}
            id={cellId(id, key)}
            role={isStatic ? 'cell' : 'gridcell'}
            className={classes(css['cell'], className)}
            data-align={align}
            data-narrow={narrow === null ? 'hidden' : undefined}
            title={hint?.(row) ?? undefined}
          >
            {cell(row)}
          </div>
        ))}
    </div>
  );
}

/** What is read out of a row is what it says: not its checkbox, nor the names of its buttons, which repeat it. */
const namedBy = <T,>(titles: string, row: string, columns: readonly Column<T>[]): string =>
  columns
    .filter(({ isTitleHidden = false }) => !isTitleHidden)
    .flatMap(({ key, isTitleSaid = false }) => [
      ...(isTitleSaid ? [cellId(titles, key)] : []),
      cellId(row, key),
    ])
    .join(' ');

/** The id of a cell; of a title too, for the prefix of the titles. */
export const cellId = (row: string, column: string): string => `${row}-${column}`;

interface TwoLinesProps {
  readonly children: ReactNode;
  /** Nothing is drawn for an empty text. */
  readonly second: ReactNode;
}

/** A cell of two lines: the second one small and quiet. */
export const TwoLines = ({ children, second }: TwoLinesProps) => (
  <>
    <div className={css['first']}>{children}</div>
    {second !== '' && second !== null && second !== false && <div className={css['second']}>{second}</div>}
  </>
);
