// @vitest-environment jsdom

import { act, fireEvent } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cellCode, shortlistBit } from '#shared/domain/session.ts';
import type { GridHandle } from '../../../../../renderer/src/grid/selection.ts';
import { clearStage, focused, focusGrid, grid, press, setStage, show, told } from './grid-stage.tsx';

const available = cellCode('available', null);
const taken = cellCode('taken', null);

beforeEach(setStage);
afterEach(clearStage);

describe('FindingsGrid by keyboard', () => {
  it('selects its first cell when the focus comes to it', () => {
    const onSelected = vi.fn();
    show({ onSelected });
    focusGrid();
    expect(onSelected).toHaveBeenCalledExactlyOnceWith({
      anchor: { row: 0, column: 0 },
      focus: { row: 0, column: 0 },
    });
  });

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
    const acts = told();
    show(acts, [available, available | shortlistBit]);
    focusGrid();
    press('Space');
    expect(acts.onShortlist).toHaveBeenLastCalledWith([0], true);
    press('ArrowRight', 'Space');
    expect(acts.onShortlist).toHaveBeenLastCalledWith([1], false);
  });

  it('shortlists a range, on as long as one of its cells is not', () => {
    const acts = told();
    show(acts, [available | shortlistBit]);
    focusGrid();
    press('Shift+ArrowRight', 'Shift+ArrowDown', 'Space');
    expect(acts.onShortlist).toHaveBeenLastCalledWith([0, 1, 8, 9], true);
  });

  it('shortlists only what fits the filter', () => {
    const acts = told();
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
    const acts = told();
    show(acts);
    focusGrid();
    press('ArrowDown', 'Enter');
    expect(acts.onOpen).toHaveBeenCalledExactlyOnceWith({ row: 1, column: 0 });
  });

  it('leaves a range by Esc first, and only then the grid', () => {
    const acts = told();
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

  it('leaves keys that are not its own to the page', () => {
    show();
    focusGrid();
    const keys = ['/', '?', 'Tab', 'F5'];
    expect(keys.map((key) => fireEvent.keyDown(grid(), { key }))).toEqual([true, true, true, true]);
    expect(fireEvent.keyDown(grid(), { key: 'k', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(grid(), { key: 'ArrowDown' })).toBe(false);
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
