// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, createRef, type Ref } from 'react';
import { afterEach, beforeEach, vi, describe, expect, it } from 'vitest';
import { viewOf } from '#shared/domain/session-rows.ts';
import { asEntered, cellCode, noFilter, shortlistBit, type SessionFilter } from '#shared/domain/session.ts';
import { FindingsGrid } from '../../../../../renderer/src/grid/FindingsGrid.tsx';
import type { GridModel } from '../../../../../renderer/src/grid/grid-model.ts';
import type { GridHandle, GridProps, GridSelection } from '../../../../../renderer/src/grid/selection.ts';
import { TickerContext } from '../../../../../renderer/src/ui/Formats.tsx';
import { aModel, anOpening } from './a-model.ts';
import { createTypeAhead, isNameCharacter, moveFor } from '../../../../../renderer/src/grid/use-grid-keys.ts';

/** Of the pane, as jsdom lays nothing out: 10 rows of 32 px under the heading, 6 columns of 48 px beside the names. */
const pane = { width: 220 + 6 * 48, height: 36 + 10 * 32 };

const names = ['bakery', 'xn--bckerei-5wa', ...Array.from({ length: 48 }, (_, row) => `name${row + 2}`)];

const tlds = ['com', 'net', 'de', 'at', 'ch', 'eu', 'io', 'uk'];

const available = cellCode('available', null);

const taken = cellCode('taken', null);

let frames: FrameRequestCallback[] = [];

const draw = (): void => act(() => frames.splice(0).forEach((frame) => frame(0)));

/** Once in a file of tests: what the grid needs of a browser and jsdom lacks, and a clean page after each test. */
function standGrid(): void {
  beforeEach(setStage);
  afterEach(clearStage);
}

function setStage(): void {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (asked: FrameRequestCallback) => frames.push(asked));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('matchMedia', () => new EventTarget());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(pane.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(pane.height);
}

function clearStage(): void {
  cleanup();
  vi.unstubAllGlobals();
}

type Told = Pick<GridProps, 'onOpen' | 'onEnter' | 'onShortlist' | 'onEscape' | 'onNameWidth'>;

const handlers = () => ({
  onOpen: vi.fn<Told['onOpen']>(),
  onEnter: vi.fn<Told['onEnter']>(),
  onShortlist: vi.fn<Told['onShortlist']>(),
  onEscape: vi.fn<NonNullable<Told['onEscape']>>(),
  onNameWidth: vi.fn<Told['onNameWidth']>(),
});

interface Setting extends Partial<Told> {
  readonly model: GridModel;
  readonly filter?: Partial<SessionFilter>;
  readonly onSelected?: (selection: GridSelection) => void;
  readonly handle?: Ref<GridHandle>;
}

function Harness({ model, filter, onSelected, handle, ...acts }: Setting) {
  const [selected, setSelected] = useState<GridSelection | null>(null);
  const [view] = useState(() => viewOf(model.matrix, { ...noFilter, ...filter }, asEntered));
  return (
    <FindingsGrid
      ref={handle ?? null}
      label="Findings of Spring"
      model={model}
      view={view}
      sort={{ by: 'name', descending: true }}
      density="comfortable"
      nameWidth={220}
      selected={selected}
      onSelect={(selection) => {
        setSelected(selection);
        onSelected?.(selection);
      }}
      {...handlers()}
      {...acts}
    />
  );
}

function show(setting: Partial<Setting> = {}, codes: readonly number[] = []) {
  const { model, draw: tell } = aModel(anOpening(names, tlds, codes));
  render(
    <TickerContext value={{ nowMs: () => 1_180_000, subscribe: () => () => undefined }}>
      <Harness model={model} {...setting} />
    </TickerContext>,
  );
  draw();
  return { model, tell };
}

const grid = (): HTMLElement => screen.getByRole('grid', { name: 'Findings of Spring' });

const press = (...keys: readonly string[]): void => {
  for (const key of keys) {
    const parts = key.split('+');
    fireEvent.keyDown(grid(), {
      key: parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) ?? ''),
      ctrlKey: parts.includes('Ctrl'),
      shiftKey: parts.includes('Shift'),
    });
  }
  draw();
};

const focusGrid = (): void => {
  act(() => grid().focus());
  draw();
};

/** What a screen reader says of the place with the focus. */
const focused = (): string => {
  const element = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
  return element?.getAttribute('aria-label') ?? '';
};

const at = (row: number, column: number) => ({
  clientX: column < 0 ? 100 : 220 + column * 48 + 24,
  clientY: row < 0 ? 18 : 36 + row * 32 + 16,
});

standGrid();

describe('FindingsGrid for a screen reader', () => {
  it('has the headings and names that are in sight, with their places', () => {
    show();
    const headings = screen.getAllByRole('columnheader');
    expect(headings.map((one) => one.textContent)).toEqual([
      'Name↓',
      '.com',
      '.net',
      '.de',
      '.at',
      '.ch',
      '.eu',
    ]);
    expect(headings.map((one) => one.getAttribute('aria-colindex'))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    const rows = screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
    expect(rows).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
    expect(screen.getByRole('rowheader', { name: 'bäckerei (xn--bckerei-5wa)' })).toBeDefined();
  });

  it('says the cell with the focus in full', () => {
    show({}, [available | shortlistBit]);
    focusGrid();
    expect(focused()).toBe('bakery under .com: available, checked 3 minutes ago, on the shortlist');
  });
});

describe('the edge of the names', () => {
  const edge = (): HTMLElement => screen.getByRole('separator', { name: 'Width of the names' });

  it('moves by the arrow keys', () => {
    const acts = handlers();
    show(acts);
    fireEvent.keyDown(edge(), { key: 'ArrowRight' });
    fireEvent.keyDown(edge(), { key: 'ArrowLeft' });
    expect(acts.onNameWidth.mock.calls).toEqual([[236], [204]]);
  });
});

describe('FindingsGrid by mouse', () => {
  it('selects the cell that is clicked, a range with Shift, and the whole row by its name', () => {
    const onSelected = vi.fn();
    show({ onSelected });
    fireEvent.pointerDown(grid(), { button: 0, ...at(2, 3) });
    expect(onSelected).toHaveBeenLastCalledWith({
      anchor: { row: 2, column: 3 },
      focus: { row: 2, column: 3 },
    });
    fireEvent.pointerDown(grid(), { button: 0, shiftKey: true, ...at(4, 1) });
    expect(onSelected).toHaveBeenLastCalledWith({
      anchor: { row: 2, column: 3 },
      focus: { row: 4, column: 1 },
    });
    fireEvent.pointerDown(grid(), { button: 0, ...at(5, -1) });
    expect(onSelected).toHaveBeenLastCalledWith({
      anchor: { row: 5, column: null },
      focus: { row: 5, column: null },
    });
  });

  it('selects a range by dragging, and none once the button is up', () => {
    const onSelected = vi.fn();
    show({ onSelected });
    fireEvent.pointerDown(grid(), { button: 0, buttons: 1, ...at(1, 1) });
    fireEvent.pointerMove(grid(), { buttons: 1, ...at(2, 2) });
    expect(onSelected).toHaveBeenLastCalledWith({
      anchor: { row: 1, column: 1 },
      focus: { row: 2, column: 2 },
    });
    onSelected.mockClear();
    fireEvent.pointerMove(grid(), { buttons: 0, ...at(3, 3) });
    fireEvent.pointerMove(grid(), { buttons: 1, ...at(4, 4) });
    expect(onSelected).not.toHaveBeenCalled();
  });

  it('opens a cell by a double click', () => {
    const acts = handlers();
    show(acts);
    fireEvent.doubleClick(grid(), at(3, 2));
    expect(acts.onOpen).toHaveBeenCalledExactlyOnceWith({ row: 3, column: 2 });
  });

  it('explains what the mouse rests on, until it moves on', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    show({}, [available, taken]);
    fireEvent.pointerMove(grid(), at(-1, 0));
    expect(screen.queryByRole('tooltip')).toBeNull();
    act(() => void vi.runAllTimers());
    expect(screen.getByRole('tooltip').textContent).toBe('.comAvailable1Not checked yet49');
    fireEvent.pointerMove(grid(), at(0, 1));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

describe('FindingsGrid by keyboard', () => {
  it.each<[string, readonly string[], string]>([
    ['arrows', ['ArrowDown', 'ArrowRight'], 'bäckerei under .net: not checked yet'],
    ['the arrow to the names', ['ArrowLeft'], 'bakery: 0 of 8 TLDs available'],
    ['a page, one row less than in sight', ['PageDown'], 'name9 under .com: not checked yet'],
    ['the end of the row', ['End'], 'bakery under .uk: not checked yet'],
    ['the end of everything', ['Ctrl+End'], 'name49 under .uk: not checked yet'],
    ['the beginning of a name', ['n', 'a', 'm', 'e', '1', '2'], 'name12 under .com: not checked yet'],
    ['the beginning of an A-label', ['x', 'n', '-'], 'bäckerei under .com: not checked yet'],
  ])('moves by %s', (_, keys, words) => {
    show();
    focusGrid();
    press(...keys);
    expect(focused()).toBe(words);
  });

  it('puts a cell on the shortlist by the space bar, and off again', () => {
    const acts = handlers();
    show(acts, [available, available | shortlistBit]);
    focusGrid();
    press('Space');
    expect(acts.onShortlist).toHaveBeenLastCalledWith([0], true);
    press('ArrowRight', 'Space');
    expect(acts.onShortlist).toHaveBeenLastCalledWith([1], false);
  });

  it('shortlists only what fits the filter', () => {
    const acts = handlers();
    show({ ...acts, filter: { kinds: ['available'] } }, [available, taken, available]);
    focusGrid();
    press('ArrowLeft', 'Space');
    expect(acts.onShortlist).toHaveBeenLastCalledWith([0, 2], true);
  });

  it('selects everything by Ctrl+A', () => {
    const onSelected = vi.fn();
    show({ onSelected });
    focusGrid();
    press('Ctrl+a');
    expect(onSelected).toHaveBeenLastCalledWith({
      anchor: { row: 0, column: null },
      focus: { row: 49, column: null },
    });
  });

  it('opens what has the focus by Enter', () => {
    const acts = handlers();
    show(acts);
    focusGrid();
    press('ArrowDown', 'Enter');
    expect(acts.onEnter).toHaveBeenCalledExactlyOnceWith({ row: 1, column: 0 });
  });

  it('leaves a range by Esc first, and only then the grid', () => {
    const acts = handlers();
    const onSelected = vi.fn();
    show({ ...acts, onSelected });
    focusGrid();
    press('Shift+ArrowRight', 'Escape');
    expect(onSelected).toHaveBeenLastCalledWith({
      anchor: { row: 0, column: 1 },
      focus: { row: 0, column: 1 },
    });
    expect(acts.onEscape).not.toHaveBeenCalled();
    press('Escape');
    expect(acts.onEscape).toHaveBeenCalledOnce();
  });

  it('scrolls to where the keys lead, and to where the screen sends it', () => {
    const handle = createRef<GridHandle>();
    show({ handle });
    focusGrid();
    press('PageDown', 'PageDown');
    expect(grid().scrollTop).toBe(19 * 32 - 10 * 32);
    act(() => handle.current?.scrollTo({ row: 0, column: 7 }));
    expect([grid().scrollTop, grid().scrollLeft]).toEqual([0, 8 * 48 - 6 * 48]);
  });
});

describe('moveFor', () => {
  const extent = { rows: 50, columns: 8, page: 10 };
  const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });
  const at = { row: 20, column: 3 };

  it.each<[string, boolean, { row: number; column: number }]>([
    ['ArrowUp', false, { row: 19, column: 3 }],
    ['ArrowDown', false, { row: 21, column: 3 }],
    ['ArrowLeft', false, { row: 20, column: 2 }],
    ['ArrowRight', false, { row: 20, column: 4 }],
    ['ArrowUp', true, { row: 0, column: 3 }],
    ['ArrowDown', true, { row: 49, column: 3 }],
    ['ArrowLeft', true, { row: 20, column: -1 }],
    ['ArrowRight', true, { row: 20, column: 7 }],
    ['PageUp', false, { row: 10, column: 3 }],
    ['PageDown', false, { row: 30, column: 3 }],
    ['Home', false, { row: 20, column: -1 }],
    ['End', false, { row: 20, column: 7 }],
    ['Home', true, { row: 0, column: -1 }],
    ['End', true, { row: 49, column: 7 }],
  ])('takes %s (Ctrl: %s) to its place', (key, ctrl, to) => {
    expect(moveFor(press(key, ctrl), at, extent)).toEqual(to);
  });

  it('takes the command key of a Mac for Ctrl', () => {
    expect(moveFor({ key: 'End', ctrlKey: false, metaKey: true }, at, extent)).toEqual({
      row: 49,
      column: 7,
    });
  });
});

describe('type ahead', () => {
  const names = ['apple', 'bakery', 'banana', 'bäcker', 'cedar', 'bark'];
  let nowMs = 0;
  let typeAhead: ReturnType<typeof createTypeAhead>;

  beforeEach(() => {
    nowMs = 5_000;
    typeAhead = createTypeAhead(() => nowMs);
  });

  /** Types from `row` on, each character from where the one before led. */
  const typed = (characters: string, row: number): number | null => {
    let at: number | null = row;
    for (const character of characters)
      at = typeAhead.type(
        character,
        at ?? row,
        names.length,
        (index, text) => names[index]?.startsWith(text) ?? false,
      );
    return at;
  };

  describe('createTypeAhead', () => {
    it('finds a name by its beginning', () => {
      expect(typed('ban', 0)).toBe(2);
    });
  });

  describe('isNameCharacter', () => {
    const press = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => ({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      ...held,
    });

    it.each(['a', 'Z', '7', '-', 'ß', 'ж', '字'])('takes %s', (key) => {
      expect(isNameCharacter(press(key))).toBe(true);
    });

    it.each([' ', '/', '?', '.', 'Enter', 'F5', 'Dead'])('leaves %s to others', (key) => {
      expect(isNameCharacter(press(key))).toBe(false);
    });

    it('leaves shortcuts to others', () => {
      expect(isNameCharacter(press('k', { ctrlKey: true }))).toBe(false);
      expect(isNameCharacter(press('k', { altKey: true }))).toBe(false);
    });
  });
});
