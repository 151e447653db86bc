import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { pressed } from '../ui/Shortcuts.tsx';
import type { GridModel } from './grid-model.ts';
import {
  type GridProps,
  placeShownAt,
  selectedCells,
  selectionAt,
  type ShownPlace,
  turnsOn,
} from './selection.ts';
import type { Surface } from './surface.ts';

const firstPlace: ShownPlace = { row: 0, column: 0 };

/**
 * Keyboard handling of the grid: moving, selecting, finding a name by its first characters, the shortlist, the panel,
 * Esc.
 */
export function useGridKeys(props: GridProps, focus: ShownPlace | null, surface: RefObject<Surface | null>) {
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
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      if (rows.length === 0 || event.target !== event.currentTarget || event.altKey) return;
      const otherwise = moved(event) ?? actFor(event, props, focus !== null);
      if (otherwise !== null) typeAhead.forget();
      const act = otherwise ?? found(event);
      if (act === null) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    onFocus: (event: FocusEvent<HTMLElement>): void => {
      if (event.target === event.currentTarget && focus === null && rows.length > 0)
        onSelect(selectionAt(placeShownAt(view, firstPlace)));
    },
  };
}

/** The action of a key on the selection. A place that a filter hides is not acted on: Enter may lead to an order. */
function actFor(event: KeyboardEvent, props: GridProps, isShown: boolean): (() => void) | null {
  if (pressed(event, 'gridAll')) return () => selectAll(props);
  // A shortcut of the screen.
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') return null;
  if (event.key === ' ') return () => shortlist(props);
  if (event.key === 'Enter')
    return () => {
      if (props.selected !== null && isShown) props.onEnter(props.selected.focus);
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

/** Esc undoes one step at a time: it first reduces a range to its focus, then calls the screen's own handler. */
function escape({ selected, onSelect, onEscape }: GridProps): void {
  if (selected !== null && !isOnePlace(selected)) onSelect(selectionAt(selected.focus));
  else onEscape?.();
}

const isOnePlace = ({ anchor, focus }: NonNullable<GridProps['selected']>): boolean =>
  anchor.row === focus.row && anchor.column === focus.column;

const nameBeginsWith = (model: GridModel, row: number, text: string): boolean =>
  model.unicodeOf(row).startsWith(text) || (model.matrix.names[row] ?? '').startsWith(text);

/** The size of the grid to move in. */
interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** The number of rows that Page Up and Page Down move. */
  readonly page: number;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/**
 * The place that a key moves to from `at`, within the grid: arrows by one, with Ctrl to the edge; Home and End in the
 * row, with Ctrl in the whole grid; Page Up and Page Down by a page. Null for a key that does not move.
 *
 * Source: WAI-ARIA Authoring Practices, "Grid pattern", keyboard interaction for data grids.
 */
export function moveFor(press: KeyPress, at: ShownPlace, extent: Extent): ShownPlace | null {
  const step = steps[press.key];
  if (step === undefined) return null;
  const { row, column } = step(at, extent, press.ctrlKey || press.metaKey);
  return {
    row: Math.max(0, Math.min(extent.rows - 1, row)),
    column: Math.max(-1, Math.min(extent.columns - 1, column)),
  };
}

type Step = (at: ShownPlace, extent: Extent, far: boolean) => ShownPlace;

const nameColumn = -1;

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }, _, far) => ({ row: far ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, far) => ({ row: far ? rows : row + 1, column }),
  ArrowLeft: ({ row, column }, _, far) => ({ row, column: far ? nameColumn : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, far) => ({ row, column: far ? columns : column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }, _, far) => ({ row: far ? 0 : row, column: nameColumn }),
  End: ({ row }, { rows, columns }, far) => ({ row: far ? rows : row, column: columns }),
};

/** After this pause the next character starts a new search. */
const pauseMs = 1_000;

/**
 * Finds names by their first characters while the user types. Typing the same character repeatedly cycles through the names that
 * begin with it.
 */
export function createTypeAhead(clock: () => number) {
  let typed = '';
  let typedAtMs = Number.NEGATIVE_INFINITY;

  return {
    /**
     * Adds one more character.
     *
     * @param from The shown row at which the search begins. @param rows The number of shown rows.
     * @param beginsWith Whether the name of a shown row begins with a text in lower case.
     * @returns The shown row that was found, or null.
     */
    type: (
      character: string,
      from: number,
      rows: number,
      beginsWith: (row: number, text: string) => boolean,
    ): number | null => {
      const nowMs = clock();
      if (nowMs - typedAtMs > pauseMs) typed = '';
      typedAtMs = nowMs;
      const next = character.toLowerCase();
      if (typed !== next) typed += next;
      const start = typed === next ? from + 1 : from;
      for (let step = 0; step < rows; step += 1) {
        const row = (start + step) % rows;
        if (beginsWith(row, typed)) return row;
      }
      return null;
    },
    /** The next character starts a new search, because the user did something else in between. */
    forget: (): void => {
      typed = '';
    },
  };
}

/** Whether a key types a character that is allowed in a name. */
export const isNameCharacter = (press: KeyPress & Pick<KeyboardEvent, 'altKey'>): boolean =>
  !press.ctrlKey && !press.metaKey && !press.altKey && /^[\p{L}\p{M}\p{N}-]$/u.test(press.key);
