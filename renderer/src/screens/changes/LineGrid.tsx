import { type ReactNode, useEffect, useRef, useState } from 'react';
import { changeKeys } from './list/change-keys.ts';
import css from './line-grid.module.css';

interface Props<T> {
  readonly label: string;
  /** Sets `--columns` and `--line`: how wide the columns and how high the lines are. */
  readonly className: string | undefined;
  readonly columns: readonly string[];
  readonly lines: readonly T[];
  /** Begins the id of each line in the page. */
  readonly idPrefix: string;
  readonly onOpen: (line: T) => void;
  /** The cells of a line, one for each column. */
  readonly children: (line: T) => ReactNode;
}

/** A list short enough to be drawn whole, each line of which can be opened. It takes the focus as soon as it is there. */
export function LineGrid<T extends { readonly id: string }>({
  label,
  className,
  columns,
  lines,
  idPrefix,
  onOpen,
  children,
}: Props<T>) {
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
