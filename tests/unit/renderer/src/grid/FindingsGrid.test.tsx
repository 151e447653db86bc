// @vitest-environment jsdom

import { act, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { shortlistBit } from '#shared/domain/session.ts';
import { useFromTop } from '../../../../../renderer/src/grid/FindingsGrid.tsx';
import type { Surface } from '../../../../../renderer/src/grid/surface.ts';
import { aFrame } from './a-model.ts';
import {
  available,
  at,
  focused,
  focusGrid,
  grid,
  press,
  standGrid,
  show,
  told,
  taken,
} from './grid-stage.tsx';

standGrid();

describe('FindingsGrid for a screen reader', () => {
  it('says how many rows and columns there are, headings and names among them', () => {
    show();
    expect([grid().getAttribute('aria-rowcount'), grid().getAttribute('aria-colcount')]).toEqual(['51', '9']);
  });

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

  it('says by what the names are ordered', () => {
    show();
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('says the cell with the focus in full', () => {
    show({}, [available | shortlistBit]);
    focusGrid();
    expect(focused()).toBe('bakery under .com: available, checked 3 minutes ago, on the shortlist');
  });

  it('says the row of the focus cell by cell, with what is selected', () => {
    show();
    focusGrid();
    press('Shift+ArrowRight');
    const [, row] = screen.getAllByRole('row');
    const cells = within(row ?? grid()).getAllByRole('gridcell');
    expect(cells.map((cell) => cell.getAttribute('aria-colindex'))).toEqual(['2', '3', '4', '5', '6', '7']);
    expect(cells.map((cell) => cell.getAttribute('aria-selected'))).toEqual([
      'true',
      'true',
      'false',
      'false',
      'false',
      'false',
    ]);
  });

  it('says the new finding of the cell with the focus as it comes', () => {
    const { model, tell } = show();
    focusGrid();
    expect(focused()).toBe('bakery under .com: not checked yet');
    act(() => {
      model.apply(aFrame([[0, taken]], 1_180));
      tell();
    });
    expect(focused()).toBe('bakery under .com: taken, checked just now');
  });

  it('keeps the cell with the focus named when it is scrolled out of sight', () => {
    show();
    focusGrid();
    press('Ctrl+End');
    expect(focused()).toBe('name49 under .uk: not checked yet');
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toContain('51');
  });
});

describe('the edge of the names', () => {
  const edge = (): HTMLElement => screen.getByRole('separator', { name: 'Width of the names' });

  it('says its width and its limits', () => {
    show();
    const values = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((name) =>
      edge().getAttribute(name),
    );
    expect(values).toEqual(['220', '96', '640']);
  });

  it('moves by the arrow keys', () => {
    const acts = told();
    show(acts);
    fireEvent.keyDown(edge(), { key: 'ArrowRight' });
    fireEvent.keyDown(edge(), { key: 'ArrowLeft' });
    expect(acts.onNameWidth.mock.calls).toEqual([[236], [204]]);
  });

  it('follows the mouse that holds it', () => {
    const acts = told();
    show(acts);
    edge().setPointerCapture = vi.fn();
    fireEvent.pointerMove(edge(), { clientX: 300 });
    expect(acts.onNameWidth).not.toHaveBeenCalled();
    fireEvent.pointerDown(edge(), { clientX: 222 });
    fireEvent.pointerMove(edge(), { clientX: 302 });
    expect(acts.onNameWidth).toHaveBeenLastCalledWith(300);
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

  it('selects nothing while a scrollbar is dragged', () => {
    const onSelected = vi.fn();
    show({ onSelected });
    fireEvent.pointerDown(grid(), { button: 0, buttons: 1, clientX: 5_000, clientY: 60 });
    fireEvent.pointerMove(grid(), { buttons: 1, ...at(2, 2) });
    expect(onSelected).not.toHaveBeenCalled();
  });

  it('opens a cell by a double click', () => {
    const acts = told();
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
    vi.useRealTimers();
  });
});

describe('useFromTop', () => {
  function aGrid(arrangement: string) {
    const reveal = vi.fn<Surface['reveal']>();
    const surface = { current: { reveal } };
    const { rerender } = renderHook((current) => useFromTop(current, surface), { initialProps: arrangement });
    return { reveal, arrange: rerender };
  }

  it('leaves a grid alone that has just been opened, and one whose rows are arranged as before', () => {
    const { reveal, arrange } = aGrid('by name');
    arrange('by name');
    expect(reveal).not.toHaveBeenCalled();
  });

  it('shows the first row, once, when the rows are arranged in another way', () => {
    const { reveal, arrange } = aGrid('by name');
    arrange('by length');
    arrange('by length');
    expect(reveal.mock.calls).toEqual([[{ row: 0, column: -1 }]]);
  });
});
