import { beforeEach, describe, expect, it } from 'vitest';
import {
  createTypeAhead,
  isNameCharacter,
  moveFor,
  type TypeAhead,
} from '../../../../../renderer/src/grid/use-grid-keys.ts';

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
  let typeAhead: TypeAhead;

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
