// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cellCode } from '#shared/domain/cell.ts';
import { at, clearStage, grid, setStage, show, told } from './grid-stage.tsx';

const available = cellCode('available', null);
const taken = cellCode('taken', null);

beforeEach(setStage);
afterEach(clearStage);

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

  it('tells which heading was clicked', () => {
    const acts = told();
    show({ ...acts, filter: { tlds: ['de', 'at'] } });
    fireEvent.click(grid(), at(-1, 1));
    expect(acts.onHeading).toHaveBeenLastCalledWith(3);
    fireEvent.click(grid(), at(-1, -1));
    expect(acts.onHeading).toHaveBeenLastCalledWith(null);
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
