import { type ReactNode, type RefObject, useEffect } from 'react';
import { useCursorInSight } from '../../components/use-cursor-in-sight.ts';
import { useWindow } from '../search/use-window.ts';
import { InPlace } from './InPlace.tsx';
import { changeKeys } from './list/change-keys.ts';

interface Props {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly className: string | undefined;
  /** How many there are, drawn or not. */
  readonly lines: number;
  /** The line under the cursor, from 0; -1 where there is none. */
  readonly line: number;
  readonly keys: Parameters<typeof changeKeys>[0];
  /** Begins the id of each line in the page. */
  readonly idPrefix: string;
  readonly heading: ReactNode;
  /** Stands below the heading where there is no line. */
  readonly none: ReactNode;
  /** Lines come into sight; `end` is one behind the last. */
  readonly onSight: (first: number, end: number) => void;
  readonly draw: (line: number, id: string) => ReactNode;
}

const rowHeight = 36;

/** A list of any length under its heading, whose lines are as high as each other; only those in sight are drawn. */
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

/** Another choice of rows is looked at from its beginning. */
export function useTopWhen(list: RefObject<HTMLDivElement | null>, changed: unknown): void {
  useEffect(() => list.current?.scrollTo({ top: 0 }), [list, changed]);
}
