import { describe, expect, it } from 'vitest';
import { cursorRow, itemAt, itemCount, itemOfRow } from '../../../../../renderer/src/changes/ChangeRows.tsx';
import { aChange, aChangeId } from '../../../../support/a-change.ts';

describe('the lines of the list', () => {
  it.each([
    ['no heading where nothing is uncertain', 3, 0, ['0', '1', '2']],
    ['both headings where some are', 3, 2, ['uncertain', '0', '1', 'rest', '2']],
    ['one heading where all are', 2, 2, ['uncertain', '0', '1']],
    ['nothing where there is none', 0, 0, []],
  ])('have %s', (_, total, uncertain, expected) => {
    const lines = Array.from({ length: itemCount(total, uncertain) }, (_unused, index) => {
      const item = itemAt(index, uncertain);
      return item.kind === 'row' ? String(item.row) : item.of;
    });
    expect(lines).toEqual(expected);
    for (let row = 0; row < total; row += 1) expect(lines[itemOfRow(row, uncertain)]).toBe(String(row));
  });

  it('let the cursor follow its change, wherever that moves to', () => {
    const [a, b] = [aChange({ number: 1 }), aChange({ number: 2 })];
    const cursor = { index: 0, id: aChangeId(1) };
    expect(cursorRow(cursor, { pages: new Map([[0, [a, b]]]), total: 2 })).toBe(0);
    expect(cursorRow(cursor, { pages: new Map([[0, [b, a]]]), total: 2 })).toBe(1);
    expect(cursorRow({ index: 5, id: 'gone' }, { pages: new Map([[0, [b]]]), total: 1 })).toBe(0);
    expect(cursorRow(null, { pages: new Map([[0, [b]]]), total: 1 })).toBe(-1);
  });
});
