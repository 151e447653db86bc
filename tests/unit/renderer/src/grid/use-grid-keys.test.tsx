// @vitest-environment jsdom

import { act, fireEvent } from '@testing-library/react';
import { createRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shortlistBit } from '#shared/domain/session.ts';
import type { GridHandle } from '../../../../../renderer/src/grid/selection.ts';
import { createTypeAhead, isNameCharacter, moveFor } from '../../../../../renderer/src/grid/use-grid-keys.ts';
import { available, focused, focusGrid, grid, press, standGrid, show, told, taken } from './grid-stage.tsx';

standGrid();

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

  it('leaves Ctrl+Shift+A to the page, which switches the account', () => {
    const onSelected = vi.fn();
    show({ onSelected });
    focusGrid();
    expect(fireEvent.keyDown(grid(), { key: 'A', ctrlKey: true, shiftKey: true })).toBe(true);
    expect(onSelected).toHaveBeenCalledOnce();
  });

  it('opens what has the focus by Enter', () => {
    const acts = told();
    show(acts);
    focusGrid();
    press('ArrowDown', 'Enter');
    expect(acts.onEnter).toHaveBeenCalledExactlyOnceWith({ row: 1, column: 0 });
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

  it('stays within the grid', () => {
    const corner = { row: 0, column: -1 };
    const end = { row: 49, column: 7 };
    expect(['ArrowUp', 'ArrowLeft', 'PageUp'].map((key) => moveFor(press(key), corner, extent))).toEqual([
      corner,
      corner,
      corner,
    ]);
    expect(['ArrowDown', 'ArrowRight', 'PageDown'].map((key) => moveFor(press(key), end, extent))).toEqual([
      end,
      end,
      end,
    ]);
  });

  it('takes the command key of a Mac for Ctrl', () => {
    expect(moveFor({ key: 'End', ctrlKey: false, metaKey: true }, at, extent)).toEqual({
      row: 49,
      column: 7,
    });
  });

  it('leaves other keys alone', () => {
    expect(moveFor(press('Tab'), at, extent)).toBeNull();
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

    it('takes capitals and characters of other alphabets', () => {
      expect(typed('BÄ', 0)).toBe(3);
    });

    it('stays at a name that still begins with what is typed', () => {
      expect(typed('ba', 0)).toBe(1);
    });

    it('goes on to the next with the same character', () => {
      expect(typed('bb', 0)).toBe(2);
      expect(typed('b', 2)).toBe(3);
    });

    it('goes round at the end', () => {
      expect(typed('a', 4)).toBe(0);
    });

    it('begins anew after something else was done', () => {
      expect(typed('ba', 0)).toBe(1);
      typeAhead.forget();
      expect(typed('c', 1)).toBe(4);
    });

    it('begins anew after a second', () => {
      expect(typed('b', 0)).toBe(1);
      nowMs += 1_001;
      expect(typed('c', 1)).toBe(4);
    });

    it('finds nothing where no name begins so', () => {
      expect(typed('x', 0)).toBeNull();
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
