import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import type { GridModel } from './grid-model.ts';
import type { GridProps } from './grid-props.ts';
import { moveFor } from './move.ts';
import { placeShownAt, selectedCells, selectionAt, type ShownPlace, turnsOn } from './selection.ts';
import type { Surface } from './surface.ts';
import { createTypeAhead, isNameCharacter } from './type-ahead.ts';

interface KeyHandlers {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
}

const firstPlace: ShownPlace = { row: 0, column: 0 };

/** The grid by keyboard: moving, selecting, finding a name by its beginning, the shortlist, the panel, the way out. */
export function useGridKeys(
  props: GridProps,
  focus: ShownPlace | null,
  surface: RefObject<Surface | null>,
): KeyHandlers {
  const { model, view, selected, onSelect } = props;
  const [typeAhead] = useState(() => createTypeAhead(Date.now));
  const { rows, columns } = view;

  function goTo(to: ShownPlace, extends_: boolean): void {
    const place = placeShownAt(view, to);
    onSelect(extends_ && selected !== null ? { anchor: selected.anchor, focus: place } : selectionAt(place));
    surface.current?.reveal(to);
  }

  function moved(event: KeyboardEvent): (() => void) | null {
    const page = Math.max(1, (surface.current?.rowsInSight() ?? 2) - 1);
    const to = moveFor(event, focus ?? firstPlace, { rows: rows.length, columns: columns.length, page });
    return to === null ? null : () => goTo(focus === null ? firstPlace : to, event.shiftKey);
  }

  function found(event: KeyboardEvent): (() => void) | null {
    if (!isNameCharacter(event)) return null;
    return () => {
      const row = typeAhead.type(event.key, focus?.row ?? 0, rows.length, (at, text) =>
        nameBeginsWith(model, rows[at] ?? 0, text),
      );
      if (row !== null) goTo({ row, column: focus?.column ?? -1 }, false);
    };
  }

  return {
    onKeyDown(event) {
      if (rows.length === 0 || event.target !== event.currentTarget || event.altKey) return;
      const otherwise = moved(event) ?? actFor(event, props);
      if (otherwise !== null) typeAhead.forget();
      const act = otherwise ?? found(event);
      if (act === null) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    onFocus(event) {
      if (event.target === event.currentTarget && focus === null && rows.length > 0)
        onSelect(selectionAt(placeShownAt(view, firstPlace)));
    },
  };
}

/** What a key does to what is selected. */
function actFor(event: KeyboardEvent, props: GridProps): (() => void) | null {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') return () => selectAll(props);
  if (event.key === ' ') return () => shortlist(props);
  if (event.key === 'Enter')
    return () => {
      if (props.selected !== null) props.onOpen(props.selected.focus);
    };
  return event.key === 'Escape' ? () => escape(props) : null;
}

function selectAll({ view, onSelect }: GridProps): void {
  onSelect({
    anchor: placeShownAt(view, { row: 0, column: -1 }),
    focus: placeShownAt(view, { row: view.rows.length - 1, column: -1 }),
  });
}

function shortlist({ model, view, selected, onShortlist }: GridProps): void {
  if (selected === null) return;
  const cells = selectedCells(view, model.matrix, selected);
  if (cells.length > 0) onShortlist(cells, turnsOn(model.matrix, cells));
}

/** Out, one step at a time: the range, then whatever the screen has. */
function escape({ selected, onSelect, onEscape }: GridProps): void {
  if (selected !== null && !isOnePlace(selected)) onSelect(selectionAt(selected.focus));
  else onEscape?.();
}

const isOnePlace = ({ anchor, focus }: NonNullable<GridProps['selected']>): boolean =>
  anchor.row === focus.row && anchor.column === focus.column;

const nameBeginsWith = (model: GridModel, row: number, text: string): boolean =>
  model.unicodeOf(row).startsWith(text) || (model.matrix.names[row] ?? '').startsWith(text);
