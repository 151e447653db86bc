import { describe, expect, it } from 'vitest';
import { moveFor } from '../../../../../renderer/src/grid/move.ts';

const extent = { rows: 50, columns: 8, page: 10 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });
const at = { row: 20, column: 3 };

describe('moveFor', () => {
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
